import { expect, test } from '@jest/globals';
import { sameKeys } from './sameKeys.ts';

test('the same contents keep their key, other contents get another', () => {
  const keyOf = sameKeys();
  const first = keyOf({ text: 'a' });
  expect(keyOf({ text: 'a' })).toBe(first);
  const second = keyOf({ text: 'b' });
  expect(second).not.toBe(first);
  expect(keyOf({ text: 'b' })).toBe(second);
  expect(sameKeys()({ text: 'a' })).not.toBe(first);
});

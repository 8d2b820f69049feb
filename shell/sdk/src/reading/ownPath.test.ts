import { expect, test } from '@jest/globals';
import { ownPath } from './ownPath.ts';

test.each([
  ['/wallet/stakeDetail?id=1', '/wallet/stakeDetail?id=1'],
  [null, '/wallet'],
  ['', '/wallet'],
  ['wallet', '/wallet'],
  ['//evil.example', '/wallet'],
  ['/\\evil.example', '/wallet'],
  ['https://evil.example', '/wallet'],
  ['javascript:alert(1)', '/wallet'],
])('a link that leads on to %s leads to %s', (next, expected) => {
  expect(ownPath(next, '/wallet')).toBe(expected);
});

import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { SecretBox } from './secretBox.ts';

const [older, newer] = [randomBytes(32), randomBytes(32)];
const box = new SecretBox([older], 'a purpose');

test('what was sealed opens again, and never looks the same', () => {
  const [one, two] = [box.seal('a secret', '7'), box.seal('a secret', '7')];
  expect(box.open(one, '7')).toBe('a secret');
  expect(one.sealed.equals(two.sealed)).toBe(false);
  expect(one.sealed.includes('a secret')).toBe(false);
});

test('it opens in no other row, for no other purpose, and not with one bit changed', () => {
  const kept = box.seal('a secret', '7');
  expect(() => box.open(kept, '8')).toThrow();
  expect(() => new SecretBox([older], 'another').open(kept, '7')).toThrow('not in the ring');
  for (let at = 0; at < kept.sealed.length; at += 1) {
    const sealed = Buffer.from(kept.sealed);
    sealed[at] = (sealed[at] ?? 0) ^ 1;
    expect(() => box.open({ ...kept, sealed }, '7')).toThrow();
  }
});

test('keys change: a new one in front seals, the old one still opens until it is taken out', () => {
  const kept = box.seal('a secret', '7');
  const both = new SecretBox([newer, older], 'a purpose');
  expect(both.open(kept, '7')).toBe('a secret');
  expect([both.isOutdated(kept), box.isOutdated(kept)]).toEqual([true, false]);
  const again = both.seal('a secret', '7');
  expect(both.isOutdated(again)).toBe(false);
  expect(() => new SecretBox([newer], 'a purpose').open(kept, '7')).toThrow('not in the ring');
  expect(new SecretBox([newer], 'a purpose').open(again, '7')).toBe('a secret');
});

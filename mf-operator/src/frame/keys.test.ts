import { expect, test } from '@jest/globals';
import { KeyReader } from './keys.ts';

test('a letter after g leads to a place, and alone asks for what it is by itself', () => {
  const keys = new KeyReader();
  expect(keys.read('g', 0)).toBeUndefined();
  expect(keys.read('W', 900)).toEqual({ kind: 'go', to: '/withdrawals' });
  expect(keys.read('w', 950)).toBeUndefined();
  expect(keys.read('j', 1_000)).toEqual({ kind: 'row', by: 1 });
  expect(keys.read('/', 1_100)).toEqual({ kind: 'find' });
  expect(keys.read('A', 1_200)).toEqual({ kind: 'press', letter: 'A' });
});

test('g forgets itself after a while, and after a letter that leads nowhere', () => {
  const keys = new KeyReader();
  keys.read('g', 0);
  expect(keys.read('w', 5_000)).toBeUndefined();
  keys.read('g', 6_000);
  expect(keys.read('q', 6_100)).toBeUndefined();
  expect(keys.read('k', 6_200)).toEqual({ kind: 'row', by: -1 });
});

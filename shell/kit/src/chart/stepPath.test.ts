import { expect, test } from '@jest/globals';
import { heights, indexAt, stepPath } from './stepPath.ts';

test('a value holds until the next, and the greatest is at the top', () => {
  expect(stepPath([0n, 50n, 100n])).toBe('M0 100H150V50H300V0');
  expect(stepPath([7n, 7n])).toBe('M0 0H300V0');
});

test('heights stand on zero: half is half as high, and nothing is on the ground', () => {
  expect(heights([50n, 100n, 0n])).toEqual([50, 100, 0]);
  expect(heights([0n, 0n])).toEqual([0, 0]);
  expect(heights([-50n, 100n])).toEqual([0, 100]);
  expect(heights([-50n, -1n])).toEqual([0, 0]);
});

test('amounts beyond what a number can hold keep their proportion', () => {
  const most = 9_007_199_254_740_993n;
  expect(heights([most, most / 3n])).toEqual([100, 33.33]);
});

test.each([
  [0, 0],
  [0.49, 0],
  [0.51, 1],
  [1, 1],
  [-3, 0],
  [9, 1],
])('a pointer at %d of two values means number %i', (share, index) => {
  expect(indexAt(share, 2)).toBe(index);
});

test('one value alone is a picture, too', () => {
  expect(stepPath([5n])).toBe('M0 0');
  expect(indexAt(0.7, 1)).toBe(0);
});

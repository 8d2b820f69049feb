import { expect, test } from '@jest/globals';
import { percentOf } from './percent.ts';

test.each([
  [10_260, '102.60'],
  [10_000, '100.00'],
  [5, '0.05'],
  [0, '0.00'],
  [-50, '−0.50'],
])('%i hundredths of a percent are %s', (hundredths, text) => {
  expect(percentOf(hundredths)).toBe(text);
});

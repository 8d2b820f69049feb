import { expect, test } from '@jest/globals';
import { spanOf } from './span.ts';

test.each([
  [0, 0, 0],
  [59_999, 0, 0],
  [60_000, 0, 1],
  [3_600_000, 1, 0],
  [90_061_000, 25, 1],
  [-5_000, 0, 0],
])('%i ms are %i h %i min', (ms, hours, minutes) => {
  expect(spanOf(ms)).toEqual({ hours, minutes });
});

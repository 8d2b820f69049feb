import { expect, test } from '@jest/globals';
import { thirdsOf } from './thirds.ts';

test.each([
  [0, 90, ['next', 'open', 'open'], 0],
  [15, 90, ['next', 'open', 'open'], 0.5],
  [60, 90, ['done', 'done', 'next'], 0],
  [90, 90, ['done', 'done', 'done'], 0],
  // A term of no days, which no operator sets, is at its beginning.
  [0, 0, ['next', 'open', 'open'], 0],
])('of a term, %d of %d days are over', (passedDays, termDays, states, passed) => {
  expect(thirdsOf(passedDays, termDays)).toEqual({ states, passed });
});

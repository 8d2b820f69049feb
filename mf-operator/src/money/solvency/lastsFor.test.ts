import { expect, test } from '@jest/globals';
import { lastsFor } from './lastsFor.ts';

test.each([
  [13, 'days', 13],
  [1_095, 'days', 1_095],
  [1_096, 'years', 3],
  [5_184, 'years', 14],
] as const)('%d days are said in %s: %d', (days, unit, count) => {
  expect(lastsFor(days)).toEqual({ unit, count });
});

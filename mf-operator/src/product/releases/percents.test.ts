import { expect, test } from '@jest/globals';
import { percentOfPeople, percentOfShare } from './percents.ts';

test('a share is reported without zeros that say nothing', () => {
  expect([2_500, 1_250, 1, 10_000].map(percentOfShare)).toEqual(['25', '12.5', '0.01', '100']);
});

test('people are notified with two decimals, and nobody of nobody', () => {
  expect([percentOfPeople(5, 1_246), percentOfPeople(3, 3), percentOfPeople(0, 0)]).toEqual(['0.40', '100.00', '0.00']);
});

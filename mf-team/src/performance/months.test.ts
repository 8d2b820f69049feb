import { expect, test } from '@jest/globals';
import { daysUpTo, heightsOf, monthsBack } from './months.ts';

test('months go back over the end of a year, the latest first', () => {
  expect(monthsBack('2026-11', '2027-02')).toEqual(['2027-02', '2027-01', '2026-12', '2026-11']);
  expect(monthsBack('2027-02', '2027-02')).toEqual(['2027-02']);
});

test('the days of a month go from its first', () => {
  expect(daysUpTo('2028-02-03')).toEqual(['2028-02-01', '2028-02-02', '2028-02-03']);
});

test('amounts are shares of the greatest; what is there is seen, and nothing is nothing', () => {
  expect(heightsOf([50n, 100n, 1n, 0n])).toEqual([0.5, 1, 0.03, 0]);
  expect(heightsOf([0n, 0n])).toEqual([0, 0]);
});

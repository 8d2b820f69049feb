import { expect, test } from '@jest/globals';
import { daysUpTo, monthsBack } from './months.ts';

test('months go back over the end of a year, the latest first', () => {
  expect(monthsBack('2026-11', '2027-02')).toEqual(['2027-02', '2027-01', '2026-12', '2026-11']);
  expect(monthsBack('2027-02', '2027-02')).toEqual(['2027-02']);
});

test('the days of a month go from its first', () => {
  expect(daysUpTo('2028-02-03')).toEqual(['2028-02-01', '2028-02-02', '2028-02-03']);
});

import { expect, test } from '@jest/globals';
import { changeOf, extremesOf, saysSomething, sinceFirst } from './totals.ts';

const usd = (amount: string) => ({ amount, unit: 'USD' }) as const;
const points = (...amounts: string[]) =>
  amounts.map((amount) => ({ at: '2026-03-09T00:00:00.000Z', total: usd(amount) }));

test('the smallest and the greatest are those of the amounts, not of their texts', () => {
  expect(extremesOf(points('9.00', '10.00', '100.00', '20.00'))).toEqual({ least: usd('9.00'), most: usd('100.00') });
});

test('a change has its sign, to the last unit', () => {
  expect(changeOf(usd('10.00'), usd('9.999999'))).toEqual(usd('-0.000001'));
  expect(changeOf(usd('0.10'), usd('0.30'))).toEqual(usd('0.20'));
});

const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T00:00:00.000Z`;
/** A total a day. */
const daily = (...amounts: string[]) => amounts.map((amount, index) => ({ at: day(index + 1), total: usd(amount) }));

test('what was before there was anything is no part of it', () => {
  expect(sinceFirst(daily('0.00', '0.00', '5.00', '0.00')).map(({ at }) => at)).toEqual([day(3), day(4)]);
  expect(sinceFirst(daily('0.00', '0.00'))).toEqual([]);
});

test.each([
  ['a week with two changes', daily('1', '2', '2', '2', '2', '2', '2', '3'), true],
  ['a week with one', daily('1', '2', '2', '2', '2', '2', '2', '2'), false],
  ['two changes within six days', daily('0.00', '0.00', '1', '2', '3', '3', '3', '3'), false],
  ['nothing', daily('0.00', '0.00'), false],
])('of %s a picture says something: %#', (_name, points, says) => {
  expect(saysSomething(points)).toBe(says);
});

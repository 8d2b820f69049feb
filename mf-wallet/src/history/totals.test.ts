import { expect, test } from '@jest/globals';
import { changeOf, extremesOf, hasMoved } from './totals.ts';

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

test('who had something once has a history, and who never had has none', () => {
  expect(hasMoved(points('0.00', '0.000001', '0.00'))).toBe(true);
  expect(hasMoved(points('0.00', '0.00'))).toBe(false);
});

import { describe, expect, test } from '@jest/globals';
import { type Money, money } from '@trellis/api-contract';
import type { Ahead } from './ahead.ts';
import { isToAddress, isTooLittle, needsConsent, orderOf, payoutOf } from './order.ts';

const usd = (units: number): Money => money(BigInt(units * 1_000_000), 'USD');
const cp = (units: number): Money => money(BigInt(units * 1_000_000), 'CP');

const ahead: Ahead = {
  total: usd(505),
  profit: usd(5),
  grown: { cp: cp(505), reward: usd(4.9), days: 90 },
  kept: { cp: cp(500), reward: usd(4.8), days: 90 },
};
const poor: Ahead = {
  ...ahead,
  grown: { cp: cp(505), reward: usd(0), days: 90 },
  kept: { cp: cp(500), reward: usd(0), days: 90 },
};
const chosen = { option: 2, payTo: 'address', address: 'T1', acceptsLess: false } as const;

describe('a choice is sent', () => {
  test('with the reward and the days that were shown for its own term', () => {
    expect(orderOf({ ...chosen, option: 1 }, ahead)).toEqual({ option: 1, acceptsFrom: '4.90', shownDays: 90 });
    expect(orderOf(chosen, ahead)).toEqual({
      option: 2,
      acceptsFrom: '4.80',
      payTo: 'address',
      address: 'T1',
      shownDays: 90,
    });
  });

  test('with 0 by who takes less, and where no term follows', () => {
    expect(orderOf({ ...chosen, option: 1, acceptsLess: true }, ahead).acceptsFrom).toBe('0');
    expect(orderOf({ ...chosen, option: 3 }, ahead)).toEqual({ option: 3, acceptsFrom: '0', address: 'T1' });
  });

  test('without an address that nothing goes to', () => {
    expect(orderOf({ ...chosen, payTo: 'balance' }, ahead)).toEqual({
      option: 2,
      acceptsFrom: '4.80',
      payTo: 'balance',
      shownDays: 90,
    });
    expect([1, 2, 3].map((option) => isToAddress({ option: option as 1 | 2 | 3, payTo: 'balance' }))).toEqual([
      false,
      false,
      true,
    ]);
  });
});

test('nothing is paid out, or the profit, or all of it', () => {
  expect(([1, 2, 3] as const).map((option) => payoutOf(option, ahead))).toEqual([undefined, ahead.profit, ahead.total]);
});

test('what is less than the smallest withdrawal goes to the balance, though an address is wanted', () => {
  expect(isTooLittle(chosen, ahead, usd(20))).toBe(true);
  expect(isTooLittle(chosen, ahead, usd(5))).toBe(false);
  expect(isTooLittle({ ...chosen, option: 3 }, ahead, usd(20))).toBe(false);
  expect(isTooLittle({ ...chosen, option: 3 }, ahead, usd(506))).toBe(true);
  expect(isTooLittle({ ...chosen, payTo: 'balance' }, ahead, usd(20))).toBe(false);
  expect(isTooLittle({ ...chosen, option: 1 }, ahead, usd(20))).toBe(false);
});

test('another term without a reward needs the consent to it', () => {
  expect([1, 2, 3].map((option) => needsConsent(option as 1 | 2 | 3, poor))).toEqual([true, true, false]);
  expect([1, 2, 3].map((option) => needsConsent(option as 1 | 2 | 3, ahead))).toEqual([false, false, false]);
});

import { expect, test } from '@jest/globals';
import { coverageOf } from './coverage.ts';

const par = { numerator: 1n, denominator: 1n };
const sides = (heldUsd: bigint, heldUsdt: bigint, owedUsd: bigint, owedUsdt: bigint) => ({
  held: { USD: heldUsd, USDT: heldUsdt },
  owed: { USD: owedUsd, USDT: owedUsdt },
});

test.each([
  ['as much as is owed is not low only from 102 % on', sides(102n, 0n, 100n, 0n), 10_200, 'covered'],
  ['one unit less is low', sides(101_999_999n, 0n, 100_000_000n, 0n), 10_199, 'low'],
  ['all of it is low, and not short', sides(100n, 0n, 100n, 0n), 10_000, 'low'],
  ['a unit is missing', sides(99_999_999n, 0n, 100_000_000n, 0n), 9_999, 'short'],
  ['what is held in USDT covers what is owed in USD', sides(-50n, 160n, 90n, 10n), 11_000, 'covered'],
  ['nothing is owed', sides(5n, 0n, 0n, 0n), null, 'covered'],
  ['nothing is owed, and less than nothing held', sides(-5n, 0n, 0n, 0n), null, 'short'],
  ['less than nothing is held', sides(-5n, 0n, 1_000n, 0n), -50, 'short'],
] as const)('%s', (_name, sums, coverage, state) => {
  expect(coverageOf(sums, par)).toMatchObject({ coverage, state });
});

test('what is worth less covers less, and whatever is rounded is rounded against the platform', () => {
  const third = { numerator: 1n, denominator: 3n };
  expect(coverageOf(sides(0n, 100n, 0n, 100n), third)).toMatchObject({
    held: { amount: '0.000033' },
    owed: { amount: '0.000034' },
    over: { amount: '-0.000001' },
    state: 'short',
  });
  expect(coverageOf(sides(0n, -100n, 0n, 0n), third).held.amount).toBe('-0.000034');
  expect(coverageOf(sides(0n, 1_000n, 0n, 2_000n), { numerator: 998n, denominator: 1_000n })).toMatchObject({
    held: { amount: '0.000998' },
    owed: { amount: '0.001996' },
  });
});

import { money } from '@trellis/api-contract';
import { coverageMarks } from '@trellis/api-contract/operator';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { HeldAndOwed } from './heldAndOwed.ts';

/** One USDT is worth `numerator / denominator` USD. */
export interface UsdtRate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Hundredths of a percent. */
const whole = 10_000n;

/**
 * Held against owed in USD. Whatever is rounded is rounded against the platform: what is held down, what is owed up.
 * @param sums minor units by unit; USD and USDT have the same scale
 */
export function coverageOf(
  sums: HeldAndOwed['sums'],
  rate: UsdtRate,
): NonNullable<AnswerOf<'operator', 'getSolvency'>['total']> {
  const held = sums.held.USD + dividedDown(sums.held.USDT * rate.numerator, rate.denominator);
  const owed = sums.owed.USD - dividedDown(-sums.owed.USDT * rate.numerator, rate.denominator);
  const [low, short] = [BigInt(coverageMarks.low), BigInt(coverageMarks.short)];
  return {
    held: money(held, 'USD'),
    owed: money(owed, 'USD'),
    over: money(held - owed, 'USD'),
    coverage: owed === 0n ? null : Number(dividedDown(held * whole, owed)),
    // By the figures themselves: what was cut must not make 99.999 % of it 100.
    state: held * whole < owed * short ? 'short' : held * whole < owed * low ? 'low' : 'covered',
  };
}

/** A quotient rounded down, also below zero. @param divisor above zero */
const dividedDown = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
};

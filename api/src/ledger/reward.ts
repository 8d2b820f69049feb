/** What a reward is, and how a whole comes back in parts. Amounts are minor units; shares are millionths (ppm). */

const year = 365n;
const whole = 1_000_000n;

/** Simple interest on a year of 365 days, in leap years too. One rounding, down. */
export const fullReward = (principalMinor: bigint, aprPpm: bigint, days: number): bigint =>
  (principalMinor * aprPpm * BigInt(days)) / (whole * year);

/** So much of an amount, rounded down. */
export const shareOf = (amountMinor: bigint, ppm: bigint): bigint => (amountMinor * ppm) / whole;

/** `2.5` percent as 25,000 millionths. @param percent a decimal with at most four digits behind the point */
export function ppmOf(percent: string): bigint {
  const [integer = '', fraction = ''] = percent.split('.');
  return BigInt(integer + fraction.padEnd(4, '0'));
}

/** What is left of an amount when a share of it, rounded up, is taken as a fee. */
export const withoutFee = (amountMinor: bigint, feePpm: bigint): bigint =>
  amountMinor - dividedUp(amountMinor * feePpm, whole);

/** Part `n` (from 1) of a whole in equal parts; what they leave over is on the last. */
export function partOf(wholeMinor: bigint, parts: number, n: number): bigint {
  const equal = wholeMinor / BigInt(parts);
  return n < parts ? equal : wholeMinor - equal * BigInt(parts - 1);
}

/** A quotient rounded up, of what is not negative. */
export const dividedUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;

export const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);

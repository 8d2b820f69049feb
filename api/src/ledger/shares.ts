/**
 * Shares and quotients of amounts. What packages, stakes and bonuses move is computed in the database (amounts.sql). Shares
 * are millionths (ppm).
 */

const whole = 1_000_000n;

/** So much of an amount, rounded down. */
export const shareOf = (amountMinor: bigint, ppm: bigint): bigint => (amountMinor * ppm) / whole;

/** `2.5` percent as 25,000 millionths. @param percent a decimal with at most four digits behind the point */
export function ppmOf(percent: string): bigint {
  const [integer = '', fraction = ''] = percent.split('.');
  return BigInt(integer + fraction.padEnd(4, '0'));
}

/** A quotient rounded up, of what is not negative. */
export const dividedUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;

export const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);

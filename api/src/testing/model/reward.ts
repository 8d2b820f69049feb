/** What a reward is, and how a whole comes back in parts. Amounts are minor units; shares are millionths (ppm). */

const year = 365n;
const whole = 1_000_000n;

/** Simple interest on a year of 365 days, in leap years too. One rounding, down. */
export const fullReward = (principalMinor: bigint, aprPpm: bigint, days: number): bigint =>
  (principalMinor * aprPpm * BigInt(days)) / (whole * year);

/** Part `n` (from 1) of a whole in equal parts; what they leave over is on the last. */
export function partOf(wholeMinor: bigint, parts: number, n: number): bigint {
  const equal = wholeMinor / BigInt(parts);
  return n < parts ? equal : wholeMinor - equal * BigInt(parts - 1);
}

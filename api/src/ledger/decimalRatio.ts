/**
 * A ratio in digits, for reading: nothing is computed with it.
 * @param places digits behind the point, the rest cut off
 * @param least as many of them stay when they are zeros
 */
export function decimalRatio(numerator: bigint, denominator: bigint, places: number, least: number): string {
  const digits = ((numerator * 10n ** BigInt(places)) / denominator).toString().padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '').padEnd(least, '0');
  return fraction === '' ? digits.slice(0, -places) : `${digits.slice(0, -places)}.${fraction}`;
}

/** What one whole unit is in another, to eight places, and four at least. */
export const rateText = (numerator: bigint, denominator: bigint): string => decimalRatio(numerator, denominator, 8, 4);

/** `2.5`, of 25,000 millionths. */
export const percentOf = (ppm: bigint): string => decimalRatio(ppm, 10_000n, 4, 0);

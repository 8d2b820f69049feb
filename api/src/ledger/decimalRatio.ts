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

/** Beyond these places a rate that is rounded up is as good as the rate itself: no amount has so many digits. */
const mostPlaces = 60;

/**
 * As `rateText`, with as many places as it takes to multiply it out: an amount times what is shown is what the amount
 * gives, cut off at its last digit. Where no rate that is cut off does that, as with thirds, its last place is rounded up.
 * @param given in minor units, and what it gives before a fee
 */
export function quotedRate(
  { numerator, denominator }: { readonly numerator: bigint; readonly denominator: bigint },
  given: { readonly minor: bigint; readonly scale: number },
  gross: { readonly minor: bigint; readonly scale: number },
): string {
  for (let places = 8; places <= mostPlaces; places += 1) {
    const shift = 10n ** BigInt(places);
    const down = (numerator * shift) / denominator;
    for (const shown of [down, down + 1n])
      if ((given.minor * shown * 10n ** BigInt(gross.scale)) / (shift * 10n ** BigInt(given.scale)) === gross.minor)
        return decimalRatio(shown, shift, places, 4);
  }
  return rateText(numerator, denominator);
}

/** `2.5`, of 25,000 millionths. */
export const percentOf = (ppm: bigint): string => decimalRatio(ppm, 10_000n, 4, 0);

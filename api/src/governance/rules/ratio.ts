/** What one whole unit is worth, as integers. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** `97123.45` as 9712345/100. @param decimal digits with or without a point */
export function readRatio(decimal: string): Ratio {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = fraction.replace(/0+$/, '');
  return { numerator: BigInt(whole + digits), denominator: 10n ** BigInt(digits.length) };
}

/** The decimal of a ratio over a power of ten; of any other the ratio itself. */
export function writeRatio({ numerator, denominator }: Ratio): string {
  const places = denominator.toString().length - 1;
  if (denominator !== 10n ** BigInt(places)) return `${numerator}/${denominator}`;
  if (places === 0) return numerator.toString();
  const digits = numerator.toString().padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

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

/**
 * By how much a rate differs from another: `+94.12%`, rounded away from zero, so that a change is not made to look smaller
 * than it is. @param was decimal, or as `writeRatio` has it, and not zero
 */
export function changeText(was: string, is: string): string {
  const [before, after] = [was, is].map((text) => {
    const [numerator = '', denominator] = text.split('/');
    return denominator === undefined
      ? readRatio(text)
      : { numerator: BigInt(numerator), denominator: BigInt(denominator) };
  }) as [Ratio, Ratio];
  const base = before.numerator * after.denominator;
  const difference = (after.numerator * before.denominator - base) * 10_000n;
  const size = difference < 0n ? -difference : difference;
  const hundredths = ((size + base - 1n) / base).toString().padStart(3, '0');
  const sign = difference === 0n ? '' : difference < 0n ? '-' : '+';
  return `${sign}${hundredths.slice(0, -2)}.${hundredths.slice(-2)}%`;
}

import { type Minor, type Money, parseAmount, typedNumber, type Unit, wireAmount } from '@trellis/api-contract';

/** What a typed amount turned out to be. */
export type AmountReading =
  | { readonly kind: 'ok'; readonly money: Money; readonly minor: Minor }
  | { readonly kind: 'empty' }
  /** One comma before exactly three digits: a thousand or a decimal sign? Both readings, as wire amounts. */
  | { readonly kind: 'ambiguous'; readonly whole: string; readonly decimal: string }
  | { readonly kind: 'malformed' };

const malformed = { kind: 'malformed' } as const;

/**
 * Reads an amount as members type it: full-width digits and signs, spaces, `.` or `,` as the decimal sign, grouping by
 * threes. Whatever can be read in two ways is refused, never guessed: `1,234` is ambiguous, `1,234.00` is not. A single
 * point is always the decimal sign, because that is how the product itself writes amounts.
 */
export function parseAmountInput(text: string, unit: Unit): AmountReading {
  const typed = typedNumber(text);
  if (typed === '') return { kind: 'empty' };
  if (typed.length > 24 || !/[0-9]/.test(typed)) return malformed;
  if (/^[1-9]\d{0,2},\d{3}$/.test(typed)) {
    return { kind: 'ambiguous', whole: typed.replace(',', ''), decimal: typed.replace(',', '.') };
  }
  const [whole, fraction] = parts(typed);
  if (!isGrouped(whole)) return malformed;
  return reading(whole.replace(/[.,]/g, ''), fraction, unit);
}

/** The decimal sign is the last kind of sign that stands there, unless it stands there more than once. */
function parts(typed: string): [whole: string, fraction: string] {
  const sign = typed.lastIndexOf('.') > typed.lastIndexOf(',') ? '.' : ',';
  const [whole = '', fraction = '', more] = typed.split(sign);
  return more === undefined ? [whole, fraction] : [typed, ''];
}

/** No grouping at all, or groups of three throughout, all with the same sign. */
const isGrouped = (whole: string): boolean => /^(?:\d*|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:\.\d{3})+)$/.test(whole);

function reading(digits: string, fraction: string, unit: Unit): AmountReading {
  const kept = fraction.replace(/0+$/, '');
  const whole = digits.replace(/^0+(?=\d)/, '') || '0';
  const minor = parseAmount(kept === '' ? whole : `${whole}.${kept}`, unit);
  return minor === undefined ? malformed : { kind: 'ok', minor, money: { amount: wireAmount(minor, unit), unit } };
}

import { groupAmount, type Money, minorOf, unitScale } from '../../units.ts';

/** Currencies in which a member can have the value of the wallet shown alongside it. Nothing is ever held or paid in them. */
export const displayCurrencies = ['EUR', 'GBP', 'JPY', 'CNY', 'KRW', 'TWD', 'HKD', 'SGD'] as const;
export type DisplayCurrency = (typeof displayCurrencies)[number];

/** Decimal places in which people write amounts of them: ISO 4217. */
export const displayDecimals: Readonly<Record<DisplayCurrency, 0 | 2>> = {
  EUR: 2,
  GBP: 2,
  JPY: 0,
  CNY: 2,
  KRW: 0,
  TWD: 0,
  HKD: 2,
  SGD: 2,
};

/** Decimals that a rate can have. */
const rateScale = 6;

/**
 * What an amount in USD is about worth, as people write it: `756,150 JPY`. Whole numbers throughout, rounded half up to
 * what the currency has, so that the same amount is always the same text.
 * @param perUsd a decimal with at most six digits behind the point
 */
export function displayText(total: Money, perUsd: string, currency: DisplayCurrency): string {
  const [whole = '0', fraction = ''] = perUsd.split('.');
  const rate = BigInt(whole + fraction.padEnd(rateScale, '0'));
  const decimals = displayDecimals[currency];
  const unit = 10n ** BigInt(unitScale[total.unit] + rateScale - decimals);
  const value = (minorOf(total) * rate + unit / 2n) / unit;
  const digits = value.toString().padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return `${groupAmount(text)} ${currency}`;
}

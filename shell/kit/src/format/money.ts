import type { Money } from '@trellis/api-contract';

/**
 * Writes a wire amount for people: `1234.5` becomes `1,234.50`. The same in every language, always at least two
 * decimals, all of the digits that are there, and never a currency sign: several of our units are dollars.
 */
export function amountText(amount: string): string {
  const negative = amount.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? amount.slice(1) : amount).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${negative ? '−' : ''}${grouped}.${fraction.padEnd(2, '0')}`;
}

/** `1,234.56 USD`. */
export const moneyText = (money: Money): string => `${amountText(money.amount)} ${money.unit}`;

export const isNegative = (money: Money): boolean => money.amount.startsWith('-');

/** The same amount without its sign. */
export const unsigned = (money: Money): Money =>
  isNegative(money) ? { ...money, amount: money.amount.slice(1) } : money;

/** Whether there is nothing of it. */
export const isZero = (money: Money): boolean => /^-?0(\.0*)?$/.test(money.amount);

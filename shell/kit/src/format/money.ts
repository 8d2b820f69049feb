import { type Money, minorOf, type Unit, unitScale, wireAmount, withUnit } from '@trellis/api-contract';

/**
 * Writes a wire amount for people: `1234.5` becomes `1,234.50`. The same in every language, always at least two
 * decimals, all of the digits that are there, and never a currency sign: several of our units are dollars.
 * One of BTC has all eight: there 0.00 would hide what is a coin elsewhere.
 */
export function amountText(amount: string, unit?: Unit): string {
  const negative = amount.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? amount.slice(1) : amount).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${negative ? '−' : ''}${grouped}.${fraction.padEnd(unit === 'BTC' ? 8 : 2, '0')}`;
}

/**
 * An amount as screens show it: with two decimals, of BTC and ON with all eight. What is cut off is never in the
 * reader's favour: what they have or get is shown as no more than it is, what leaves them as no less. Of an amount that
 * would show as nothing all digits are shown; records, receipts and statements show all of each.
 */
export function shownMoney(money: Money): Money {
  const { unit } = money;
  if (unit === 'BTC' || unit === 'ON') return money;
  const whole = minorOf(money);
  const cent = 10n ** BigInt(unitScale[unit] - 2);
  // Down, also below zero.
  const cut = ((whole % cent) + cent) % cent;
  if (cut === 0n || (whole < cent && whole > -cent)) return money;
  return { amount: wireAmount(whole - cut, unit), unit };
}

/** `1,234.56 USD`, on one line: all of its digits. */
export const moneyText = (money: Money): string => withUnit(amountText(money.amount, money.unit), money.unit);

/** The same with as many decimals as screens show. */
export const shownText = (money: Money): string => moneyText(shownMoney(money));

/** `1 USD = 0.998 USDT`: a line may end at the sign between the two, and nowhere else. */
export const rateText = (from: Unit, rate: string, to: Unit): string =>
  `${withUnit('1', from)} = ${withUnit(rate, to)}`;

export const isNegative = (money: Money): boolean => money.amount.startsWith('-');

/** The same amount without its sign. */
export const unsigned = (money: Money): Money =>
  isNegative(money) ? { ...money, amount: money.amount.slice(1) } : money;

/** Whether there is nothing of it. */
export const isZero = (money: Money): boolean => /^-?0(\.0*)?$/.test(money.amount);

/** A share of an amount, rounded down to whole cents: what is offered is never more than it is a share of. */
export function shareOf({ amount, unit }: Money, percent: bigint): Money {
  const whole = minorOf({ amount, unit });
  const cent = 10n ** BigInt(unitScale[unit] - 2);
  const share = whole > 0n ? (whole * percent) / 100n : 0n;
  return { amount: wireAmount(share - (share % cent), unit), unit };
}

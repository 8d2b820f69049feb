import { type Money, minorOf, money, type PackageLevel, packageLevels } from '@trellis/api-contract';
import type { Offer, OfferedLevel } from '../api.ts';

/** What is asked for: a level by its name where the amount is its price, and else an amount of one's own. */
export type Order = { readonly level: PackageLevel } | { readonly amount: string };

export function orderOf(price: Money, { levels }: Pick<Offer, 'levels'>): Order {
  const match = levels.find((level) => minorOf(level.price) === minorOf(price));
  const level = packageLevels.find((name) => name === match?.level);
  return level ? { level } : { amount: price.amount };
}

/** The level whose terms an amount has: its own, or the dearest that it reaches. */
export const reachedBy = (price: Money, { levels }: Pick<Offer, 'levels'>): OfferedLevel | undefined =>
  levels
    .filter((level) => minorOf(level.price) <= minorOf(price))
    .sort((a, b) => Number(minorOf(b.price) - minorOf(a.price)))[0];

/** The most of a price that RP may pay of those that are there. */
export function payableInRp(
  price: Money,
  { rpSharePercent, rpAvailable }: Pick<Offer, 'rpSharePercent' | 'rpAvailable'>,
): Money {
  // A percentage has as many decimals as USD may have.
  const percent = minorOf({ amount: rpSharePercent, unit: 'USD' });
  const share = (minorOf(price) * percent) / 100_000_000n;
  const held = minorOf(rpAvailable);
  return money(share < held ? share : held, 'RP');
}

/** The smallest and the largest that can be bought: a level may lie outside of what an own amount may be. */
export function boundsOf({ minimum, maximum, levels }: Pick<Offer, 'minimum' | 'maximum' | 'levels'>) {
  const prices = levels.map(({ price }) => minorOf(price));
  return {
    minimum: money(
      prices.reduce((least, price) => (price < least ? price : least), minorOf(minimum)),
      'USD',
    ),
    maximum: money(
      prices.reduce((most, price) => (price > most ? price : most), minorOf(maximum)),
      'USD',
    ),
  };
}

/** What is left of an amount after another of a unit that is worth the same. */
export const minus = (one: Money, other: Money): Money => money(minorOf(one) - minorOf(other), one.unit);

/** Sums amounts of units that are worth the same. */
export const plus = (one: Money, other: Money): Money => money(minorOf(one) + minorOf(other), one.unit);

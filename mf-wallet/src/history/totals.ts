import { type Money, minorOf, money, type Output } from '@trellis/api-contract';
import { isZero } from '@trellis/kit';

export type HistoryPoint = Output<'getBalanceHistory'>['points'][number];

const weekMs = 7 * 86_400_000;

/** From where there was something on: what was before would be a cliff that says nothing. */
export function sinceFirst(points: readonly HistoryPoint[]): readonly HistoryPoint[] {
  const first = points.findIndex(({ total }) => !isZero(total));
  return first === -1 ? [] : points.slice(first);
}

/** Whether a picture says more than the balance does: a week of it, in which it changed twice. */
export function saysSomething(points: readonly HistoryPoint[]): boolean {
  const own = sinceFirst(points);
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last || Date.parse(last.at) - Date.parse(first.at) < weekMs) return false;
  return own.filter(({ total }, index) => index > 0 && total.amount !== own[index - 1]?.total.amount).length >= 2;
}

/** From one total to another: negative if it became less. */
export const changeOf = (from: Money, to: Money): Money => money(minorOf(to) - minorOf(from), to.unit);

/** The smallest and the greatest total. */
export function extremesOf(points: readonly HistoryPoint[]): { readonly least: Money; readonly most: Money } {
  const sorted = points.map(({ total }) => total).sort((a, b) => (minorOf(a) < minorOf(b) ? -1 : 1));
  const zero = money(0n, 'USD');
  return { least: sorted[0] ?? zero, most: sorted.at(-1) ?? zero };
}

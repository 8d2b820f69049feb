import { type Money, minorOf, money, type Output } from '@trellis/api-contract';
import { isZero } from '@trellis/kit';

export type HistoryPoint = Output<'getBalanceHistory'>['points'][number];

/** Whether there ever was anything, in the time that is looked at. */
export const hasMoved = (points: readonly HistoryPoint[]): boolean => points.some(({ total }) => !isZero(total));

/** From one total to another: negative if it became less. */
export const changeOf = (from: Money, to: Money): Money => money(minorOf(to) - minorOf(from), to.unit);

/** The smallest and the greatest total. */
export function extremesOf(points: readonly HistoryPoint[]): { readonly least: Money; readonly most: Money } {
  const sorted = points.map(({ total }) => total).sort((a, b) => (minorOf(a) < minorOf(b) ? -1 : 1));
  const zero = money(0n, 'USD');
  return { least: sorted[0] ?? zero, most: sorted.at(-1) ?? zero };
}

import type { Day } from '@trellis/api-contract';

/** Months of the calendar as `2026-03`, the latest first. */
export function monthsBack(first: string, last: string): string[] {
  const [firstYear = 0, firstMonth = 1] = first.split('-').map(Number);
  const [lastYear = 0, lastMonth = 1] = last.split('-').map(Number);
  const count = (lastYear - firstYear) * 12 + lastMonth - firstMonth + 1;
  return Array.from({ length: Math.max(1, count) }, (_each, back) =>
    new Date(Date.UTC(lastYear, lastMonth - 1 - back)).toISOString().slice(0, 7),
  );
}

/** The days of a month from its first to this one, as `2026-03-09`. */
export const daysUpTo = (day: Day): Day[] =>
  Array.from({ length: Number(day.slice(8)) }, (_each, n) => `${day.slice(0, 8)}${String(n + 1).padStart(2, '0')}`);

/** Amounts as shares of the greatest, from 0 to 1; what is there is seen, however small it is next to that. */
export function heightsOf(amounts: readonly bigint[]): number[] {
  const most = amounts.reduce((greatest, amount) => (amount > greatest ? amount : greatest), 1n);
  return amounts.map((amount) => (amount === 0n ? 0 : Math.max(0.03, Number((amount * 1000n) / most) / 1000)));
}

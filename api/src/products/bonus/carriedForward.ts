import type { UtcDay } from '../../ground/utcDay.ts';
import { lesser } from '../../ledger/shares.ts';
import { bothSides, type Lot, type Sides, volumeOf } from './carry.ts';
import type { PerformanceFacts, TeamDay } from './performanceFacts.ts';

const sumOf = (days: readonly TeamDay[], side: keyof Sides<bigint>, counts: (day: UtcDay) => boolean): bigint =>
  days.filter(({ day }) => counts(day)).reduce((sum, { volume }) => sum + volume[side], 0n);

/**
 * What waits on each side to be matched as of the last closed day, by its days, the oldest first. What is left is the newest:
 * matching and age take the oldest. The facts reach back at least to the day after the last that is too old.
 */
export function carriedForward(facts: PerformanceFacts): Sides<readonly Lot[]> {
  const { closedThrough, expiredThrough, days, ever, gone } = facts;
  if (closedThrough === undefined || expiredThrough === undefined) return { left: [], right: [] };
  return bothSides((side) => {
    const closed = ever[side] - sumOf(days, side, (day) => day > closedThrough);
    const young = sumOf(days, side, (day) => day > expiredThrough && day <= closedThrough);
    let left = lesser(closed - gone[side], young);
    const lots: Lot[] = [];
    for (const { day, volume } of days.toSorted((a, b) => b.day - a.day)) {
      if (day > closedThrough || left <= 0n) continue;
      const taken = lesser(volume[side], left);
      left -= taken;
      if (taken > 0n) lots.unshift({ day, volume: taken });
    }
    return lots;
  });
}

/**
 * What grew too old on each side in a month up to the last closed day: all that had come by then and is neither matched nor
 * carried, less what was so before the month. The facts reach back at least to the day after the last that was too old before it.
 */
export function expiredInMonth(facts: PerformanceFacts, matched: bigint): Sides<bigint> {
  const { closedThrough, days, ever, goneBefore, expiredBefore } = facts;
  if (closedThrough === undefined) return { left: 0n, right: 0n };
  const carried = carriedForward(facts);
  return bothSides((side) => {
    const closed = ever[side] - sumOf(days, side, (day) => day > closedThrough);
    const old = expiredBefore === undefined ? 0n : ever[side] - sumOf(days, side, (day) => day > expiredBefore);
    return closed - volumeOf(carried[side]) - greater(old, goneBefore[side]) - matched;
  });
}

const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b);

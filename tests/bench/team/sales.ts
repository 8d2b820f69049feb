import { packageLevels } from '@trellis/api-contract';
import type { Random } from '../../../api/src/testing/index.ts';

/** Three years. */
export const days = 1_095;
/** What the levels cost, in whole USD: three years of a million sales in minor units are too large for a number. */
export const prices = [100, 300, 500, 1_000, 3_000, 5_000, 10_000, 30_000] as const;
export const levelOf = (place: number): string => packageLevels[place] ?? 'Clear';

/** Sales in the order of their days, which are counted from 0. */
export interface Sales {
  readonly count: number;
  readonly member: Int32Array;
  readonly day: Int32Array;
  /** Place in the list of levels. */
  readonly level: Uint8Array;
  /** So many days it is active. */
  readonly activeDays: Int32Array;
}

/** Members join evenly over the days, in the order of their ids. */
export const joinedOn = (member: number, members: number): number => Math.floor(((member - 1) * days) / members);
const joinedUntil = (day: number, members: number): number => Math.max(1, Math.ceil(((day + 1) * members) / days));

/**
 * As many sales as there are members, on any day by anybody who is there, and on the last day another fiftieth of that.
 * @returns them by day
 */
export function sell(members: number, random: Random): Sales {
  const many = members + Math.ceil(members / 50);
  const day = new Int32Array(many).fill(days - 1);
  for (let sale = 0; sale < members; sale += 1) day[sale] = random.below(days);
  day.sort();
  return {
    count: many,
    day,
    member: Int32Array.from(day, (on) => 1 + random.below(Math.min(members, joinedUntil(on, members)))),
    level: Uint8Array.from(day, () => random.below(prices.length)),
    activeDays: Int32Array.from(day, () => 30 * (3 + random.below(10))),
  };
}

import { dayText, type UtcDay, utcDayOf } from '../../ground/utcDay.ts';
import type { Database } from '../../platform/db/database.ts';
import type { BonusHoldCause } from './bonusHolds.ts';
import { bothSides, type Sides } from './carry.ts';

/** What a day brought to both sides below a member. Minor units. */
export interface TeamDay {
  readonly day: UtcDay;
  readonly people: Sides<number>;
  readonly volume: Sides<bigint>;
}

/** A line of a closed day, with what its day could pay. Minor units. */
export interface PerformanceLine {
  readonly day: UtcDay;
  readonly qualified: boolean;
  readonly stock: Sides<bigint>;
  /** Of all volume that ever came to a side, so much was gone when the day was closed. */
  readonly gone: Sides<bigint>;
  readonly matched: bigint;
  readonly directPoints: bigint;
  readonly direct: bigint;
  readonly pairing: bigint;
  readonly cap: bigint;
  readonly cut: bigint;
  readonly overLimit: bigint;
  readonly due: bigint;
  readonly paid: bigint;
  readonly rp: bigint;
  readonly arrived: boolean;
  /** Why it waits, where an operator holds it. */
  readonly held: BonusHoldCause | null;
  readonly directPpm: bigint;
  readonly pairingPpm: bigint;
  readonly hadBudget: boolean;
}

/** All that a month's performance is made of, as it was at one moment. */
export interface PerformanceFacts {
  readonly asOf: Date;
  readonly joinedOn: UtcDay;
  /** Of residence: ISO 3166-1; `null`: not known. */
  readonly country: string | null;
  readonly closedThrough: UtcDay | undefined;
  /** Volume of days up to this one is too old; `undefined`: no day was closed yet. */
  readonly expiredThrough: UtcDay | undefined;
  /** All volume that ever came to each side. */
  readonly ever: Sides<bigint>;
  /** What of it was matched or too old at the last line that matched anything. */
  readonly gone: Sides<bigint>;
  /** The same before the month, and which days were too old then. */
  readonly goneBefore: Sides<bigint>;
  readonly expiredBefore: UtcDay | undefined;
  readonly days: readonly TeamDay[];
  /** Of the month. */
  readonly lines: readonly PerformanceLine[];
  /** What each month paid, by `2026-03`. */
  readonly paidByMonth: ReadonlyMap<string, bigint>;
  /** What the month that runs has paid. */
  readonly paidThisMonth: bigint;
  readonly activeLevels: readonly string[];
  readonly ownValue: bigint;
  /** When the first of their packages begins to count that can still be cancelled. */
  readonly countsFrom: Date | undefined;
}

interface Asked {
  readonly member: string;
  /** Days of the index that are wanted; else from `barsFrom`, or the first whose volume could be matched in the month. */
  readonly from: UtcDay | undefined;
  readonly to: UtcDay;
  readonly monthFrom: UtcDay;
  readonly monthTo: UtcDay;
  readonly barsFrom: UtcDay;
  readonly today: UtcDay;
}

/** As it was at one moment. The database says it in one (team-performance.sql). */
export async function performanceFacts(database: Database, query: Asked): Promise<PerformanceFacts> {
  const row = await database.one<{ facts: Row | null }>(
    'SELECT team_performance($1, $2, $3, $4, $5, $6, $7) AS facts',
    [
      query.member,
      query.from === undefined ? null : dayText(query.from),
      ...[query.to, query.monthFrom, query.monthTo, query.barsFrom, query.today].map(dayText),
    ],
  );
  if (!row?.facts) throw new Error('no facts of a performance');
  return factsOf(row.facts);
}

type DayRow = readonly [day: string, leftPeople: number, rightPeople: number, left: string, right: string];
type LineRow = readonly [
  day: string,
  qualified: boolean,
  leftStock: string,
  rightStock: string,
  leftGone: string,
  rightGone: string,
  matched: string,
  directPoints: string,
  direct: string,
  pairing: string,
  cap: string,
  cut: string,
  overLimit: string,
  due: string,
  paid: string,
  rp: string,
  arrived: boolean,
  directPpm: string,
  pairingPpm: string,
  hadBudget: boolean,
  held: BonusHoldCause | null,
];

/** As Postgres writes it: `null` where there is nothing. */
interface Row {
  readonly asOf: string;
  readonly joinedOn: string;
  readonly country: string | null;
  readonly closedThrough: string | null;
  readonly expiredThrough: string | null;
  readonly ever: readonly [string | null, string | null] | null;
  readonly gone: readonly [string | null, string | null];
  readonly goneBefore: readonly [string, string] | null;
  readonly expiredBefore: string | null;
  readonly days: readonly DayRow[] | null;
  readonly lines: readonly LineRow[] | null;
  readonly bars: readonly (readonly [string, string])[] | null;
  readonly paidThisMonth: string | null;
  readonly levels: readonly string[] | null;
  readonly ownValue: string;
  readonly countsFrom: string | null;
}

const dayOf = (text: string): UtcDay => utcDayOf(new Date(text));
const sidesOf = (pair: readonly [string | null, string | null] | null): Sides<bigint> =>
  bothSides((side) => BigInt(pair?.[side === 'left' ? 0 : 1] ?? 0));

const factsOf = (row: Row): PerformanceFacts => ({
  asOf: new Date(row.asOf),
  joinedOn: dayOf(row.joinedOn),
  country: row.country,
  closedThrough: row.closedThrough === null ? undefined : dayOf(row.closedThrough),
  expiredThrough: row.expiredThrough === null ? undefined : dayOf(row.expiredThrough),
  ever: sidesOf(row.ever),
  gone: sidesOf(row.gone),
  goneBefore: sidesOf(row.goneBefore),
  expiredBefore: row.expiredBefore === null ? undefined : dayOf(row.expiredBefore),
  days: (row.days ?? []).map(([day, leftPeople, rightPeople, left, right]) => ({
    day: dayOf(day),
    people: { left: leftPeople, right: rightPeople },
    volume: { left: BigInt(left), right: BigInt(right) },
  })),
  lines: (row.lines ?? []).map(lineOf),
  paidByMonth: new Map((row.bars ?? []).map(([month, paid]) => [month, BigInt(paid)])),
  paidThisMonth: BigInt(row.paidThisMonth ?? 0),
  activeLevels: row.levels ?? [],
  ownValue: BigInt(row.ownValue),
  countsFrom: row.countsFrom === null ? undefined : new Date(row.countsFrom),
});

function lineOf(row: LineRow): PerformanceLine {
  const [day, qualified, leftStock, rightStock, leftGone, rightGone, ...rest] = row;
  const [matched, directPoints, direct, pairing, cap, cut, overLimit, due, paid, rp, arrived, directPpm, pairingPpm] =
    rest;
  return {
    day: dayOf(day),
    qualified,
    stock: { left: BigInt(leftStock), right: BigInt(rightStock) },
    gone: { left: BigInt(leftGone), right: BigInt(rightGone) },
    matched: BigInt(matched),
    directPoints: BigInt(directPoints),
    direct: BigInt(direct),
    pairing: BigInt(pairing),
    cap: BigInt(cap),
    cut: BigInt(cut),
    overLimit: BigInt(overLimit),
    due: BigInt(due),
    paid: BigInt(paid),
    rp: BigInt(rp),
    arrived,
    directPpm: BigInt(directPpm),
    pairingPpm: BigInt(pairingPpm),
    hadBudget: rest[13],
    held: rest[14],
  };
}

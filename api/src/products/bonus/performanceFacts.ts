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
}

interface Asked {
  readonly member: string;
  /** Days of the index that are wanted; else from the first whose volume could be matched in the month. */
  readonly from: UtcDay | undefined;
  readonly to: UtcDay;
  readonly monthFrom: UtcDay;
  readonly monthTo: UtcDay;
  readonly barsFrom: UtcDay;
  readonly today: UtcDay;
}

/** In one statement, so that no sale is in one figure and not in the other. */
export async function performanceFacts(database: Database, asked: Asked): Promise<PerformanceFacts> {
  const row = await database.one<{ facts: Row }>(
    `SELECT json_build_object(
        'asOf', team_known_until(),
        'joinedOn', (SELECT (created_at AT TIME ZONE 'UTC')::date FROM member WHERE id = $1),
        'closedThrough', (SELECT max(day) FROM bonus_day), 'expiredThrough', expired.through, 'expiredBefore', expired.before,
        'ever', (SELECT json_build_array(left_volume::text, right_volume::text) FROM team_window($1, 0)),
        'gone', (SELECT json_build_array(left_gone::text, right_gone::text) FROM bonus_standing WHERE member = $1),
        'goneBefore', (SELECT json_build_array(left_gone::text, right_gone::text) FROM bonus_line
                         WHERE member = $1 AND day < $4 AND matched > 0 ORDER BY day DESC LIMIT 1),
        'days', (SELECT json_agg(json_build_array(day, left_people, right_people, left_volume::text, right_volume::text))
                   FROM team_daily($1, coalesce($2, least($4, expired.through + 1, expired.before + 1)), $3)),
        'lines', (SELECT json_agg(json_build_array(l.day, l.qualified, l.left_stock::text, l.right_stock::text, l.left_gone::text,
                    l.right_gone::text, l.matched::text, l.direct_points::text, l.direct::text, l.pairing::text, l.cap::text, l.cut::text,
                    l.over_limit::text, l.due::text, l.paid::text, l.rp::text, l.paid_by IS NOT NULL, d.terms ->> 'directPpm',
                    d.terms ->> 'pairingPpm', d.budget > 0,
                    CASE WHEN l.paid > 0 AND l.paid_by IS NULL THEN bonus_hold_of(l.member, l.day) END) ORDER BY l.day)
                    FROM bonus_line l JOIN bonus_day d USING (day) WHERE l.member = $1 AND l.day BETWEEN $4 AND $5),
        'bars', (SELECT json_agg(json_build_array(month, paid::text)) FROM (
                   SELECT to_char(day, 'YYYY-MM') AS month, sum(paid) AS paid FROM bonus_line
                     WHERE member = $1 AND day BETWEEN $6 AND $5 GROUP BY 1) m),
        'paidThisMonth', (SELECT month_paid::text FROM bonus_standing
                            WHERE member = $1 AND month = date_trunc('month', $7::date)::date),
        'levels', (SELECT json_agg(level) FROM sale WHERE member = $1 AND ends_on > $7 AND day <= $7),
        'ownValue', (SELECT coalesce(sum(points), 0)::text FROM sale WHERE member = $1 AND ends_on > $7 AND day <= $7)) AS facts
       FROM (SELECT (SELECT max(expired_through) FROM bonus_day) AS through,
                    (SELECT max(expired_through) FROM bonus_day WHERE day < $4) AS before) expired`,
    [
      asked.member,
      asked.from === undefined ? null : dayText(asked.from),
      ...[asked.to, asked.monthFrom, asked.monthTo, asked.barsFrom, asked.today].map(dayText),
    ],
  );
  if (!row) throw new Error('no facts of a performance');
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
  readonly closedThrough: string | null;
  readonly expiredThrough: string | null;
  readonly ever: readonly [string | null, string | null] | null;
  readonly gone: readonly [string, string] | null;
  readonly goneBefore: readonly [string, string] | null;
  readonly expiredBefore: string | null;
  readonly days: readonly DayRow[] | null;
  readonly lines: readonly LineRow[] | null;
  readonly bars: readonly (readonly [string, string])[] | null;
  readonly paidThisMonth: string | null;
  readonly levels: readonly string[] | null;
  readonly ownValue: string;
}

const dayOf = (text: string): UtcDay => utcDayOf(new Date(text));
const sidesOf = (pair: readonly [string | null, string | null] | null): Sides<bigint> =>
  bothSides((side) => BigInt(pair?.[side === 'left' ? 0 : 1] ?? 0));

const factsOf = (row: Row): PerformanceFacts => ({
  asOf: new Date(row.asOf),
  joinedOn: dayOf(row.joinedOn),
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

import { z } from 'zod';
import { day, money, time } from '../../schemas/fields.ts';
import { file } from '../statements/schemas.ts';

/** A month of the calendar in UTC. */
const month = z.string().regex(/^20[0-9]{2}-(?:0[1-9]|1[0-2])$/, { error: 'field.format' });

/** Why a bonus waits: our team looks whether accounts that share something are one person's, or at the bonus itself. */
export const bonusHoldCause = z.enum(['sharedAccounts', 'review']);

/** What a day brought, or a month: of both sides, and what came of it. */
const performanceSums = z.strictObject({
  /** The volume of both sides that was matched. */
  matched: money,
  /** Points of those whom the member has sponsored, on days that paid for them. */
  directPoints: money,
  direct: money,
  pairing: money,
  /** Of pairing, above the cap of a day. */
  cut: money,
  /** Above the month's limit by one's own packages. */
  overLimit: money,
  due: money,
  /** In USD; the two parts of it are `usdp` and `rp`. */
  paid: money,
  usdp: money,
  rp: money,
  /** Paid out of due, cut to four places; `null` where nothing is due. */
  factor: z.string().nullable(),
});

const performanceSide = z.strictObject({ sales: money, people: z.int() });

const performanceDay = z
  .strictObject({
    day,
    left: performanceSide,
    right: performanceSide,
    /** `null`: nothing came of the day, or it is not closed yet. */
    bonus: performanceSums
      .extend({
        /** What could be matched of each side. */
        stock: z.strictObject({ left: money, right: money }),
        /** The cap of that day on pairing. */
        cap: money,
        /** Without an active package nothing is matched, and what sponsored members buy pays nothing. */
        qualified: z.boolean(),
        /** In the balance, or still on its way to it. */
        arrived: z.boolean(),
        /** Why it waits, where our team holds it; it is paid when that has ended. */
        held: bonusHoldCause.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'PerformanceDay' });

const carried = z.strictObject({
  volume: money,
  /** What of it can be matched until when, the first to expire first; what lasts longest in one. */
  lots: z.array(z.strictObject({ lastDay: day, volume: money })),
});

export const bonusSchemas = {
  getTeamPerformance: {
    summary: 'What a month brought to both sides of my team, and my bonus of it with all that it was computed from',
    query: z.strictObject({ month: month.optional() }),
    response: z.strictObject({
      month,
      /** From when I joined to now. */
      months: z.strictObject({ first: month, last: month }),
      asOf: time,
      /** The last day whose bonus is settled. */
      closedThrough: day.nullable(),
      /** Whether there is a bonus where I live. */
      sale: z.enum(['open', 'closed', 'countryNeeded']),
      /** `closed` for who lives in my country; not there: for everybody. */
      closedFor: z.enum(['country']).optional(),
      /** Left and right; own purchases are on no side. */
      total: money,
      left: performanceSide,
      right: performanceSide,
      sums: performanceSums,
      /** What would have been paid, and was not, because no package was active or the pool was empty. */
      missed: z.strictObject({ noPackage: money, noBudget: money }),
      /** Of the month, by its last rules that paid something; `null` where these changed in it. */
      percents: z.strictObject({ direct: z.string().nullable(), pairing: z.string().nullable() }),
      /** Volume that grew too old in the month; `null`: too long ago to be worked out. */
      expired: z.strictObject({ left: money, right: money }).nullable(),
      /** What waits to be matched, as of the end of a day; `null` for a month that is over. */
      carry: z.strictObject({ asOf: day, left: carried, right: carried }).nullable(),
      /** What decides about my bonus now. */
      now: z.strictObject({
        /** My highest active level; `null`: no package is active. */
        level: z.string().nullable(),
        /** When the first of my packages begins to count, which could be cancelled until then; `null`: none waits for that. */
        countsFrom: time.nullable().optional(),
        capADay: money,
        /** The most that the month can pay by my own active packages; `null`: there is no such limit. */
        monthLimit: money.nullable(),
        paidThisMonth: money,
        carryDays: z.int(),
        budgetPercent: z.string(),
        rpPercent: z.string(),
        ownValuePercent: z.string().nullable(),
      }),
      /** The last six months up to this one, with what each paid and what each side brought; older servers do not say that. */
      bars: z.array(
        z.strictObject({ month, paid: money, sales: z.strictObject({ left: money, right: money }).optional() }),
      ),
      /** Days with anything, the latest first. */
      days: z.array(performanceDay),
    }),
  },
  exportTeamPerformance: {
    summary: 'The days of a month as CSV, each with all that my bonus of it was computed from',
    query: z.strictObject({ month: month.optional() }),
    response: file,
  },
};

import { z } from 'zod';
import type { ErrorCode } from '../../errors/errorCatalogue.ts';
import { pools } from '../../pools.ts';
import { amount, day, money, opaqueId, pageLimit, time } from '../fields.ts';
import { file } from '../statements.ts';
import { freshCode, reason } from './fields.ts';

const range: ErrorCode = 'field.range';
const pool = z.enum(pools);
const filter = { pool: pool.optional() };

const funding = z.strictObject({
  id: opaqueId,
  pool,
  /** Put in, or, below zero, taken out of what nothing is promised from. */
  amount: money,
  /** waiting: for a second person, until `expiresAt`. replaced: by one that was asked for later. */
  state: z.enum(['waiting', 'posted', 'replaced', 'lapsed']),
  requestedBy: z.string(),
  requestedAt: time,
  reason: z.string(),
  expiresAt: time,
  approvedBy: z.string().nullable(),
  postedAt: time.nullable(),
});

/** What falls due of one product on a day. All of it is USD; packages come back in USDP, which are one to one with it. */
const falling = z.strictObject({
  /** Parts of packages, or stakes. */
  count: z.int(),
  /** Without its reward. */
  value: money,
  /** Paid out of what was promised. */
  reward: money,
});

/** Pools: what rewards are promised from. */
export const poolSchemas = {
  listPools: {
    summary: 'What each pool still has to promise, what is promised already, and what waits for a second person',
    response: z.strictObject({
      pools: z.array(
        z.strictObject({
          pool,
          free: money,
          waiting: funding.nullable(),
          /** Over the last 30 days: rewards that were promised, less those that came back as purchases were cancelled. */
          promised: money,
          /** Of that on a day, rounded up. */
          pace: money,
          /** So many whole days what is free lasts at that pace, at most 100 years; `null`: nothing was promised. */
          runwayDays: z.int().nullable(),
          /** Rewards to be paid to members within the next 30 days, with what is overdue. */
          due: money,
        }),
      ),
      /** Of all pools together, and not paid yet. */
      committed: money,
    }),
  },
  poolCalendar: {
    summary:
      'What falls due today and on each of the next 90 days: parts of packages that come back, and stakes that mature',
    response: z.strictObject({
      /** Every day in UTC from today on, also those on which nothing does; what is overdue stands on today. */
      days: z.array(z.strictObject({ day: day, package: falling, stake: falling })),
    }),
  },
  getPoolHistory: {
    summary: 'Every funding that was ever asked for, latest first',
    query: z.strictObject({ ...filter, after: opaqueId.optional(), limit: pageLimit.optional() }),
    response: z.strictObject({ fundings: z.array(funding), next: opaqueId.nullable() }),
  },
  exportPoolHistory: {
    summary: 'Every funding that was ever asked for as CSV, with the same filter; it stands in the audit log',
    query: z.strictObject(filter),
    response: file,
  },
  askPoolFunding: {
    summary: 'Ask for USD to be put into a pool, or taken out of what is free in it; a second person approves it',
    params: z.strictObject({ pool }),
    body: z.strictObject({
      direction: z.enum(['in', 'out']),
      amount: amount.refine((text) => /[1-9]/.test(text), { error: range }),
      reason,
      code: freshCode,
    }),
    response: funding,
  },
};

import { z } from 'zod';
import type { ErrorCode } from '../../../errors/errorCatalogue.ts';
import { amount, day, money } from '../../../schemas/fields.ts';
import { approvalRequested, freshCode, reason } from '../../../schemas/operatorFields.ts';
import { pools } from '../pools.ts';

const range: ErrorCode = 'field.range';
const pool = z.enum(pools);

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
export const poolOperatorSchemas = {
  listPools: {
    summary: 'What each pool still has to promise, what is promised already, and what waits for a second person',
    response: z.strictObject({
      pools: z.array(
        z.strictObject({
          pool,
          free: money,
          /** An amount below zero is taken out. */
          waiting: z.strictObject({ ...approvalRequested.shape, amount: money, requestedBy: z.string() }).nullable(),
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
  askPoolFunding: {
    summary: 'Ask for USD to be put into a pool, or taken out of what is free in it; a second person approves it',
    params: z.strictObject({ pool }),
    body: z.strictObject({
      direction: z.enum(['in', 'out']),
      amount: amount.refine((text) => /[1-9]/.test(text), { error: range }),
      reason,
      code: freshCode,
    }),
    response: approvalRequested,
  },
};

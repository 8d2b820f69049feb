import { z } from 'zod';
import type { ErrorCode } from '../../errors/errorCatalogue.ts';
import { pools } from '../../pools.ts';
import { amount, money, opaqueId, pageLimit, time } from '../fields.ts';
import { reason } from './fields.ts';

const range: ErrorCode = 'field.range';
const pool = z.enum(pools);

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

/** Pools: what rewards are promised from. */
export const poolSchemas = {
  listPools: {
    summary: 'What each pool still has to promise, what is promised already, and what waits for a second person',
    response: z.strictObject({
      pools: z.array(z.strictObject({ pool, free: money, waiting: funding.nullable() })),
      /** Of all pools together, and not paid yet. */
      committed: money,
    }),
  },
  getPoolHistory: {
    summary: 'Every funding that was ever asked for, latest first',
    query: z.strictObject({ pool: pool.optional(), before: opaqueId.optional(), limit: pageLimit.optional() }),
    response: z.strictObject({ fundings: z.array(funding) }),
  },
  askPoolFunding: {
    summary: 'Ask for USD to be put into a pool, or taken out of what is free in it; a second person approves it',
    params: z.strictObject({ pool }),
    body: z.strictObject({
      direction: z.enum(['in', 'out']),
      amount: amount.refine((text) => /[1-9]/.test(text), { error: range }),
      reason,
    }),
    response: funding,
  },
  approvePoolFunding: {
    summary: 'Say yes, as the second person, to a funding that waits for one; it is posted at once',
    params: z.strictObject({ id: opaqueId }),
    body: z.strictObject({ reason }),
    response: funding,
  },
};

import { z } from 'zod';
import { idempotencyKey, money, opaqueId, pageLimit, time } from '../fields.ts';
import { file } from '../statements.ts';
import { freshCode, reason } from './fields.ts';

/** What books a fee, as its member knows it. */
const feeKind = z.enum(['transfer', 'exchange', 'deposit', 'withdrawal']);

/** Where a fee was booked: by the record that its member has of it. */
const fee = {
  username: z.string(),
  record: idempotencyKey,
  kind: feeKind,
  /** As much as its journal booked, in the unit in which it did. */
  amount: money,
};

const feeReturn = z.strictObject({
  id: opaqueId,
  ...fee,
  /** waiting: for a second person, until `expiresAt`. replaced: it was refused, or asked for anew. */
  state: z.enum(['waiting', 'posted', 'replaced', 'lapsed']),
  requestedBy: z.string(),
  requestedAt: time,
  reason: z.string(),
  expiresAt: time,
  approvedBy: z.string().nullable(),
  postedAt: time.nullable(),
});

/** Fees that are given back, by two people. */
export const feeReturnSchemas = {
  getFee: {
    summary: 'What a record cost its member as a fee, and whether they have it back; the look stands in the audit log',
    params: z.strictObject({ id: idempotencyKey.meta({ description: 'the reference that its member has' }) }),
    response: z.strictObject({ ...fee, bookedAt: time, returned: z.boolean() }),
  },
  listFeeReturns: {
    summary: 'Every return of a fee that was ever asked for, latest first',
    query: z.strictObject({ after: opaqueId.optional(), limit: pageLimit.optional() }),
    response: z.strictObject({ returns: z.array(feeReturn), next: opaqueId.nullable() }),
  },
  exportFeeReturns: {
    summary: 'Every return of a fee that was ever asked for as CSV; it stands in the audit log',
    response: file,
  },
  askFeeReturn: {
    summary: 'Ask for a record’s fee to go back to its member, as much as was booked; a second person approves it',
    body: z.strictObject({ record: idempotencyKey, reason, code: freshCode }),
    response: feeReturn,
  },
};

import { z } from 'zod';
import { idempotencyKey, money, time } from '../../../schemas/fields.ts';
import { approvalRequested, freshCode, reason } from '../../../schemas/operatorFields.ts';

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

/** Fees that are given back, by two people. */
export const feeReturnOperatorSchemas = {
  getFee: {
    summary: 'What a record cost its member as a fee, and whether they have it back; the look stands in the audit log',
    params: z.strictObject({ id: idempotencyKey.meta({ description: 'the reference that its member has' }) }),
    response: z.strictObject({ ...fee, bookedAt: time, returned: z.boolean() }),
  },
  askFeeReturn: {
    summary: 'Ask for a record’s fee to go back to its member, as much as was booked; a second person approves it',
    body: z.strictObject({ record: idempotencyKey, reason, code: freshCode }),
    response: approvalRequested,
  },
};

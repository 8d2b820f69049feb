import { z } from 'zod';
import type { ErrorCode } from '../../../errors/errorCatalogue.ts';
import { type JournalKind, journalKinds } from '../../../journals/journalKinds.ts';
import { depositStates } from '../../../products/deposits/deposits.ts';
import { withdrawalSteps } from '../../../products/withdrawals/withdrawals.ts';
import { idempotencyKey, language, opaqueId, time } from '../../../schemas/fields.ts';
import { inquiryStatuses } from '../../inquiries/inquiries.ts';

const format: ErrorCode = 'field.format';
/** Whatever can be found is written in these characters. */
const printable = /^[!-~]+$/;

/** When it began, and whose it is. */
const about = { at: time, username: z.string() };
const hit = z.discriminatedUnion('kind', [
  z.strictObject({
    ...about,
    kind: z.literal('member'),
    /** Not whole: `h***@example.com`. */
    email: z.string(),
    language,
    suspended: z.boolean(),
    frozen: z.boolean(),
  }),
  z.strictObject({ ...about, kind: z.literal('withdrawal'), id: idempotencyKey, step: z.enum(withdrawalSteps) }),
  z.strictObject({ ...about, kind: z.literal('deposit'), transaction: z.string(), state: z.enum(depositStates) }),
  z.strictObject({
    ...about,
    kind: z.literal('record'),
    reference: idempotencyKey,
    journal: z.enum(Object.keys(journalKinds) as [JournalKind, ...JournalKind[]]),
  }),
  z.strictObject({ ...about, kind: z.enum(['package', 'stake']), id: idempotencyKey }),
  z.strictObject({ ...about, kind: z.literal('inquiry'), id: opaqueId, status: z.enum(inquiryStatuses) }),
  /** One call, by the reference that was shown with its refusal. */
  z.strictObject({
    ...about,
    kind: z.literal('request'),
    requestId: z.string(),
    event: z.string(),
    outcome: z.string(),
  }),
]);

/** Finding by exactly what somebody has in hand. */
export const findOperatorSchemas = {
  findAnything: {
    summary:
      'Whose this is: a username, an e-mail address, an address on a chain, a transaction, the number of anything, #inquiry',
    query: z.strictObject({ q: z.string().trim().max(254).regex(printable, { error: format }) }),
    response: z.strictObject({ hits: z.array(hit) }),
  },
};

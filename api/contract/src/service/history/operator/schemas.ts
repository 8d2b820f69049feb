import { z } from 'zod';
import { type JournalKind, journalKinds, recordKinds } from '../../../journals/journalKinds.ts';
import { depositChains, depositStates } from '../../../products/deposits/deposits.ts';
import { stakeEvents } from '../../../products/stakes/stakes.ts';
import { file } from '../../../products/statements/schemas.ts';
import { recordFilter } from '../../../products/wallet/schemas.ts';
import { payoutChains, withdrawalEvents } from '../../../products/withdrawals/withdrawals.ts';
import {
  correctionCause,
  idempotencyKey,
  money,
  opaqueId,
  pageLimit,
  time,
  username,
} from '../../../schemas/fields.ts';
import { balanceUnits } from '../../../units.ts';
import { inquiryTypes } from '../../inquiries/inquiries.ts';
import { moneyAccesses, timelineKinds } from './memberHistory.ts';

const about = { id: z.string(), at: time };
const line = z.discriminatedUnion('kind', [
  z.strictObject({
    ...about,
    kind: z.literal('record'),
    record: z.enum(recordKinds),
    money,
    balanceAfter: money,
    /** The journal's. */
    reference: idempotencyKey,
    counterparty: z.string().nullable(),
    /** Of a correction of the team bonus why, as the member is shown. */
    cause: correctionCause.nullable(),
  }),
  z.strictObject({
    ...about,
    kind: z.literal('withdrawal'),
    event: z.enum(withdrawalEvents),
    withdrawal: idempotencyKey,
    money,
    /** What its payout brings, after the fee. */
    received: money,
    fee: money,
    chain: z.enum(payoutChains),
    address: z.string(),
  }),
  z.strictObject({
    ...about,
    kind: z.literal('deposit'),
    state: z.enum(depositStates),
    chain: z.enum(depositChains),
    money,
    transaction: z.string(),
  }),
  z.strictObject({ ...about, kind: z.literal('stake'), event: z.enum(stakeEvents), stake: idempotencyKey }),
  z.strictObject({ ...about, kind: z.literal('inquiry'), inquiry: opaqueId, topic: z.enum(inquiryTypes) }),
  z.strictObject({
    ...about,
    kind: z.literal('security'),
    /** The endpoint that was called. */
    event: z.string(),
    /** `done`, or with what it was refused. */
    outcome: z.string(),
    device: z.string(),
  }),
  z.strictObject({
    ...about,
    /** `deed`: what the next version calls `action`, which consoles of the version before do not know. */
    kind: z.enum(['deed', 'action', 'look']),
    action: z.string(),
    by: z.string(),
    reason: z.string(),
  }),
]);

const ofMember = z.strictObject({ username });

/** What happened to a member and their money, as operators answer for it. */
export const historyOperatorSchemas = {
  getMemberTimeline: {
    summary: 'What happened to a member and their money, the latest first',
    params: ofMember,
    query: z.strictObject({
      /** `deeds`: what consoles of the version before call `actions`; to be taken out with the next version. */
      kind: z
        .enum([...timelineKinds, 'deeds'])
        .optional()
        .meta({ description: 'without one everything but looks' }),
      after: z.string().max(400).optional(),
      limit: pageLimit.optional(),
    }),
    response: z.strictObject({
      access: z.enum(moneyAccesses),
      lines: z.array(line),
      next: z.string().nullable(),
    }),
  },
  exportMemberRecords: {
    summary: 'A member’s records as CSV, for whoever sees their money; it stands in the audit log',
    params: ofMember,
    query: z.strictObject(recordFilter),
    response: file,
  },
  getMemberEquation: {
    summary: 'What came and went of a member’s money by what it was, against what is there',
    params: ofMember,
    response: z.strictObject({
      access: z.enum(moneyAccesses),
      /** By unit, of those that ever moved. */
      units: z.array(
        z.strictObject({
          unit: z.enum(balanceUnits),
          /** Of all postings of one kind of journal what is left; a kind that only moves money between the member’s own accounts has none. */
          parts: z.array(
            z.strictObject({ kind: z.enum(Object.keys(journalKinds) as [JournalKind, ...JournalKind[]]), money }),
          ),
          /** The parts together. */
          sum: money,
          /** What the accounts hold. Another amount than the sum is an incident. */
          held: money,
        }),
      ),
    }),
  },
};

import { z } from 'zod';
import { lockCauses } from '../../../identity/security/actions.ts';
import { recordKinds } from '../../../journals/journalKinds.ts';
import { languages } from '../../../languages.ts';
import { idempotencyKey, money, opaqueId, pageLimit, time, username } from '../../../schemas/fields.ts';
import { exportCount, freshCode, reason } from '../../../schemas/operatorFields.ts';
import { withdrawalOrigins } from '../../stakes/stakes.ts';
import { file as csv } from '../../statements/schemas.ts';
import { withdrawalFacts, withdrawalSchemas } from '../schemas.ts';
import {
  operatorRejections,
  payoutAssets,
  payoutChains,
  withdrawalRisks,
  withdrawalSteps,
  withdrawalViews,
} from '../withdrawals.ts';

const facts = {
  ...withdrawalFacts,
  username: z.string(),
  risks: z.array(z.enum(withdrawalRisks)),
  /** Given, of so many needed, by different people. */
  approvedBy: z.array(z.string()),
  approvalsNeeded: z.int(),
  /** What a step has to name: it is refused if somebody else was faster. */
  revision: z.int(),
};
const payout = z.strictObject({
  id: opaqueId,
  tx: z.string(),
  /** `mismatched`: it reached its member with another amount than was ordered, and two people settle it. */
  state: z.enum(['recorded', 'seen', 'mismatched', 'confirmed', 'invalid']),
  /** Without a look at the chain a second person says that it was sent. */
  verifiable: z.boolean(),
  recordedBy: z.string(),
  recordedAt: time,
  fault: z.string().nullable(),
  /** Who asked for it to be voided, and waits for a second person. */
  voidAskedBy: z.string().nullable(),
  /** Who asked for it to be settled as it was paid, and waits for a second person. */
  settlementAskedBy: z.string().nullable(),
  /** What its member got, where that is another amount, or where it was found after it had been voided. */
  paid: money.nullable(),
  confirmedBy: z.string().nullable(),
});
/** What stands behind the reasons to look twice, as it was when the withdrawal was asked for, and as it is. */
const evidence = z.strictObject({
  address: z.strictObject({
    /** In the member’s book; `null` where it never was. */
    addedAt: time.nullable(),
    /** How often this member was paid there, and when last. */
    paid: z.int(),
    paidAt: time.nullable(),
    /** Members alongside this one who keep the address or withdrew to it. */
    others: z.int(),
    /** Another of the member’s own that begins and ends the same. */
    resembles: z.string().nullable(),
  }),
  member: z.strictObject({
    since: time,
    /** Withdrawals that were paid, and that were refused, before this one. */
    paid: z.int(),
    rejected: z.int(),
    /** Asked for within the 24 hours until this one, this one included. */
    inADay: z.int(),
    /** So many in a day are a reason to look. */
    many: z.int(),
  }),
  usdValue: money,
  /** What consoles of the version before read as `usdValue`; to be taken out with the next version. */
  worth: money,
  /** From here on the rules called one large. */
  largeFrom: money,
  /** What the member had where it was taken from, just before it. */
  balanceBefore: money,
  /** The last change of what protects the account, while its lock stands written. */
  securityChange: z.strictObject({ cause: z.enum(lockCauses), until: time }).nullable(),
  /** Where the money comes from: the last credits before it that cover the amount, the oldest first. */
  sources: z.array(
    z.strictObject({
      at: time,
      record: z.enum(recordKinds),
      money,
      counterparty: z.string().nullable(),
    }),
  ),
});
const details = z.strictObject({
  evidence,
  ...facts,
  /** In which its owner reads what becomes of it. */
  language: z.enum(languages),
  /** As the member typed it. */
  addressTyped: z.string(),
  timeline: withdrawalSchemas.getWithdrawal.response.shape.timeline,
  approvals: z.array(z.strictObject({ by: z.string(), reason: z.string(), at: time })),
  payouts: z.array(payout),
  /** What it would give at the rate of now; `null` where that is fixed, and without a good rate. */
  today: money.nullable(),
  /** Who is paying it, from before custody signs: until then nobody rejects it. */
  claim: z.strictObject({ by: z.string(), at: time }).nullable(),
});
const ofWithdrawal = z.strictObject({ id: idempotencyKey });
const txHash = z
  .string()
  .trim()
  .regex(/^(?:0x)?[0-9a-fA-F]{64}$/, { error: 'field.format' });
const revision = z.int().min(1).meta({ description: 'of what was looked at' });

const search = {
  view: z
    .enum(withdrawalViews)
    .optional()
    .meta({ description: 'open, if nothing is said and no step is over; or open ones of one step' }),
  step: z.enum(withdrawalSteps).optional(),
  origin: z
    .enum(withdrawalOrigins)
    .optional()
    .meta({ description: 'from a balance, all of a stake, or the profit of one' }),
  username: username.optional(),
  asset: z.enum(payoutAssets).optional(),
  chain: z.enum(payoutChains).optional(),
  risk: z.enum(withdrawalRisks).optional(),
  tx: txHash.optional().meta({ description: 'a transaction that was named for its payout' }),
  address: z.string().trim().min(1).max(200).optional(),
};

export const withdrawalOperatorSchemas = {
  listWithdrawalQueue: {
    summary: 'Open withdrawals, the earliest deadline first; or ended ones, the latest first',
    query: z.strictObject({
      ...search,
      after: idempotencyKey.optional(),
      limit: pageLimit.optional(),
    }),
    response: z.strictObject({
      withdrawals: z.array(
        z.strictObject({
          ...facts,
          /** Whether another member keeps the address or withdrew to it: the gravest reason to look twice. */
          shared: z.boolean(),
        }),
      ),
      /** How many open ones the same search finds, by where they stand. */
      counts: z.strictObject({ review: z.int(), approved: z.int(), sent: z.int() }),
      /** The last of these; `null` when there are no more. */
      next: idempotencyKey.nullable(),
    }),
  },
  countWithdrawals: {
    summary: 'How many withdrawals fit, as far as one file holds them',
    query: z.strictObject(search),
    response: exportCount,
  },
  exportWithdrawals: {
    summary: 'Withdrawals as CSV, with the same filters and in the same order; it stands in the audit log',
    query: z.strictObject(search),
    response: csv,
  },
  readWithdrawal: {
    summary: 'One withdrawal with its timeline, approvals and payouts',
    params: ofWithdrawal,
    response: details,
  },
  approveWithdrawal: {
    summary: 'One person’s approval of a withdrawal',
    params: ofWithdrawal,
    body: z.strictObject({ revision, reason, code: freshCode }),
    response: details,
  },
  rejectWithdrawal: {
    summary: 'Say no to a withdrawal, which gives the money back',
    params: ofWithdrawal,
    body: z.strictObject({
      revision,
      cause: z.enum(operatorRejections).meta({ description: 'what the member is shown' }),
      reason,
      code: freshCode,
    }),
    response: details,
  },
  claimPayout: {
    summary: 'Say that one is paying a withdrawal, before custody signs; a colleague’s claim is taken over',
    params: ofWithdrawal,
    body: z.strictObject({ revision, reason, code: freshCode }),
    response: details,
  },
  releasePayoutClaim: {
    summary: 'Say that nothing was sent, and give one’s claim to pay a withdrawal up',
    params: ofWithdrawal,
    body: z.strictObject({ revision, reason, code: freshCode }),
    response: details,
  },
  settlePayout: {
    summary: 'Ask for a payout of another amount to be settled as it was paid, or approve it as the second person',
    params: ofWithdrawal,
    body: z.strictObject({ revision, reason, code: freshCode }),
    response: details,
  },
  recordPayout: {
    summary: 'Name the transaction that pays a withdrawal',
    params: ofWithdrawal,
    body: z.strictObject({
      revision,
      tx: txHash,
      reason,
      code: freshCode,
    }),
    response: details,
  },
  confirmPayout: {
    summary: 'Say, as the second person, that a payout was sent where no chain is asked',
    params: ofWithdrawal,
    body: z.strictObject({ revision, reason, code: freshCode }),
    response: details,
  },
  voidPayout: {
    summary: 'Ask for a payout that was never seen to be voided, or approve it as the second person',
    params: ofWithdrawal,
    body: z.strictObject({ revision, reason, code: freshCode }),
    response: details,
  },
};

import { z } from 'zod';
import {
  actionCode,
  amount,
  idempotencyKey,
  money,
  pageLimit,
  payoutsFrozen,
  time,
  transaction,
} from '../../schemas/fields.ts';
import { withdrawalOrigins } from '../stakes/stakes.ts';
import {
  payoutAssets,
  payoutChains,
  rejectionCauses,
  withdrawalEvents,
  withdrawalStatuses,
  withdrawalSteps,
} from './withdrawals.ts';

const unit = z.enum(['USD', 'USDT']);
/** What is sent, and where. */
const payout = { asset: z.enum(payoutAssets), chain: z.enum(payoutChains) };
const wanted = { unit, amount, ...payout };
const addressText = z.string().trim().max(200, { error: 'withdrawal.address_invalid' });

export const withdrawalFacts = {
  id: idempotencyKey,
  /** The journal that holds its amount; `referenceText` makes of it what is read out. */
  reference: z.string(),
  amount: money,
  ...payout,
  address: z.string(),
  /** From what I have, or from a stake of mine. */
  origin: z.enum(withdrawalOrigins),
  stake: idempotencyKey.nullable(),
  fee: money,
  received: money,
  /** Until it is approved the rate moves with the market: the least that I accept. `null`: `received` is fixed. */
  acceptsFrom: money.nullable().optional(),
  status: z.enum(withdrawalStatuses),
  step: z.enum(withdrawalSteps),
  /** Nothing goes on while its owner is suspended. */
  paused: z.boolean(),
  /** Why it was rejected. */
  cause: z.enum(rejectionCauses).nullable(),
  createdAt: time,
  /** When funds arrive at the latest. */
  deadlineAt: time,
  /** The member can still say no. */
  cancellable: z.boolean(),
  /** Once it is on the chain; of `needed` confirmations. */
  payout: z.strictObject({ transaction, confirmations: z.int(), needed: z.int() }).nullable(),
};
export const withdrawal = z.strictObject(withdrawalFacts).meta({ id: 'Withdrawal' });
const detail = z
  .strictObject({
    ...withdrawalFacts,
    payoutsFrozen,
    /** Oldest first. */
    timeline: z.array(z.strictObject({ kind: z.enum(withdrawalEvents), at: time })),
  })
  .meta({ id: 'WithdrawalDetail' });
const ofWithdrawal = z.strictObject({ id: idempotencyKey });

export const withdrawalSchemas = {
  getWithdrawalTerms: {
    summary: 'What I can withdraw now, as what, at which fee, and up to how much',
    response: z.strictObject({
      sources: z.array(
        z.strictObject({
          unit,
          minimum: money,
          maximum: money,
          dayMaximum: money,
          /** Of the day's maximum, which both units use up together. */
          dayLeft: money,
          available: money,
          /** The most that can be withdrawn now: the smallest of available, maximum and what the day leaves. */
          withdrawable: money,
        }),
      ),
      payouts: z.array(
        z.strictObject({
          ...payout,
          fee: money,
          /** There is no rate that is good now. */
          closed: z.boolean(),
        }),
      ),
      reviewHours: z.int(),
      payoutsFrozen,
    }),
  },
  getWithdrawalQuote: {
    summary: 'What an amount gives after the fee, at the rate of now',
    query: z.strictObject({
      ...wanted,
      /** Paid out of a stake, where a withdrawal's most and least are none. */
      of: z.literal('stake').optional(),
    }),
    response: z.strictObject({
      fee: money,
      received: money,
      /** What one whole unit given is in the asset, before the fee, to as many places as its product with the amount needs; `null` where it is the same. */
      rate: z.string().nullable(),
      /** The amount is fixed when it is approved, at the rate of then: the least to accept. `null`: it is fixed now. */
      acceptsFrom: money.nullable().optional(),
    }),
  },
  checkWithdrawalAddress: {
    summary: 'Whether an address can be used, and whether it only looks like one of mine',
    body: z.strictObject({ chain: payout.chain, address: addressText }),
    response: z.strictObject({
      /** In the one form that it is kept in. */
      address: z.string(),
      /** The entry of the address book; without one it has to be added first. */
      book: z.strictObject({ id: z.string(), label: z.string(), usableFrom: time, held: z.boolean() }).nullable(),
      /** Another address of the member's that begins and ends like this one, and is not the same. */
      looksLike: z.strictObject({ address: z.string(), label: z.string().nullable() }).nullable(),
    }),
  },
  createWithdrawal: {
    summary: 'Submit a withdrawal; the amount is held at once',
    body: z.strictObject({
      ...wanted,
      address: addressText,
      /** What the quote said: if it is another by now, nothing is submitted. */
      received: z.string().max(30),
      /** What I accept at least where the amount is fixed with the approval; without it, what the quote said. */
      acceptsFrom: z.string().max(30).optional(),
      code: actionCode.optional(),
    }),
    response: detail,
  },
  listWithdrawals: {
    summary: 'My withdrawals, newest first',
    query: z.strictObject({ after: idempotencyKey.optional(), limit: pageLimit.optional() }),
    response: z.strictObject({ withdrawals: z.array(withdrawal), next: idempotencyKey.nullable() }),
  },
  getWithdrawal: { summary: 'One of my withdrawals, with its timeline', params: ofWithdrawal, response: detail },
  cancelWithdrawal: {
    summary: 'Say no to a withdrawal that is not approved yet; the amount returns',
    params: ofWithdrawal,
    response: detail,
  },
};

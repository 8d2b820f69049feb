import { z } from 'zod';
import { recordKinds } from '../../journals/journalKinds.ts';
import {
  correctionCause,
  cursor,
  day,
  idempotencyKey,
  keyState,
  money,
  pageLimit,
  time,
  unit,
  username,
} from '../../schemas/fields.ts';
import { stakeTotals } from '../stakes/schemas.ts';
import { rejectionCauses, withdrawalStatuses, withdrawalSteps } from '../withdrawals/withdrawals.ts';
import { historySpanNames } from './balanceHistory.ts';
import { balanceStates } from './balanceStates.ts';
import { displayCurrencies } from './displayCurrencies.ts';

const recordKind = z.enum(recordKinds);

/** A line of the member's own history: one posting on one of their accounts. */
export const record = z
  .strictObject({
    id: z.string(),
    kind: recordKind,
    money,
    balanceAfter: money,
    at: time,
    /** The other member of a transfer. */
    counterparty: username.optional(),
    /** Why, of a correction of the team bonus; one of before there were causes has none. */
    cause: correctionCause.optional(),
    /** Of a package: which one. */
    level: z.string().optional(),
    /** Of a stake: when that began, for whatever belongs to one. */
    stakeSince: time.optional(),
    /** Of what went out to an address: how that stands now. */
    status: z.enum(withdrawalStatuses).optional(),
    step: z.enum(withdrawalSteps).optional(),
    /** Why it was rejected. */
    rejectedFor: z.enum(rejectionCauses).optional(),
    /** What else moved by the same action: what was paid for what came, and the other way round. */
    others: z.array(money).optional(),
    reference: z.string(),
  })
  .meta({ id: 'Record' });

/** What a list of records is narrowed to; `from` is included, `to` is not. */
export const recordFilter = {
  unit: unit.optional(),
  kind: recordKind.optional(),
  from: time.optional(),
  to: time.optional(),
};

export const walletSchemas = {
  getBalances: {
    summary: 'My balances',
    response: z.strictObject({
      /** Everything of the member at face value, in USD. */
      total: money,
      balances: z.array(
        z.strictObject({
          unit,
          state: z.enum(balanceStates),
          money,
          /** When it moved last; `null` if it never has. */
          changedAt: time.nullable(),
        }),
      ),
      /** What is staked, what it earns, and when the first of it unlocks. */
      stakes: stakeTotals,
      packages: z.strictObject({
        /** Of those that I have the one that brings something first; `null`: none does any more. */
        next: z
          .strictObject({
            id: idempotencyKey,
            level: z.string(),
            /** Of its certificate, once there is one. */
            name: z.string().nullable(),
            serial: z.int().nullable(),
            startedOn: day,
            loops: z.array(z.strictObject({ dueOn: day, released: z.boolean() })),
            /** What the next loop brings, what has come back so far, and what will have at the end. */
            brings: money,
            back: money,
            all: money,
          })
          .nullable(),
        /** How many still bring something. */
        running: z.int().nonnegative(),
        /** What is sold to me; `null`: nothing. */
        sold: z.strictObject({ levels: z.int(), from: money, mostPercent: z.string() }).nullable(),
      }),
      at: time,
    }),
  },
  getBalanceHistory: {
    summary: 'What I had in all at the beginning of each day, and have now',
    query: z.strictObject({ span: z.enum(historySpanNames).default('month') }),
    response: z.strictObject({
      /** Oldest first, evenly apart from when I joined; the last is now. At face value in USD, as the total of the balances. */
      points: z.array(z.strictObject({ at: time, total: money })),
    }),
  },
  getDisplayRates: {
    summary: 'What a USD is about worth in other currencies, to show alongside a balance',
    response: z.strictObject({
      /** Those that an operator has set, and not too long ago. */
      rates: z.array(z.strictObject({ currency: z.enum(displayCurrencies), perUsd: z.string(), since: time })),
    }),
  },
  getFirstSteps: {
    summary: 'What I have done of the first steps',
    response: z.strictObject({
      /** Google Authenticator is bound. */
      secured: z.boolean(),
      /** Money has come, at any time. */
      funded: z.boolean(),
      /** An address for withdrawals stands in the book. */
      payoutAddress: z.boolean(),
      /** Somebody has signed up by my invitation. */
      invited: z.boolean(),
      /** So long a new address for withdrawals waits. */
      addressWaitHours: z.int().nonnegative(),
    }),
  },
  listRecords: {
    summary: 'My records, newest first: each action is one',
    query: z.strictObject({
      ...recordFilter,
      after: cursor.optional(),
      limit: pageLimit.optional(),
    }),
    response: z.strictObject({
      records: z.array(record),
      next: z.string().nullable(),
      /**
       * Of a long history a page of one kind may end before it is full, or have nothing: down to here it has looked, and
       * `next` looks further.
       */
      lookedTo: time.optional(),
    }),
  },
  getRecordFilters: {
    summary: 'The kinds and units that any record of mine can have',
    response: z.strictObject({ kinds: z.array(recordKind), units: z.array(unit) }),
  },
  getOperation: {
    summary: 'What became of an idempotent call of mine; asking decides it',
    params: z.strictObject({ key: idempotencyKey }),
    response: keyState,
  },
};

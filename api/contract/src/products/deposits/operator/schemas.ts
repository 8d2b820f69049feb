import { z } from 'zod';
import { money, opaqueId, pageLimit, time, transaction, username } from '../../../schemas/fields.ts';
import { approvalRequested, exportCount, freshCode, reason } from '../../../schemas/operatorFields.ts';
import { file } from '../../statements/schemas.ts';
import { chainFindings, depositChains, depositStates } from '../deposits.ts';

const deposit = z.strictObject({
  /** Of one that still confirms it names the transfer, and nothing can be done with it. */
  id: z.string(),
  username: z.string(),
  chain: z.enum(depositChains),
  state: z.enum(depositStates),
  received: money,
  /** What was put on the balance; `null` until then. */
  credited: money.nullable(),
  /** What held at its block’s time; `null` while it confirms. */
  minimum: money.nullable(),
  transaction,
  /** The address that sent it; `null` while it confirms. */
  sender: z.string().nullable(),
  confirmations: z.int(),
  needed: z.int(),
  at: time,
  /** Why it is in suspense: the code of a refusal; `null`: it is not. */
  reason: z.string().nullable(),
  /** Who asked for it to be released, and waits for a second person. */
  releaseAskedBy: z.string().nullable(),
  /** Who asked for it to be sent back, and waits for a second person. */
  returnAskedBy: z.string().nullable(),
  /** Which withdrawal sends it back, or has. */
  withdrawal: z.string().nullable(),
});
const ofDeposit = z.strictObject({ id: opaqueId });

/** A transfer that a chain's reader could not record, and passed over. */
const fault = z.strictObject({
  id: opaqueId,
  chain: z.enum(depositChains),
  block: z.int(),
  /** As the node said it: of a log that cannot be read it may be anything. */
  transaction: z.string(),
  logIndex: z.string(),
  log: z.string(),
  reason: z.string(),
  at: time,
  /** Who wants it to be looked at again, and since when; the reader has not been there yet. */
  lookAskedBy: z.string().nullable(),
  lookAskedAt: time.nullable(),
  /** When it was looked at again last, and what was found. */
  lookedAt: time.nullable(),
  finding: z.enum(chainFindings).nullable(),
  /** Who asked for it to be closed as no deposit, and waits for a second person. */
  closingAskedBy: z.string().nullable(),
  closedAt: time.nullable(),
  closedBy: z.string().nullable(),
  closedReason: z.string().nullable(),
  /** Whose deposit it turned out to be; `null`: nobody’s, or not closed. */
  username: z.string().nullable(),
});
const ofFault = z.strictObject({ id: opaqueId });

const filter = {
  state: z.enum(depositStates).optional().meta({ description: 'without one those that came below the minimum' }),
  username: username.optional(),
};

/** Deposits of all members: what confirms, what was credited, and what is in suspense. */
export const depositOperatorSchemas = {
  listAllDeposits: {
    summary: 'Deposits of all members in one state, the latest first, and how their chains are read',
    query: z.strictObject({
      ...filter,
      after: opaqueId.optional(),
      limit: pageLimit.optional(),
    }),
    response: z.strictObject({
      deposits: z.array(deposit),
      /** How many there are of those that wait for something; 1,000 stands for that many or more. */
      counts: z.strictObject({
        confirming: z.int(),
        below_minimum: z.int(),
        held_unverified: z.int(),
        suspense: z.int(),
        returning: z.int(),
        /** Transfers that could not even be recorded. */
        faults: z.int(),
      }),
      readers: z.array(
        z.strictObject({
          chain: z.enum(depositChains),
          /** main credits; audit reads the same later by another provider. */
          kind: z.enum(['main', 'audit']),
          nextBlock: z.int(),
          head: z.int(),
          lookedAt: time.nullable(),
          /** Since when nothing is read any more, and why. */
          haltedAt: time.nullable(),
          haltedReason: z.string().nullable(),
        }),
      ),
      next: opaqueId.nullable(),
    }),
  },
  countDeposits: {
    summary: 'How many deposits fit, as far as one file holds them',
    query: z.strictObject(filter),
    response: exportCount,
  },
  exportDeposits: {
    summary: 'Deposits of all members in one state as CSV, with the same filters; it stands in the audit log',
    query: z.strictObject(filter),
    response: file,
  },
  listChainFaults: {
    summary: 'What chain readers could not record and passed over, the latest first',
    query: z.strictObject({
      state: z.enum(['open', 'closed']).optional().meta({ description: 'without one those that wait for somebody' }),
      after: opaqueId.optional(),
      limit: pageLimit.optional(),
    }),
    response: z.strictObject({ faults: z.array(fault), next: opaqueId.nullable() }),
  },
  lookAgainAtFault: {
    summary: 'Have the reader look at it again: what can be recorded now is credited, and closes it',
    params: ofFault,
    body: z.strictObject({ reason, code: freshCode }),
    response: z.strictObject({ askedAt: time }),
  },
  askFaultClosing: {
    summary: 'Ask for it to be closed as no deposit, after the reader has looked again; another treasurer approves it',
    params: ofFault,
    body: z.strictObject({ reason, code: freshCode }),
    response: approvalRequested,
  },
  askDepositRelease: {
    summary:
      'Ask for a deposit below the minimum to be credited all the same, without a fee; another treasurer approves',
    params: ofDeposit,
    body: z.strictObject({ reason, code: freshCode }),
    response: approvalRequested,
  },
  askDepositReturn: {
    summary:
      'Ask for a deposit below the minimum to be sent back to an address of its chain, whole; another treasurer approves',
    params: ofDeposit,
    body: z.strictObject({
      address: z.string().trim().max(200, { error: 'withdrawal.address_invalid' }),
      reason,
      code: freshCode,
    }),
    response: approvalRequested,
  },
};

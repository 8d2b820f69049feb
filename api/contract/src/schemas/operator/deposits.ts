import { z } from 'zod';
import { depositChains, depositStates } from '../../deposits.ts';
import { money, opaqueId, pageLimit, time, transaction, username } from '../fields.ts';
import { file } from '../statements.ts';
import { fileCount, freshCode, reason } from './fields.ts';

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

const filter = {
  state: z.enum(depositStates).optional().meta({ description: 'without one those that came below the minimum' }),
  username: username.optional(),
};

/** Deposits of all members: what confirms, what was credited, and what stands aside. */
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
    response: fileCount,
  },
  exportDeposits: {
    summary: 'Deposits of all members in one state as CSV, with the same filters; it stands in the audit log',
    query: z.strictObject(filter),
    response: file,
  },
  askDepositRelease: {
    summary:
      'Ask for a deposit below the minimum to be credited all the same, without a fee; another treasurer says yes',
    params: ofDeposit,
    body: z.strictObject({ reason, code: freshCode }),
    response: z.strictObject({ expiresAt: time }),
  },
  approveDepositRelease: {
    summary: 'Say yes to it as the second person: it is credited at the rate of its block, and its member is told',
    params: ofDeposit,
    body: z.strictObject({ reason, code: freshCode }),
    response: z.strictObject({ credited: money }),
  },
  askDepositReturn: {
    summary:
      'Ask for a deposit below the minimum to be sent back to an address of its chain, whole; another treasurer says yes',
    params: ofDeposit,
    body: z.strictObject({
      address: z.string().trim().max(200, { error: 'withdrawal.address_invalid' }),
      reason,
      code: freshCode,
    }),
    response: z.strictObject({ expiresAt: time }),
  },
  approveDepositReturn: {
    summary:
      'Say yes to it as the second person: it waits for its review among the withdrawals, and its member is told',
    params: ofDeposit,
    body: z.strictObject({ reason, code: freshCode }),
    response: z.strictObject({ withdrawal: z.string() }),
  },
};

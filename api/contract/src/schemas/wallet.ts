import { z } from 'zod';
import { recordKinds } from '../journals/journalKinds.ts';
import {
  actionCode,
  amount,
  cursor,
  idempotencyKey,
  money,
  opaqueId,
  pageLimit,
  time,
  unit,
  username,
} from './fields.ts';

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
      balances: z.array(z.strictObject({ unit, state: z.enum(['available', 'locked', 'pending', 'staked']), money })),
      at: time,
    }),
  },
  listRecords: {
    summary: 'My records, newest first',
    query: z.strictObject({
      ...recordFilter,
      after: cursor.optional(),
      limit: pageLimit.optional(),
    }),
    response: z.strictObject({ records: z.array(record), next: z.string().nullable() }),
  },
};

const receipt = z.strictObject({
  reference: z.string(),
  recipient: username,
  amount: money,
  fee: money,
  balanceAfter: money,
  at: time,
});

export const transferSchemas = {
  getTransferTerms: {
    summary: 'Limits and fee of a transfer, and what I can send now',
    response: z.strictObject({
      minimum: money,
      maximum: money,
      dayMaximum: money,
      dayLeft: money,
      fee: money,
      available: money,
      /** The most that can be sent now: the smallest of available, maximum and what the day leaves. */
      sendable: money,
    }),
  },
  checkTransferRecipient: {
    summary: 'Whether this member is in my own line and can receive',
    params: z.strictObject({ username }),
    response: z.strictObject({
      username,
      relation: z.enum(['upline', 'downline']),
      /** Nothing was sent to them as far back as the member's latest thousand movements. */
      firstTime: z.boolean(),
    }),
  },
  createTransfer: {
    summary: 'Send USD to a member of my own line',
    body: z.strictObject({ recipient: username, amount, unit: z.literal('USD'), code: actionCode.optional() }),
    response: receipt,
  },
  getOperation: {
    summary: 'What became of an idempotent call of mine',
    params: z.strictObject({ key: idempotencyKey }),
    response: z.strictObject({
      /** `unknown`: nothing was done with this key. `done`: `status` and `answer` are what the call answered. */
      state: z.enum(['unknown', 'in_flight', 'done']),
      status: z.int().optional(),
      answer: z.record(z.string(), z.unknown()).optional(),
    }),
  },
};

const teamNode = z
  .strictObject({
    id: opaqueId,
    parentId: opaqueId.nullable(),
    side: z.enum(['left', 'right']),
    level: z.int(),
    username,
    /** Letters from the focus node down: `L`, `RL`; empty for the focus itself. */
    position: z.string(),
    /** People below this node, on each side. */
    people: z.strictObject({ left: z.int(), right: z.int() }),
    sales: z.strictObject({ left: money, right: money }),
  })
  .meta({ id: 'TeamNode' });

export const teamSchemas = {
  getTeamWindow: {
    summary: 'A node of my own team and three levels below it',
    query: z.strictObject({ focus: opaqueId.optional() }),
    response: z.strictObject({ focus: opaqueId, own: opaqueId, nodes: z.array(teamNode) }),
  },
  getInvite: { summary: 'My own invitation code', response: z.strictObject({ code: z.string() }) },
};

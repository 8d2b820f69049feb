import { actorOf } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Database } from '../../platform/db/database.ts';
import { endpoint, type OperatorEndpoints, type RateLimit } from '../../platform/http/endpoint.ts';
import type { DepositDesk } from './depositDesk.ts';
import type { DepositQueue } from './depositQueue.ts';

const reading: RateLimit = { points: 120, seconds: 60 };
const changing: RateLimit = { points: 30, seconds: 60 };

export interface DepositOpsParts {
  readonly database: Database;
  readonly depositQueue: DepositQueue;
  readonly depositDesk: DepositDesk;
}

/** Deposits of all members, seen by whoever looks after the books; what came below the minimum is freed by two treasurers. */
export const depositOperatorEndpoints = ({
  database,
  depositQueue,
  depositDesk,
}: DepositOpsParts): OperatorEndpoints => [
  endpoint('operator', 'listAllDeposits', {
    limit: reading,
    transaction: 'own',
    handle: (search, caller) =>
      database.inTransaction(async () => {
        const body = await depositQueue.page(search);
        const { state = 'below_minimum', username } = search;
        const after = { deposits: body.deposits.map(({ id }) => id), ...(username !== undefined && { username }) };
        const look = { action: 'deposit.list', subject: state, reason: 'read', after };
        await recordAudit(database, { ...actorOf(caller), ...look });
        return { body };
      }),
  }),
  endpoint('operator', 'askDepositRelease', {
    limit: changing,
    transaction: 'own',
    handle: async ({ id, reason }, caller) => ({
      body: { expiresAt: (await depositDesk.ask(id, { ...actorOf(caller), reason })).toISOString() },
    }),
  }),
  endpoint('operator', 'approveDepositRelease', {
    limit: changing,
    transaction: 'own',
    handle: async ({ id, reason }, caller) => ({
      body: { credited: await depositDesk.approve(id, { ...actorOf(caller), reason }) },
    }),
  }),
];

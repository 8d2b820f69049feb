import { actorOf } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import { exportedPages, recordExport } from '../../governance/audit/exports.ts';
import type { Database } from '../../platform/db/database.ts';
import { endpoint, type OperatorEndpoints, type RateLimit } from '../../platform/http/endpoint.ts';
import type { DepositDesk } from './depositDesk.ts';
import type { DepositQueue } from './depositQueue.ts';
import { depositsCsv } from './depositsCsv.ts';

const reading: RateLimit = { points: 120, seconds: 60 };
const counting: RateLimit = { points: 60, seconds: 60 };
const exporting: RateLimit = { points: 10, seconds: 600 };
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
        const { state = 'below_minimum', limit: _, ...narrowed } = search;
        const after = { ...narrowed, deposits: body.deposits.map(({ id }) => id) };
        const look = { action: 'deposit.list', subject: state, reason: 'read', after };
        await recordAudit(database, { ...actorOf(caller), ...look });
        return { body };
      }),
  }),
  endpoint('operator', 'countDeposits', {
    limit: counting,

    handle: async (filter) => ({ body: await depositQueue.count(filter) }),
  }),
  endpoint('operator', 'exportDeposits', {
    limit: exporting,
    transaction: 'own',
    async handle(filter, caller) {
      const { state = 'below_minimum', ...after } = filter;
      await recordExport(database, actorOf(caller), { action: 'deposit.export', subject: state, after });
      const pages = exportedPages((last, limit) => depositQueue.rows(filter, last, limit));
      return { body: { name: 'deposits.csv', content: depositsCsv(pages) } };
    },
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

import { presentAsked } from '../../governance/approvals/approvals.ts';
import { actorOf } from '../../governance/audit/actor.ts';
import { recordAccess } from '../../governance/audit/auditLog.ts';
import { exportCsv, exporting } from '../../governance/audit/exports.ts';
import type { Database } from '../../platform/db/database.ts';
import { endpoint, type OperatorEndpoints, type RateLimit } from '../../platform/http/endpoint.ts';
import type { ChainFaults } from './chainFaults.ts';
import { depositColumns } from './depositColumns.ts';
import type { DepositQueue } from './depositQueue.ts';
import type { DepositReleases } from './depositReleases.ts';

const counting: RateLimit = { points: 60, seconds: 60 };
export interface DepositOpsParts {
  readonly database: Database;
  readonly depositQueue: DepositQueue;
  readonly depositReleases: DepositReleases;
  readonly chainFaults: ChainFaults;
}

/** Deposits of all members, seen by whoever looks after the books; what came below the minimum is freed by two treasurers. */
export const depositOperatorEndpoints = ({
  database,
  depositQueue,
  depositReleases,
  chainFaults,
}: DepositOpsParts): OperatorEndpoints => [
  endpoint('operator', 'listAllDeposits', {
    transaction: 'own',
    handle: (search, caller) =>
      database.inTransaction(async () => {
        const body = await depositQueue.page(search);
        const { state = 'below_minimum', limit: _, ...narrowed } = search;
        const after = { ...narrowed, deposits: body.deposits.map(({ id }) => id) };
        await recordAccess(database, { ...actorOf(caller), action: 'deposit.list', subject: state, after });
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
      return exportCsv(database, actorOf(caller), {
        ...{ name: 'deposits.csv', action: 'deposit.export', subject: state, after, columns: depositColumns },
        page: (last, limit) => depositQueue.rows(filter, last, limit),
      });
    },
  }),
  endpoint('operator', 'listChainFaults', {
    transaction: 'own',
    handle: (search, caller) =>
      database.inTransaction(async () => {
        const body = await chainFaults.page(search);
        const { state = 'open', after: last } = search;
        const after = { ...(last !== undefined && { after: last }), faults: body.faults.map(({ id }) => id) };
        await recordAccess(database, { ...actorOf(caller), action: 'chain_fault.list', subject: state, after });
        return { body };
      }),
  }),
  endpoint('operator', 'lookAgainAtFault', {
    transaction: 'own',
    handle: async ({ id, reason }, caller) => ({
      body: { askedAt: await chainFaults.askLook(id, { ...actorOf(caller), reason }) },
    }),
  }),
  endpoint('operator', 'askFaultClosing', {
    transaction: 'own',
    handle: async ({ id, reason }, caller) => ({
      body: presentAsked(await chainFaults.askClosing(id, { ...actorOf(caller), reason })),
    }),
  }),
  endpoint('operator', 'askDepositRelease', {
    transaction: 'own',
    handle: async ({ id, reason }, caller) => ({
      body: presentAsked(await depositReleases.ask(id, { ...actorOf(caller), reason })),
    }),
  }),
];

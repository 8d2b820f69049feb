import { presentAsked } from '../../governance/approvals/approvals.ts';
import { actorOf } from '../../governance/audit/actor.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import type { DepositReturns } from './depositReturns.ts';

/** Deposits below the minimum that two treasurers send back. */
export const returnOperatorEndpoints = (returns: DepositReturns): OperatorEndpoints => [
  endpoint('operator', 'askDepositReturn', {
    transaction: 'own',
    handle: async ({ id, address, reason }, caller) => ({
      body: presentAsked(await returns.ask(id, address, { ...actorOf(caller), reason })),
    }),
  }),
];

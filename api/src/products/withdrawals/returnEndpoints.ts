import { presentAsked } from '../../governance/approvals/approvals.ts';
import { actorOf } from '../../governance/audit/actor.ts';
import { endpoint, type OperatorEndpoints, type RateLimit } from '../../platform/http/endpoint.ts';
import type { DepositReturns } from './depositReturns.ts';

const changing: RateLimit = { points: 30, seconds: 60 };

/** Deposits below the minimum that two treasurers send back. */
export const returnOperatorEndpoints = (returns: DepositReturns): OperatorEndpoints => [
  endpoint('operator', 'askDepositReturn', {
    limit: changing,
    transaction: 'own',
    handle: async ({ id, address, reason }, caller) => ({
      body: presentAsked(await returns.ask(id, address, { ...actorOf(caller), reason })),
    }),
  }),
];

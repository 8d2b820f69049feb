import { presentAsked } from '../../governance/approvals/approvals.ts';
import { actorOf } from '../../governance/audit/actor.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import type { Erasures } from './erasures.ts';

/** Erasure of members: asked for here, approved as everything by two people. */
export function erasureOperatorEndpoints(erasures: Erasures): OperatorEndpoints {
  return [
    endpoint('operator', 'askMemberErasure', {
      transaction: 'own',
      handle: async ({ username, reason }, caller) => ({
        body: presentAsked(await erasures.ask(username, { ...actorOf(caller), reason })),
      }),
    }),
  ];
}

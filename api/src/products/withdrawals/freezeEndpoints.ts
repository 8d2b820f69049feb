import { actorOf } from '../../governance/audit/actor.ts';
import { endpoint, type OperatorEndpoints, type RateLimit } from '../../platform/http/endpoint.ts';
import type { PayoutFreeze } from './payoutFreeze.ts';

const reading: RateLimit = { points: 120, seconds: 60 };
/** The brake of payouts: seen by every operator, pulled by one, let go by two. */
export function freezeOperatorEndpoints(freeze: PayoutFreeze): OperatorEndpoints {
  return [
    endpoint('operator', 'getPayoutFreeze', { limit: reading, handle: async () => ({ body: await freeze.state() }) }),
    endpoint('operator', 'freezePayouts', {
      transaction: 'own',
      needsCode: () => freeze.wasEnded(),
      handle: async ({ reason }, caller) => ({ body: await freeze.freeze({ ...actorOf(caller), reason }) }),
    }),
    endpoint('operator', 'askUnfreeze', {
      transaction: 'own',
      handle: async ({ reason, verification }, caller) => ({
        body: await freeze.ask({ ...actorOf(caller), reason }, verification),
      }),
    }),
  ];
}

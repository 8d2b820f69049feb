import { actorOf } from '../../governance/audit/actor.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import { nextOf } from '../../platform/http/nextOf.ts';
import { feeReturnFileEndpoint } from './feeReturnFile.ts';
import { type FeeReturnParts, FeeReturns } from './feeReturns.ts';

const defaultLimit = 50;

/** Fees that go back: seen by whoever looks after the books, given back by two treasurers. */
export function feeReturnOperatorEndpoints(parts: FeeReturnParts): OperatorEndpoints {
  const fees = new FeeReturns(parts);
  return [
    feeReturnFileEndpoint(parts.database, fees),
    endpoint('operator', 'getFee', {
      transaction: 'own',
      async handle({ id }, caller) {
        const { bookedAt, ...fee } = await fees.find(id, actorOf(caller));
        return { body: { ...fee, bookedAt } };
      },
    }),
    endpoint('operator', 'listFeeReturns', {
      async handle({ after, limit = defaultLimit }) {
        const found = await fees.list({ before: after, limit });
        return { body: { returns: found, next: nextOf(found, limit) } };
      },
    }),
    endpoint('operator', 'askFeeReturn', {
      transaction: 'own',
      handle: async ({ record, reason }, caller) => ({
        body: await fees.ask(record, { ...actorOf(caller), reason }),
      }),
    }),
  ];
}

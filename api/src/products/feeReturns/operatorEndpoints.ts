import { presentAsked } from '../../governance/approvals/approvals.ts';
import { actorOf } from '../../governance/audit/actor.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import { type FeeReturnParts, FeeReturns } from './feeReturns.ts';

/** Fees that go back: seen by whoever looks after the books, given back by two treasurers. */
export function feeReturnOperatorEndpoints(parts: FeeReturnParts): OperatorEndpoints {
  const fees = new FeeReturns(parts);
  return [
    endpoint('operator', 'getFee', {
      transaction: 'own',
      async handle({ id }, caller) {
        const { bookedAt, ...fee } = await fees.find(id, actorOf(caller));
        return { body: { ...fee, bookedAt } };
      },
    }),
    endpoint('operator', 'askFeeReturn', {
      transaction: 'own',
      handle: async ({ record, reason }, caller) => ({
        body: presentAsked(await fees.ask(record, { ...actorOf(caller), reason })),
      }),
    }),
  ];
}

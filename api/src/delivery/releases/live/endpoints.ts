import { endpoint, type MemberEndpoints, type OperatorEndpoints } from '../../../platform/http/endpoint.ts';
import { widestNetworkOf } from '../../../platform/http/origin.ts';
import type { Loads } from './loads.ts';

const limit = { points: 60, seconds: 60, perProcess: true } as const;

/** What members' pages report their loads. */
export function releaseEndpoints(loads: Loads): MemberEndpoints {
  return [
    endpoint('member', 'reportLoads', {
      limit,
      transaction: 'none',
      async handle({ reports }, { member, address }) {
        await loads.note('member', { id: member.id, network: widestNetworkOf(address) }, reports);
        return { body: {}, status: 202 };
      },
    }),
  ];
}

/** The same of the console's pages. */
export function operatorLoadEndpoints(loads: Loads): OperatorEndpoints {
  return [
    endpoint('operator', 'reportLoads', {
      limit,
      transaction: 'none',
      async handle({ reports }, { operator, address }) {
        await loads.note('operator', { id: operator.id, network: widestNetworkOf(address) }, reports);
        return { body: {}, status: 202 };
      },
    }),
  ];
}

import { endpoint, type MemberEndpoints, type OperatorEndpoints } from '../../../platform/http/endpoint.ts';
import type { Loads } from './loads.ts';

const limit = { points: 60, seconds: 60, perProcess: true } as const;

/** What members' pages tell of their loads. */
export function releaseEndpoints(loads: Loads): MemberEndpoints {
  return [
    endpoint('member', 'reportLoads', {
      limit,
      transaction: 'none',
      async handle({ reports }, { member }) {
        await loads.note('member', member.id, reports);
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
      async handle({ reports }, { operator }) {
        await loads.note('operator', operator.id, reports);
        return { body: {}, status: 202 };
      },
    }),
  ];
}

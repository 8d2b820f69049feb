import { endpoint, type MemberEndpoints } from '../../../platform/http/endpoint.ts';
import type { Loads } from './loads.ts';

export function releaseEndpoints(loads: Loads): MemberEndpoints {
  return [
    endpoint('member', 'reportLoads', {
      limit: { points: 60, seconds: 60, perProcess: true },
      transaction: 'none',
      async handle({ reports }, { member }) {
        await loads.note(member.id, reports);
        return { body: {}, status: 202 };
      },
    }),
  ];
}

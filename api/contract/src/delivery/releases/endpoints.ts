import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';
import { loadReportsPath } from './releases.ts';

export const releaseEndpoints = {
  reportLoads: {
    method: 'POST',
    path: loadReportsPath,
    auth: 'member',
  },
} as const satisfies Record<string, MemberEndpoint>;

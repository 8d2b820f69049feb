import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const bonusEndpoints = {
  getTeamPerformance: { method: 'GET', path: '/team/performance', auth: 'member', tags: ['Team'] },
  exportTeamPerformance: { method: 'GET', path: '/team/performance.csv', auth: 'member', file: 'text/csv' },
} as const satisfies Record<string, MemberEndpoint>;

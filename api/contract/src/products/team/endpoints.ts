import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const teamEndpoints = {
  getTeamWindow: {
    method: 'GET',
    path: '/team/window',
    auth: 'member',
    tags: ['Team'],
  },
  searchTeam: { method: 'GET', path: '/team/search', auth: 'member' },
  getInvite: { method: 'GET', path: '/team/invite', auth: 'member', tags: ['Team'] },
} as const satisfies Record<string, MemberEndpoint>;

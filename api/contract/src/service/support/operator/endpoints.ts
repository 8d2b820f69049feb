import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const supportOperatorEndpoints = {
  findMember: { method: 'GET', path: '/members', auth: 'members', tags: ['Member'] },
  getMember: { method: 'GET', path: '/members/:username', auth: 'members', tags: ['Member'] },
  suspendMember: {
    method: 'POST',
    path: '/members/:username/suspend',
    auth: 'support',
    freshCode: { beyond: 10 },
    tags: ['Member'],
  },
  restoreMember: {
    method: 'POST',
    path: '/members/:username/restore',
    auth: 'support',
    freshCode: true,
    tags: ['Member'],
  },
  changeMemberCountry: {
    method: 'POST',
    path: '/members/:username/country',
    auth: 'support',
    freshCode: true,
    tags: ['Member'],
  },
  endMemberSessions: {
    method: 'POST',
    path: '/members/:username/sessions/end',
    auth: 'support',
    freshCode: { beyond: 30 },
  },
  requestFactorReset: {
    method: 'POST',
    path: '/members/:username/factor-resets',
    auth: 'support',
    byCommand: false,
    freshCode: true,
    tags: ['Member'],
  },
  listFactorResets: { method: 'GET', path: '/factor-resets', auth: 'support', tags: ['Member'] },
  withdrawFactorReset: {
    method: 'POST',
    path: '/factor-resets/:id/withdraw',
    auth: 'support',
    // Of what others have asked for.
    freshCode: 'decided',
    tags: ['Member'],
  },
} as const satisfies Record<string, OperatorEndpoint>;

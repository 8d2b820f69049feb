import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const stakeEndpoints = {
  getStakes: { method: 'GET', path: '/stakes', auth: 'member', tags: ['Balance', 'Stake'] },
  getStakeQuote: { method: 'GET', path: '/stakes/quote', auth: 'member', tags: ['Stake'] },
  getStake: { method: 'GET', path: '/stakes/:id', auth: 'member', tags: ['Balance', 'Stake'] },
  startStake: {
    method: 'POST',
    path: '/stakes',
    auth: 'activeMember',
    idempotent: true,
    action: 'stake',
    tags: ['Balance', 'Record', 'Stake'],
  },
  chooseForStake: {
    method: 'POST',
    path: '/stakes/:id/choice',
    auth: 'activeMember',
    idempotent: true,
    action: 'stake',
    tags: ['Balance', 'Record', 'Stake', 'Withdrawal'],
  },
  removeStakeChoice: { method: 'DELETE', path: '/stakes/:id/choice', auth: 'activeMember', tags: ['Stake'] },
} as const satisfies Record<string, MemberEndpoint>;

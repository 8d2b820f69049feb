import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const walletEndpoints = {
  getBalances: { method: 'GET', path: '/balances', auth: 'member', tags: ['Balance'] },
  getBalanceHistory: { method: 'GET', path: '/balances/history', auth: 'member', tags: ['Balance'] },
  getDisplayRates: { method: 'GET', path: '/display-rates', auth: 'member' },
  getFirstSteps: {
    method: 'GET',
    path: '/first-steps',
    auth: 'member',
    tags: ['Session', 'Security', 'Balance', 'Address', 'Team'],
  },
  listRecords: {
    method: 'GET',
    path: '/records',
    auth: 'member',
    paged: true,
    // Those of a withdrawal say how it stands.
    tags: ['Record', 'Withdrawal'],
  },
  getRecordFilters: { method: 'GET', path: '/record-filters', auth: 'member', tags: ['Record'] },
  getOperation: {
    method: 'GET',
    path: '/operations/:key',
    auth: 'member',
  },
} as const satisfies Record<string, MemberEndpoint>;

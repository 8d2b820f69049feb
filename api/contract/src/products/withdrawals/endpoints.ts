import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const withdrawalEndpoints = {
  getWithdrawalTerms: { method: 'GET', path: '/withdrawals/terms', auth: 'member', tags: ['Balance'] },
  getWithdrawalQuote: { method: 'GET', path: '/withdrawals/quote', auth: 'activeMember' },
  checkWithdrawalAddress: { method: 'POST', path: '/withdrawals/address-checks', auth: 'activeMember' },
  createWithdrawal: {
    method: 'POST',
    path: '/withdrawals',
    auth: 'activeMember',
    idempotent: true,
    action: 'withdrawal',
    tags: ['Balance', 'Record', 'Withdrawal'],
  },
  listWithdrawals: { method: 'GET', path: '/withdrawals', auth: 'member', paged: true, tags: ['Withdrawal'] },
  getWithdrawal: { method: 'GET', path: '/withdrawals/:id', auth: 'member', tags: ['Withdrawal'] },
  cancelWithdrawal: {
    method: 'POST',
    path: '/withdrawals/:id/cancellation',
    auth: 'activeMember',
    tags: ['Balance', 'Record', 'Withdrawal', 'Stake'],
  },
} as const satisfies Record<string, MemberEndpoint>;

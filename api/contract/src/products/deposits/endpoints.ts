import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const depositEndpoints = {
  getDepositTerms: { method: 'GET', path: '/deposits/terms', auth: 'member', tags: ['Deposit'] },
  getNeededDeposit: { method: 'GET', path: '/deposits/needed', auth: 'member' },
  listDeposits: { method: 'GET', path: '/deposits', auth: 'member', paged: true, tags: ['Deposit'] },
  getDepositAddress: { method: 'GET', path: '/deposits/addresses/:chain', auth: 'member' },
  createDepositAddress: { method: 'POST', path: '/deposits/addresses', auth: 'activeMember', tags: ['Deposit'] },
  verifyDepositAddress: {
    method: 'POST',
    path: '/deposits/addresses/verification',
    auth: 'activeMember',
    action: 'depositAddress',
    tags: ['Deposit', 'Balance', 'Record'],
  },
} as const satisfies Record<string, MemberEndpoint>;

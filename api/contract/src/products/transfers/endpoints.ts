import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const transferEndpoints = {
  getTransferTerms: {
    method: 'GET',
    path: '/transfers/terms',
    auth: 'member',
    tags: ['Balance'],
  },
  checkTransferRecipient: {
    method: 'GET',
    path: '/transfers/recipients/:username',
    auth: 'activeMember',
    tags: ['Record'],
  },
  createTransfer: {
    method: 'POST',
    path: '/transfers',
    auth: 'activeMember',
    idempotent: true,
    action: 'transfer',
    tags: ['Balance', 'Record'],
  },
} as const satisfies Record<string, MemberEndpoint>;

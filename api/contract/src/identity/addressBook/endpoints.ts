import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const addressEndpoints = {
  listAddresses: { method: 'GET', path: '/addresses', auth: 'member', tags: ['Address'] },
  addAddress: { method: 'POST', path: '/addresses', auth: 'activeMember', action: 'address', tags: ['Address'] },
  removeAddress: { method: 'DELETE', path: '/addresses/:id', auth: 'activeMember', tags: ['Address'] },
} as const satisfies Record<string, MemberEndpoint>;

import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const pushEndpoints = {
  getPush: { method: 'GET', path: '/push', auth: 'member', tags: ['Push'] },
  setPush: { method: 'POST', path: '/push', auth: 'member', tags: ['Push'] },
  confirmPush: { method: 'POST', path: '/push/confirmation', auth: 'member' },
  endPush: { method: 'POST', path: '/push/end', auth: 'member', tags: ['Push'] },
} as const satisfies Record<string, MemberEndpoint>;

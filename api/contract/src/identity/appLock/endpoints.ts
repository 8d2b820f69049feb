import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const appLockEndpoints = {
  startUnlock: { method: 'POST', path: '/session/unlock/options', auth: 'anyLock' },
  unlock: { method: 'POST', path: '/session/unlock', auth: 'anyLock' },
  lockSession: { method: 'POST', path: '/session/lock', auth: 'member' },
  setAppLock: { method: 'POST', path: '/security/app-lock', auth: 'member' },
} as const satisfies Record<string, MemberEndpoint>;

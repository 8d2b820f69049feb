import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const accessEndpoints = {
  getSession: { method: 'GET', path: '/session', auth: 'public', tags: ['Session'] },
  logIn: { method: 'POST', path: '/session', auth: 'public', tags: ['Session'] },
  logOut: { method: 'DELETE', path: '/session', auth: 'public', tags: ['Session'] },
  sendEmailCode: { method: 'POST', path: '/email-codes', auth: 'public' },
  verifyEmailCode: {
    method: 'POST',
    path: '/email-codes/verification',
    auth: 'public',
  },
  register: { method: 'POST', path: '/members', auth: 'public' },
  getInvitation: {
    method: 'GET',
    path: '/invitations/:code',
    auth: 'public',
  },
  getProfile: { method: 'GET', path: '/profile', auth: 'member', tags: ['Session'] },
} as const satisfies Record<string, MemberEndpoint>;

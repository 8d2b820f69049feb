import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const termsEndpoints = {
  getDocument: { method: 'GET', path: '/documents/:document', auth: 'public' },
  getTermsDue: { method: 'GET', path: '/terms/acceptance', auth: 'member', tags: ['Terms'] },
  acceptTerms: { method: 'POST', path: '/terms/acceptance', auth: 'member', tags: ['Terms'] },
} as const satisfies Record<string, MemberEndpoint>;

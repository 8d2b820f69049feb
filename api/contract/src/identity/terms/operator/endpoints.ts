import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const termsOperatorEndpoints = {
  listTermsVersions: { method: 'GET', path: '/terms', auth: 'terms', tags: ['Approval'] },
  askTerms: {
    method: 'POST',
    path: '/terms/:document',
    auth: 'terms',
    byCommand: false,
    freshCode: true,
    tags: ['Approval'],
  },
} as const satisfies Record<string, OperatorEndpoint>;

import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const exchangeEndpoints = {
  getExchangeTerms: { method: 'GET', path: '/exchanges/terms', auth: 'member', tags: ['Balance'] },
  createExchangeQuote: { method: 'POST', path: '/exchanges/quotes', auth: 'activeMember' },
  createExchange: {
    method: 'POST',
    path: '/exchanges',
    auth: 'activeMember',
    idempotent: true,
    action: 'exchange',
    tags: ['Balance', 'Record'],
  },
} as const satisfies Record<string, MemberEndpoint>;

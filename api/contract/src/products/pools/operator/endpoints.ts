import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const poolOperatorEndpoints = {
  listPools: { method: 'GET', path: '/pools', auth: 'books', tags: ['Approval'] },
  poolCalendar: { method: 'GET', path: '/pools/calendar', auth: 'books' },
  askPoolFunding: {
    method: 'POST',
    path: '/pools/:pool/fundings',
    auth: 'treasury',
    byCommand: false,
    freshCode: true,
    tags: ['Approval'],
  },
} as const satisfies Record<string, OperatorEndpoint>;

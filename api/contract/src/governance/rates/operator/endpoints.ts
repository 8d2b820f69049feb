import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const rateOperatorEndpoints = {
  listRates: { method: 'GET', path: '/rates', auth: 'books', tags: ['Approval'] },
  getRateHistory: { method: 'GET', path: '/rates/history', auth: 'books', paged: true, tags: ['Approval'] },
  exportRateHistory: { method: 'GET', path: '/rates/history.csv', auth: 'books', byCommand: false, file: 'text/csv' },
  setRate: { method: 'POST', path: '/rates', auth: 'treasury', freshCode: true, tags: ['Approval'] },
} as const satisfies Record<string, OperatorEndpoint>;

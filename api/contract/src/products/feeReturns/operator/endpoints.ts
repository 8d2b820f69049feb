import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const feeReturnOperatorEndpoints = {
  getFee: { method: 'GET', path: '/fees/:id', auth: 'books' },
  askFeeReturn: {
    method: 'POST',
    path: '/fee-returns',
    auth: 'treasury',
    byCommand: false,
    freshCode: true,
    tags: ['Approval'],
  },
} as const satisfies Record<string, OperatorEndpoint>;

import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const solvencyOperatorEndpoints = {
  getSolvency: { method: 'GET', path: '/solvency', auth: 'books', tags: ['Approval', 'Freeze'] },
} as const satisfies Record<string, OperatorEndpoint>;

import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const packageOperatorEndpoints = {
  listMemberPackages: { method: 'GET', path: '/packages', auth: 'books', paged: true },
  readPackage: { method: 'GET', path: '/packages/:id', auth: 'books' },
} as const satisfies Record<string, OperatorEndpoint>;

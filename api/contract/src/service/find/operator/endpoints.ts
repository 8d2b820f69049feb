import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const findOperatorEndpoints = {
  findAnything: { method: 'GET', path: '/search', auth: 'members', tags: ['Member'] },
} as const satisfies Record<string, OperatorEndpoint>;

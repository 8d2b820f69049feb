import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const stakeOperatorEndpoints = {
  listMemberStakes: { method: 'GET', path: '/stakes', auth: 'books', paged: true },
  readStake: { method: 'GET', path: '/stakes/:id', auth: 'books' },
} as const satisfies Record<string, OperatorEndpoint>;

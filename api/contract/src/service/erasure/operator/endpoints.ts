import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const erasureOperatorEndpoints = {
  askMemberErasure: {
    method: 'POST',
    path: '/members/:username/erasure',
    auth: 'support',
    byCommand: false,
    freshCode: true,
    tags: ['Approval'],
  },
} as const satisfies Record<string, OperatorEndpoint>;

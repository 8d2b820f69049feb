import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const historyOperatorEndpoints = {
  getMemberTimeline: {
    method: 'GET',
    path: '/members/:username/timeline',
    auth: 'members',
    paged: true,
    tags: ['Member', 'Withdrawal', 'Inquiry'],
  },
  getMemberEquation: {
    method: 'GET',
    path: '/members/:username/equation',
    auth: 'members',
    tags: ['Member', 'Withdrawal', 'Inquiry'],
  },
  exportMemberRecords: {
    method: 'GET',
    path: '/members/:username/records.csv',
    auth: 'members',
    byCommand: false,
    file: 'text/csv',
  },
} as const satisfies Record<string, OperatorEndpoint>;

import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const approvalOperatorEndpoints = {
  getOverview: {
    method: 'GET',
    path: '/overview',
    auth: 'operator',
    tags: ['Approval', 'Withdrawal', 'Deposit', 'Inquiry', 'Member', 'Release', 'Freeze'],
  },
  listWaiting: {
    method: 'GET',
    path: '/approvals/waiting',
    auth: 'operator',
    paged: true,
    tags: ['Approval', 'Withdrawal', 'Deposit', 'Member', 'Release', 'Freeze'],
  },
  listApprovals: {
    method: 'GET',
    path: '/approvals',
    auth: 'operator',
    paged: true,
    tags: ['Approval', 'Withdrawal', 'Deposit', 'Member', 'Release', 'Freeze', 'Operator', 'Announcement'],
  },
  exportApprovals: { method: 'GET', path: '/approvals.csv', auth: 'operator', byCommand: false, file: 'text/csv' },
  approve: {
    method: 'POST',
    path: '/approvals/:id',
    auth: 'operator',
    byCommand: false,
    freshCode: true,
    tags: ['Approval', 'Release', 'Freeze', 'Deposit', 'Withdrawal', 'Member', 'Operator', 'Announcement'],
  },
  refuseApproval: {
    method: 'POST',
    path: '/approvals/:id/no',
    auth: 'operator',
    // Of what others have asked for.
    freshCode: 'decided',
    tags: ['Approval', 'Release', 'Freeze'],
  },
} as const satisfies Record<string, OperatorEndpoint>;

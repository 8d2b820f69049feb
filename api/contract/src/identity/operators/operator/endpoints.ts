import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const directoryOperatorEndpoints = {
  listOperators: { method: 'GET', path: '/operators', auth: 'audit', tags: ['Operator'] },
  getOperator: { method: 'GET', path: '/operators/:name', auth: 'audit', tags: ['Operator'] },
  inviteOperator: {
    method: 'POST',
    path: '/operators',
    auth: 'operators',
    byCommand: false,
    freshCode: true,
    tags: ['Operator', 'Approval'],
  },
  changeOperatorRoles: {
    method: 'POST',
    path: '/operators/:name/roles',
    auth: 'operators',
    byCommand: false,
    freshCode: true,
    tags: ['Operator', 'Approval'],
  },
  suspendOperator: {
    method: 'POST',
    path: '/operators/:name/suspend',
    auth: 'operators',
    byCommand: false,
    freshCode: true,
    tags: ['Operator', 'Approval', 'Withdrawal'],
  },
  restoreOperator: {
    method: 'POST',
    path: '/operators/:name/restore',
    auth: 'operators',
    byCommand: false,
    freshCode: true,
    tags: ['Operator', 'Approval'],
  },
  endOperatorSessions: {
    method: 'POST',
    path: '/operators/:name/sessions/end',
    auth: 'operators',
    freshCode: true,
    tags: ['Operator'],
  },
} as const satisfies Record<string, OperatorEndpoint>;

import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const depositOperatorEndpoints = {
  listAllDeposits: { method: 'GET', path: '/deposits', auth: 'books', paged: true, tags: ['Deposit'] },
  countDeposits: { method: 'GET', path: '/deposits.csv/count', auth: 'books', tags: ['Deposit'] },
  exportDeposits: { method: 'GET', path: '/deposits.csv', auth: 'books', byCommand: false, file: 'text/csv' },
  listChainFaults: { method: 'GET', path: '/deposits/faults', auth: 'books', paged: true, tags: ['Deposit'] },
  lookAgainAtFault: {
    method: 'POST',
    path: '/deposits/faults/:id/look',
    auth: 'treasury',
    byCommand: false,
    freshCode: true,
    tags: ['Deposit'],
  },
  askFaultClosing: {
    method: 'POST',
    path: '/deposits/faults/:id/closing',
    auth: 'treasury',
    byCommand: false,
    freshCode: true,
    tags: ['Deposit', 'Approval'],
  },
  askDepositRelease: {
    method: 'POST',
    path: '/deposits/:id/release',
    auth: 'treasury',
    byCommand: false,
    freshCode: true,
    tags: ['Deposit', 'Approval'],
  },
  askDepositReturn: {
    method: 'POST',
    path: '/deposits/:id/return',
    auth: 'treasury',
    byCommand: false,
    freshCode: true,
    tags: ['Deposit', 'Approval'],
  },
} as const satisfies Record<string, OperatorEndpoint>;

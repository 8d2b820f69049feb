import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const incidentOperatorEndpoints = {
  getIncidentLog: {
    method: 'GET',
    path: '/incident/log',
    auth: 'operator',
    tags: ['Freeze', 'Release', 'Announcement'],
  },
  getPayoutFreeze: { method: 'GET', path: '/payouts/freeze', auth: 'operator', tags: ['Freeze'] },
  freezePayouts: {
    method: 'POST',
    path: '/payouts/freeze',
    auth: 'stop',
    // For a day after a freeze was ended.
    freshCode: 'decided',
    tags: ['Freeze'],
  },
  askUnfreeze: {
    method: 'POST',
    path: '/payouts/unfreeze',
    auth: 'treasury',
    byCommand: false,
    freshCode: true,
    tags: ['Freeze'],
  },
} as const satisfies Record<string, OperatorEndpoint>;

import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const bonusOperatorEndpoints = {
  listBonusDays: { method: 'GET', path: '/bonus/days', auth: 'books' },
  getBonusDay: { method: 'GET', path: '/bonus/days/:day', auth: 'books' },
  dryRunBonus: { method: 'POST', path: '/bonus/days/:day/dry-run', auth: 'treasury' },
  getBonusLinks: { method: 'GET', path: '/bonus/links', auth: 'books' },
  listBonusHolds: { method: 'GET', path: '/bonus/holds', auth: 'books', paged: true, tags: ['BonusHold'] },
  exportBonusHolds: { method: 'GET', path: '/bonus/holds.csv', auth: 'books', byCommand: false, file: 'text/csv' },
  holdBonus: {
    method: 'POST',
    path: '/bonus/holds',
    auth: 'review',
    freshCode: { beyond: 30 },
    tags: ['BonusHold'],
  },
  releaseBonusHold: {
    method: 'POST',
    path: '/bonus/holds/:id/release',
    auth: 'review',
    freshCode: true,
    tags: ['BonusHold'],
  },
  askBonusCorrection: {
    method: 'POST',
    path: '/bonus/corrections',
    auth: 'treasury',
    byCommand: false,
    freshCode: true,
    tags: ['Approval'],
  },
} as const satisfies Record<string, OperatorEndpoint>;

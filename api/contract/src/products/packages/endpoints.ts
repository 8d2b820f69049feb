import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const packageEndpoints = {
  getPackageOffer: { method: 'GET', path: '/packages/offer', auth: 'member', tags: ['Balance', 'Package'] },
  getPackageQuote: { method: 'GET', path: '/packages/quote', auth: 'member', tags: ['Package'] },
  buyPackage: {
    method: 'POST',
    path: '/packages',
    auth: 'activeMember',
    idempotent: true,
    action: 'package',
    tags: ['Balance', 'Record', 'Package'],
  },
  listPackages: { method: 'GET', path: '/packages', auth: 'member', tags: ['Package'] },
  cancelPackage: {
    method: 'POST',
    path: '/packages/:id/cancellation',
    auth: 'member',
    tags: ['Balance', 'Record', 'Package'],
  },
  getCertificate: { method: 'GET', path: '/certificates/:contract', auth: 'public' },
} as const satisfies Record<string, MemberEndpoint>;

import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const auditOperatorEndpoints = {
  listAudit: { method: 'GET', path: '/audit', auth: 'audit', paged: true, tags: ['Audit'] },
  countAudit: { method: 'GET', path: '/audit/count', auth: 'audit' },
  exportAudit: { method: 'GET', path: '/audit.csv', auth: 'audit', byCommand: false, file: 'text/csv' },
  checkAuditChain: { method: 'GET', path: '/audit/chain', auth: 'audit' },
  listSecurityEvents: { method: 'GET', path: '/security-events', auth: 'audit', paged: true },
} as const satisfies Record<string, OperatorEndpoint>;

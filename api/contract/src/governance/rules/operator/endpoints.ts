import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const ruleOperatorEndpoints = {
  listRules: { method: 'GET', path: '/rules', auth: 'books', tags: ['Approval'] },
  getRuleHistory: { method: 'GET', path: '/rules/history', auth: 'books', paged: true, tags: ['Approval'] },
  exportRuleHistory: { method: 'GET', path: '/rules/history.csv', auth: 'books', byCommand: false, file: 'text/csv' },
  previewRule: { method: 'POST', path: '/rules/preview', auth: 'rules' },
  setRule: { method: 'POST', path: '/rules', auth: 'rules', freshCode: true, tags: ['Approval'] },
} as const satisfies Record<string, OperatorEndpoint>;

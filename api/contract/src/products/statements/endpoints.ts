import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const statementEndpoints = {
  exportRecords: { method: 'GET', path: '/records.csv', auth: 'member', file: 'text/csv' },
  getRecord: { method: 'GET', path: '/records/:id', auth: 'member', tags: ['Record'] },
  listStatements: { method: 'GET', path: '/statements', auth: 'member' },
  getStatement: { method: 'GET', path: '/statements/:month', auth: 'member', tags: ['Record'] },
  downloadStatement: { method: 'GET', path: '/statements/:month/pdf', auth: 'member', file: 'application/pdf' },
} as const satisfies Record<string, MemberEndpoint>;

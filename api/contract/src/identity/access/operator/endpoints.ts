import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const accessOperatorEndpoints = {
  openEnrolment: { method: 'POST', path: '/enrolment', auth: 'public', byCommand: false },
  confirmEnrolment: { method: 'POST', path: '/enrolment/confirmation', auth: 'public', byCommand: false },
  getSession: { method: 'GET', path: '/session', auth: 'public', byCommand: false, tags: ['Session'] },
  getOperation: { method: 'GET', path: '/operations/:key', auth: 'operator', byCommand: false },
  logIn: { method: 'POST', path: '/session', auth: 'public', byCommand: false, tags: ['Session'] },
  getOwnSessions: { method: 'GET', path: '/sessions', auth: 'operator', byCommand: false, tags: ['Session'] },
  endOtherSessions: {
    method: 'POST',
    path: '/sessions/end',
    auth: 'operator',
    byCommand: false,
    tags: ['Session', 'Operator'],
  },
  changeOwnPassword: {
    method: 'POST',
    path: '/password',
    auth: 'operator',
    byCommand: false,
    freshCode: true,
    tags: ['Session', 'Operator'],
  },
  logOut: { method: 'DELETE', path: '/session', auth: 'public', byCommand: false, tags: ['Session'] },
} as const satisfies Record<string, OperatorEndpoint>;

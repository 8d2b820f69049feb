import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const accessOperatorEndpoints = {
  openEnrolment: { method: 'POST', path: '/enrolment', auth: 'public', byCommand: false },
  confirmEnrolment: { method: 'POST', path: '/enrolment/confirmation', auth: 'public', byCommand: false },
  getSession: { method: 'GET', path: '/session', auth: 'public', byCommand: false, tags: ['Session'] },
  getOperation: { method: 'GET', path: '/operations/:key', auth: 'operator', byCommand: false },
  logIn: { method: 'POST', path: '/session', auth: 'public', byCommand: false, tags: ['Session'] },
  logOut: { method: 'DELETE', path: '/session', auth: 'public', byCommand: false, tags: ['Session'] },
} as const satisfies Record<string, OperatorEndpoint>;

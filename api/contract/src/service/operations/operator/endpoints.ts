import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const operationOperatorEndpoints = {
  listJobs: { method: 'GET', path: '/jobs', auth: 'operator' },
  listDeadMails: { method: 'GET', path: '/dead-mails', auth: 'support' },
  sendDeadMailAgain: { method: 'POST', path: '/dead-mails/:id/send', auth: 'support' },
  dropDeadMail: { method: 'POST', path: '/dead-mails/:id/drop', auth: 'support', freshCode: { beyond: 30 } },
} as const satisfies Record<string, OperatorEndpoint>;

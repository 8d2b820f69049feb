import { readerOf } from '../../governance/approvals/operatorEndpoints.ts';
import { actorOf } from '../../governance/audit/actor.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import type { DeadMail } from '../../platform/mail/deadMails.ts';
import type { DeadMailService } from './deadMailService.ts';
import type { IncidentLog } from './incidentLog.ts';
import type { JobOverview } from './jobOverview.ts';
import type { OperatorOverview } from './overview.ts';

const defaultLimit = 50;

export interface OperationsParts {
  readonly overview: JobOverview;
  readonly deadMails: DeadMailService;
  readonly operatorOverview: OperatorOverview;
  readonly incidentLog: IncidentLog;
}

/** What operators see of the background work, and do where it gave up. */
export function operationsEndpoints({
  overview,
  deadMails,
  operatorOverview,
  incidentLog,
}: OperationsParts): OperatorEndpoints {
  return [
    endpoint('operator', 'getOverview', {
      handle: async (_input, caller) => ({ body: await operatorOverview.read(readerOf(caller)) }),
    }),
    endpoint('operator', 'getIncidentLog', {
      handle: async () => ({ body: await incidentLog.read() }),
    }),
    endpoint('operator', 'listJobs', {
      async handle() {
        return { body: await overview.read() };
      },
    }),
    endpoint('operator', 'listDeadMails', {
      transaction: 'own',
      handle: async ({ before, limit = defaultLimit }, caller) => ({
        body: { mails: (await deadMails.list(before, limit, actorOf(caller))).map(presentMail) },
      }),
    }),
    endpoint('operator', 'sendDeadMailAgain', {
      transaction: 'own',
      async handle({ id, reason }, caller) {
        await deadMails.sendAgain(id, { ...actorOf(caller), reason });
        return { body: {} };
      },
    }),
    endpoint('operator', 'dropDeadMail', {
      transaction: 'own',
      async handle({ id, reason }, caller) {
        await deadMails.drop(id, { ...actorOf(caller), reason });
        return { body: {} };
      },
    }),
  ];
}

const presentMail = ({ recipient, ...mail }: DeadMail) => ({
  ...mail,
  // As a member's own: enough to compare it, too little to write to.
  recipient: recipient.replace(/^(.).*@/, '$1***@'),
});

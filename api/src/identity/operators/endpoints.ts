import { renderSVG } from 'uqr';
import { actorOf } from '../../governance/audit/actor.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import type { IdempotentCalls } from '../../platform/http/idempotency.ts';
import type { Enrolment } from './enrolment.ts';
import type { OperatorLogIn } from './logIn.ts';
import type { OwnAccess } from './ownAccess.ts';
import { type OperatorSessions, presentOperator } from './session.ts';

export interface OperatorParts {
  readonly sessions: OperatorSessions;
  readonly logIn: OperatorLogIn;
  readonly enrolment: Enrolment;
  readonly ownAccess: OwnAccess;
  readonly keptCalls: IdempotentCalls;
}

export function operatorAccessEndpoints({
  sessions,
  logIn,
  enrolment,
  ownAccess,
  keptCalls,
}: OperatorParts): OperatorEndpoints {
  return [
    endpoint('operator', 'openEnrolment', {
      recorded: true,
      limit: { points: 20, seconds: 600 },
      transaction: 'own',
      async handle({ token, password, word }) {
        const opened = await enrolment.open(token, password, word);
        return { body: { ...opened, qr: renderSVG(opened.otpauthUri, { border: 4 }) } };
      },
    }),
    endpoint('operator', 'confirmEnrolment', {
      recorded: true,
      limit: { points: 20, seconds: 600 },
      transaction: 'own',
      handle: async ({ token, code }, { requestId }) => ({ body: await enrolment.confirm(token, code, requestId) }),
    }),
    endpoint('operator', 'getSession', {
      limit: { points: 600, seconds: 60 },
      async handle(_input, { operator, token }) {
        const ends = token === undefined ? undefined : await sessions.ends(token);
        // Ended between the two reads: nobody is logged in.
        if (!operator || !ends) return { body: { operator: null, idleEndsAt: null, endsAt: null } };
        const [idleEndsAt, endsAt] = [ends.idleAt, ends.at];
        return { body: { operator: presentOperator(operator), idleEndsAt, endsAt } };
      },
    }),
    endpoint('operator', 'getOperation', {
      limit: { points: 60, seconds: 60 },
      transaction: 'own',
      handle: async ({ key }, { operator, requestId }) => ({
        body: await keptCalls.settleKept(operator.id, key, requestId),
      }),
    }),
    endpoint('operator', 'logIn', {
      recorded: ({ name }) => name,
      limit: { points: 20, seconds: 60 },
      transaction: 'own',
      async handle(credentials, call) {
        const operator = await logIn.verify(credentials, call);
        // A new token at every log-in: one that was planted before counts for nothing.
        if (call.token !== undefined) await sessions.revoke(call.token);
        const sessionToken = await sessions.open(operator, call);
        return { body: { operator: presentOperator(operator) }, about: operator.id, sessionToken };
      },
    }),
    endpoint('operator', 'getOwnSessions', {
      handle: async (_input, caller) => ({ body: { sessions: await ownAccess.sessions(ownOf(caller)) } }),
    }),
    endpoint('operator', 'endOtherSessions', {
      recorded: true,
      transaction: 'own',
      async handle({ reason }, caller) {
        return { body: { ended: await ownAccess.endOthers(ownOf(caller), { ...actorOf(caller), reason }) } };
      },
    }),
    endpoint('operator', 'changeOwnPassword', {
      recorded: true,
      transaction: 'own',
      async handle({ oldPassword, password, reason }, caller) {
        await ownAccess.changePassword(ownOf(caller), { oldPassword, password }, { ...actorOf(caller), reason });
        return { body: {} };
      },
    }),
    endpoint('operator', 'logOut', {
      limit: { points: 60, seconds: 60 },
      transaction: 'none',
      async handle(_input, { token }) {
        if (token !== undefined) await sessions.revoke(token);
        return { body: {}, sessionToken: null };
      },
    }),
  ];
}

/** Who calls, with the session that they call by. */
const ownOf = ({ operator, token = '' }: SessionCaller) => ({ operator, token });

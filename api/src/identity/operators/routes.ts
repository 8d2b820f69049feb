import { renderSVG } from 'uqr';
import type { OpsCaller, SessionOperator } from '../../platform/http/caller.ts';
import { opsRoute } from '../../platform/http/opsRoute.ts';
import type { Route } from '../../platform/http/route.ts';
import type { Enrolment } from './enrolment.ts';
import type { OperatorLogIn } from './logIn.ts';
import type { OperatorSessions } from './session.ts';

export interface OperatorParts {
  readonly sessions: OperatorSessions;
  readonly logIn: OperatorLogIn;
  readonly enrolment: Enrolment;
}

/** What operators themselves are told. */
const present = ({ name, roles }: SessionOperator) => ({ name, roles: [...roles] });

export function operatorRoutes({ sessions, logIn, enrolment }: OperatorParts): Route<OpsCaller>[] {
  return [
    opsRoute('openEnrolment', {
      limit: { points: 20, seconds: 600 },
      async handle({ token, password }) {
        const opened = await enrolment.open(token, password);
        return { body: { ...opened, qr: renderSVG(opened.otpauthUri, { border: 4 }) } };
      },
    }),
    opsRoute('confirmEnrolment', {
      limit: { points: 20, seconds: 600 },
      handle: async ({ token, code }, { requestId }) => ({ body: await enrolment.confirm(token, code, requestId) }),
    }),
    opsRoute('getOperatorSession', {
      limit: { points: 600, seconds: 60 },
      handle: async (_input, { operator }) => ({ body: { operator: operator ? present(operator) : null } }),
    }),
    opsRoute('logInOperator', {
      limit: { points: 20, seconds: 60 },
      async handle(credentials, call) {
        const operator = await logIn.verify(credentials, call);
        // A new token at every log-in: one that was planted before is worth nothing.
        if (call.token !== undefined) await sessions.revoke(call.token);
        const sessionToken = await sessions.open(operator.id, call.userAgent);
        return { body: { operator: present(operator) }, sessionToken };
      },
    }),
    opsRoute('logOutOperator', {
      limit: { points: 60, seconds: 60 },
      async handle(_input, { token }) {
        if (token !== undefined) await sessions.revoke(token);
        return { body: {}, sessionToken: null };
      },
    }),
  ];
}

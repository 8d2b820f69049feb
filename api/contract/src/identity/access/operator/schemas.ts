import { z } from 'zod';
import { operatorRoles } from '../../../audiences/operator/endpoint.ts';
import { idempotencyKey, keyState, password, ticket, time } from '../../../schemas/fields.ts';
import { freshCode, googleCode, operatorSession, reason } from '../../../schemas/operatorFields.ts';

const operator = z.strictObject({ name: z.string(), roles: z.array(z.enum(operatorRoles)) });

/** Who gets into the console, and how. */
export const accessOperatorSchemas = {
  openEnrolment: {
    summary: 'Use an enrolment link: a password for the secret of an authenticator',
    body: z.strictObject({
      token: ticket,
      password,
      word: z
        .string()
        .max(64)
        .optional()
        .meta({ description: 'of a link that two admins made: who asked for it has the word' }),
    }),
    /** `qr`: the URI as a picture (SVG). */
    response: z.strictObject({ name: z.string(), otpauthUri: z.string(), qr: z.string() }),
  },
  confirmEnrolment: {
    summary: 'Prove the authenticator with a code, which ends the enrolment',
    body: z.strictObject({ token: ticket, code: googleCode }),
    response: z.strictObject({ name: z.string() }),
  },
  getSession: {
    summary: 'Who is logged in, and until when',
    response: z.strictObject({
      operator: operator.nullable(),
      /** Without another call until then; `null` for who is not logged in. */
      idleEndsAt: time.nullable(),
      /** In any case. */
      endsAt: time.nullable(),
    }),
  },
  getOperation: {
    summary: 'What became of a call of mine that was sent with an Idempotency-Key; asking decides it',
    params: z.strictObject({ key: idempotencyKey }),
    response: keyState,
  },
  logIn: {
    summary: 'Log in',
    body: z.strictObject({ name: z.string().max(64), password, code: googleCode }),
    response: z.strictObject({ operator }),
  },
  getOwnSessions: {
    summary: 'My open sessions, the last used first',
    response: z.strictObject({ sessions: z.array(z.strictObject({ ...operatorSession, current: z.boolean() })) }),
  },
  endOtherSessions: {
    summary: 'End all my sessions but this one',
    body: z.strictObject({ reason }),
    response: z.strictObject({ ended: z.int() }),
  },
  changeOwnPassword: {
    summary: 'Set another password of mine; all my other sessions end',
    body: z.strictObject({ oldPassword: password, password, reason, code: freshCode }),
    response: z.strictObject({}),
  },
  logOut: { summary: 'Log out', response: z.strictObject({}) },
};

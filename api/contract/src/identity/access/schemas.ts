import { z } from 'zod';
import { halfWidth } from '../../patterns.ts';
import {
  email,
  emailCode,
  factorCode,
  invitationCode,
  language,
  password,
  sameEntries,
  side,
  suspensionCause,
  ticket,
  time,
  username,
} from '../../schemas/fields.ts';
import { lockMinutes } from '../appLock/lockMinutes.ts';

export const sessionMember = z
  .strictObject({
    username,
    language,
    /** In which they read times, by its IANA name, where they have chosen one; else that of their device. */
    timeZone: z.string().optional(),
    suspended: z.boolean(),
    /** After how many minutes away this browser asks for its owner, where its app lock is on; 0: at once. */
    lockMinutes: z.literal(lockMinutes).optional(),
  })
  .meta({ id: 'SessionMember' });

export const sessionSchemas = {
  getSession: { summary: 'Who is logged in', response: z.strictObject({ member: sessionMember.nullable() }) },
  logIn: {
    summary: 'Log in',
    body: z.strictObject({
      username: z.string().max(64, { error: 'auth.username_unknown' }).transform(halfWidth),
      password,
      code: factorCode.optional(),
    }),
    response: z.strictObject({ member: sessionMember }),
  },
  logOut: { summary: 'Log out', response: z.strictObject({}) },
};

/** What a visitor may prove an address for. */
const emailCodePurpose = z.enum(['register', 'resetPassword']);

export const emailCodeSchemas = {
  sendEmailCode: {
    summary: 'Send a code to an e-mail address',
    body: z.strictObject({ purpose: emailCodePurpose, email, language }),
    response: z.strictObject({
      /** When a new code may be asked for. */
      resendAfterSeconds: z.int(),
      expiresAt: time,
      /** Development only: where the mail can be read. */
      mailbox: z.string().optional(),
    }),
  },
  verifyEmailCode: {
    summary: 'Trade an e-mail code for a ticket that proves the address',
    body: z.strictObject({ purpose: emailCodePurpose, email, code: emailCode }),
    response: z.strictObject({ ticket: z.string(), expiresAt: time }),
  },
};

export const registrationSchemas = {
  register: {
    summary: 'Register with an invitation',
    body: z
      .strictObject({
        email,
        username,
        invitationCode,
        side,
        /** Either the code from the mail, or the ticket that `/verifyEmail` got for it. */
        emailCode: emailCode.optional(),
        emailTicket: ticket.optional(),
        password,
        passwordAgain: password,
        termsAccepted: z.literal(true, { error: 'member.terms_required' }),
        language,
      })
      .refine(...sameEntries)
      .refine((body) => body.emailCode !== undefined || body.emailTicket !== undefined, {
        path: ['emailCode'],
        error: 'field.required',
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
    response: z.strictObject({ member: sessionMember }),
  },
  getInvitation: {
    summary: 'Whether an invitation code exists, and whose it is',
    params: z.strictObject({ code: invitationCode }),
    response: z.strictObject({ code: z.string(), inviter: username }),
  },
  getProfile: {
    summary: 'My own account',
    response: z.strictObject({
      username,
      email: z.string(),
      language,
      timeZone: z.string().nullable(),
      memberSince: time,
      invitationCode: z.string(),
      /** Google Authenticator is bound. */
      googleBound: z.boolean(),
      suspended: z.boolean(),
      suspension: z.strictObject({ cause: suspensionCause, since: time }).nullable(),
    }),
  },
};

import { z } from 'zod';
import { antiPhishingPattern, recoveryCodePattern } from '../../patterns.ts';
import {
  country,
  email,
  emailCode,
  factorCode,
  language,
  money,
  password,
  sameEntries,
  ticket,
  time,
  timeZone,
} from '../../schemas/fields.ts';
import { passkey } from '../passkeys/schemas.ts';
import { factorKinds, lockCauses, mailedActions, memberActions, type OwnLockCause, ownLockCauses } from './actions.ts';

/** Two entries of a new password. */
const newPassword = { password, passwordAgain: password };
export const passwordSchemas = {
  checkPasswordTicket: {
    summary: 'Whether a link to set a new password is still good, and what it asks for',
    body: z.strictObject({ ticket }),
    response: z.strictObject({
      expiresAt: time,
      /** Google Authenticator is bound: its code, or a recovery code, is needed too. */
      needsCode: z.boolean(),
      /** How long withdrawals, transfers and changes of addresses would wait after it. */
      lockHours: z.int(),
    }),
  },
  setPassword: {
    summary: 'Set a new password after it was forgotten',
    body: z.strictObject({ ticket, ...newPassword, code: factorCode.optional() }).refine(...sameEntries),
    response: z.strictObject({
      /** Withdrawals, transfers and changes of addresses wait until then. */
      lockedUntil: time,
    }),
  },
  freezeAccount: {
    summary: 'Stop everything in an account, by the link of a mail about a new device',
    body: z.strictObject({ token: ticket }),
    response: z.strictObject({}),
  },
  keepFactor: {
    summary: 'Stop the reset of a second factor, by the link of a mail',
    body: z.strictObject({ token: ticket }),
    response: z.strictObject({}),
  },
};

/** What one kind of action asks of this member now. */
const demand = z
  .strictObject({
    /** What to send as `code`; above an amount, where there is one. */
    factor: z.enum(factorKinds),
    above: money.optional(),
    /** Google Authenticator must be bound first, and is not. */
    /** A passkey of the member will do in its place. */
    passkey: z.boolean(),
    bindFirst: z.boolean(),
    lockedUntil: time.nullable(),
  })
  .meta({ id: 'ActionDemand' });

export const securitySchemas = {
  getSecurity: {
    summary: 'What protects my account, and what my actions ask for',
    response: z.strictObject({
      google: z.strictObject({ boundAt: time.nullable(), recoveryCodesLeft: z.int() }),
      passkeys: z.array(passkey),
      antiPhishingCode: z.string().nullable(),
      /** Support was asked to remove the authenticator, which happens then and no sooner. */
      factorReset: z.strictObject({ dueAt: time }).nullable(),
      lock: z.strictObject({ until: time, cause: z.enum(lockCauses) }).nullable(),
      /** How long withdrawals, transfers and changes of addresses would wait after a change of one's own. */
      lockHours: z.strictObject(
        Object.fromEntries(ownLockCauses.map((cause) => [cause, z.int()])) as Record<OwnLockCause, z.ZodInt>,
      ),
      actions: z.strictObject(
        Object.fromEntries(memberActions.map((action) => [action, demand])) as Record<
          (typeof memberActions)[number],
          typeof demand
        >,
      ),
    }),
  },
  sendActionCode: {
    summary: 'Send a code to my own mailbox, for one kind of action',
    body: z.strictObject({
      purpose: z.enum(['bindGoogle', 'changeEmail', 'newEmail', ...mailedActions]),
      /** Only for `newEmail`: the address to prove. All others go to the member's own. */
      email: email.optional(),
    }),
    response: z.strictObject({
      resendAfterSeconds: z.int(),
      expiresAt: time,
      /** Development only: where the mail can be read. */
      mailbox: z.string().optional(),
    }),
  },
  changePassword: {
    summary: 'Change my password',
    body: z.strictObject({ oldPassword: password, ...newPassword, code: factorCode.optional() }).refine(...sameEntries),
    response: z.strictObject({ lockedUntil: time }),
  },
  changeEmail: {
    summary: 'Change my e-mail address',
    body: z.strictObject({
      email,
      /** From the mailbox that is left, and from the new one. */
      oldEmailCode: emailCode,
      newEmailCode: emailCode,
      code: factorCode.optional(),
    }),
    response: z.strictObject({ email: z.string(), lockedUntil: time }),
  },
  startGoogleBinding: {
    summary: 'Begin to bind Google Authenticator: the secret, as text, link and picture',
    body: z.strictObject({ password, emailCode }),
    response: z.strictObject({
      /** Base32. */
      secret: z.string(),
      otpauthUri: z.string(),
      /** SVG. */
      qr: z.string(),
      /** Development only: where the codes can be read without a phone. */
      authenticator: z.string().optional(),
    }),
  },
  confirmGoogleBinding: {
    summary: 'Prove the authenticator with a code; answers the recovery codes',
    body: z.strictObject({ code: emailCode }),
    response: z.strictObject({ recoveryCodes: z.array(z.string().regex(recoveryCodePattern)).length(10) }),
  },
  finishGoogleBinding: {
    summary: 'Type one recovery code back, which binds the authenticator',
    body: z.strictObject({ recoveryCode: factorCode }),
    response: z.strictObject({ boundAt: time }),
  },
  unbindGoogle: {
    summary: 'Switch Google Authenticator off',
    body: z.strictObject({ password, code: factorCode.optional() }),
    response: z.strictObject({ lockedUntil: time }),
  },
  cancelFactorReset: { summary: 'Stop the reset of my second factor', response: z.strictObject({}) },
  setAntiPhishingCode: {
    summary: 'Set the word that stands in each mail to me',
    body: z.strictObject({
      antiPhishingCode: z.string().regex(antiPhishingPattern, { error: 'field.format' }).nullable(),
      password,
    }),
    response: z.strictObject({}),
  },
  savePreferences: {
    summary: 'Keep my language and time zone',
    body: z.strictObject({
      language: language.optional(),
      /** An IANA name; `null`: the browser's. */
      timeZone: timeZone.nullable().optional(),
    }),
    response: z.strictObject({}),
  },
  setCountry: {
    summary: 'Say where I live, once, for what is sold there or not',
    body: z.strictObject({ country }),
    response: z.strictObject({}),
  },
  listSessions: {
    summary: 'Where I am logged in',
    response: z.strictObject({
      sessions: z.array(
        z.strictObject({
          id: z.string(),
          current: z.boolean(),
          /** Coarse, for the owner to recognise: 'Chrome', 'Android'. */
          browser: z.string(),
          system: z.string(),
          /** A network, not an address: the last part is left out. */
          network: z.string(),
          createdAt: time,
          seenAt: time,
        }),
      ),
    }),
  },
  endSession: {
    summary: 'End one of my sessions',
    params: z.strictObject({ id: z.uuid({ error: 'field.format' }) }),
    response: z.strictObject({}),
  },
  endOtherSessions: { summary: 'End all my sessions but this one', response: z.strictObject({ ended: z.int() }) },
};

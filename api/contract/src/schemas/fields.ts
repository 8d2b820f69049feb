/** Field schemas shared by the endpoints. A schema's message is a code of the error catalogue. */

import { z } from 'zod';
import { mostOfPage } from '../audiences/endpoint.ts';
import { type Day, isTimeZone, type Moment } from '../dates.ts';
import type { ErrorCode } from '../errors/errorCatalogue.ts';
import { isCountry } from '../identity/members/countries.ts';
import { suspensionCauses } from '../identity/members/suspensions.ts';
import { languages } from '../languages.ts';
import {
  codePattern,
  emailPattern,
  halfWidth,
  idempotencyKeyPattern,
  invitationPattern,
  isSamePassword,
  normalizeEmail,
  normalizeInvitation,
  normalizeRecoveryCode,
  passkeyCodePattern,
  recoveryCodePattern,
  usernamePattern,
} from '../patterns.ts';
import { type CorrectionCause, correctionCauses } from '../products/bonus/bonusCorrections.ts';
import { amountPattern, balanceUnits, units } from '../units.ts';

const code = (value: ErrorCode): ErrorCode => value;

/** A string that must match; a wrong type or a missing value keeps its own `field.*` code. */
const text = (pattern: RegExp, error: ErrorCode) => z.string().regex(pattern, { error: code(error) });

/** As `text`, of what people type: an input method may write it in full width. Longer than any is refused as it is. */
const typed = (pattern: RegExp, error: ErrorCode, longest: number, normalize: (text: string) => string) =>
  z
    .string()
    .max(longest, { error: code(error) })
    .transform(normalize)
    .pipe(text(pattern, error));

export const username = typed(usernamePattern, 'member.username_format', 64, halfWidth).meta({ example: 'demo' });
export const email = typed(emailPattern, 'member.email_format', 320, (value) =>
  value === value.trim() ? normalizeEmail(value) : value,
).meta({ example: 'demo@example.com' });
/** Of six digits, by whatever keyboard. */
export const sixDigits = (error: ErrorCode) => typed(codePattern, error, 64, halfWidth);
export const invitationCode = z
  .string()
  .max(64, { error: code('member.invitation_unknown') })
  .transform(normalizeInvitation)
  .pipe(text(invitationPattern, 'member.invitation_unknown'))
  .meta({ example: 'DEMO2026' });
export const emailCode = sixDigits('code.invalid_or_expired').meta({ example: '123456' });

/** A code of an authenticator or a mail, or a recovery code as it is typed. */
export const factorCode = z
  .string()
  .max(64, { error: code('twofactor.incorrect') })
  .transform(normalizeRecoveryCode)
  .refine((value) => codePattern.test(value) || recoveryCodePattern.test(value), {
    error: code('twofactor.incorrect'),
  })
  .meta({ example: '123456' });

/** What proves an action that moves money: a code as above, or the answer of a passkey. */
export const actionCode = z
  .string()
  .max(8192, { error: code('twofactor.incorrect') })
  .transform((value) => (value.length > 64 ? value : normalizeRecoveryCode(value)))
  .refine((value) => [codePattern, recoveryCodePattern, passkeyCodePattern].some((pattern) => pattern.test(value)), {
    error: code('twofactor.incorrect'),
  })
  .meta({ example: '123456' });

/** Any string short enough to hash; whether it is strong is the service's verdict. */
export const password = z.string().max(512, { error: code('member.password_weak') });

/** `refine` of a body with two entries of a new password: runs once both are there, so every issue is reported at once. */
export const sameEntries = [
  (body: { readonly password: string; readonly passwordAgain: string }) =>
    isSamePassword(body.password, body.passwordAgain),
  {
    path: ['passwordAgain'],
    error: code('member.entries_differ'),
    when: ({ value }: { value: unknown }) => hasStrings(value, 'password', 'passwordAgain'),
  },
] satisfies [unknown, object];

function hasStrings(value: unknown, ...names: string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string');
}

/**
 * A name that a member gives something, in one line: it stands in mails and lists, where line breaks and controls would
 * forge other lines, and a link would be ours to whoever reads it.
 */
export const label = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, { error: code('field.required') })
    .max(longest)
    .refine((value) => !unseenPattern.test(value) && !linkPattern.test(value), {
      error: code('field.plain'),
    });

/** Controls, line separators, and what turns or hides letters; the joiner that emoji are made with may stand. */
const unseenPattern = /[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}/u;
/** What a mail program makes a link of: a scheme, `www.`, or letters with a dot and a domain's ending. */
const linkPattern = /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}/iu;

/** What is read as it is written, over several lines: nothing that cannot be seen, and no link. */
export const plainText = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, { error: code('field.required') })
    .max(longest)
    .refine((value) => !unseenPattern.test(value.replaceAll('\n', '')) && !linkPattern.test(value), {
      error: code('field.plain'),
    });

export const amount = text(amountPattern, 'money.amount_format').meta({ example: '12.50' });
export const unit = z.enum(balanceUnits);
export const money = z.strictObject({ amount: z.string(), unit: z.enum(units) }).meta({ id: 'Money' });
export const side = z.enum(['left', 'right']);
export const language = z.enum(languages);
/** Of residence: ISO 3166-1, two letters. */
export const country = z
  .string()
  .refine(isCountry, { error: code('field.choice') })
  .meta({ example: 'JP' });
export const suspensionCause = z.enum(suspensionCauses);
export const correctionCause = z.enum(Object.keys(correctionCauses) as [CorrectionCause, ...CorrectionCause[]]);
/** Years that every part can reckon with: Postgres has no year 0, and a zone or a day more are not to leave the four digits. */
const knownYear = [/^(?:19|2[0-9])[0-9]{2}-/, { error: code('field.range') }] as const;
export const time: z.ZodType<Moment, Moment> = z.iso
  .datetime({ abort: true })
  .regex(...knownYear)
  .meta({ example: '2026-03-09T15:04:00.000Z' });
/** A day in UTC: a term begins and ends, and what falls due does so, as one begins. */
export const day: z.ZodType<Day, Day> = z.iso
  .date({ error: code('field.format'), abort: true })
  .regex(...knownYear)
  .meta({ example: '2026-04-08' });
/** Of a place, by its IANA name. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: code('field.choice') })
  .meta({ example: 'Asia/Tokyo' });
/** As `timeZone`, as a device calls it: of one that is not known here, UTC. */
export const deviceZone = z
  .string()
  .max(64)
  .transform((name) => (isTimeZone(name) ? name : 'UTC'))
  .meta({ example: 'Asia/Tokyo' });
export const ticket = text(/^[A-Za-z0-9_-]{43}$/, 'code.invalid_or_expired');
export const idempotencyKey = text(idempotencyKeyPattern, 'field.format')
  .transform((key) => key.toLowerCase())
  .meta({ example: '0f8fad5b-d9cb-469f-a165-70867728950e' });
/** An opaque id of ours in a path or query. */
export const opaqueId = text(/^[0-9]{1,18}$/, 'field.format');

/** A transaction on its chain, as the chain's explorers write it, with its page where one is configured. */
export const transaction = z
  .strictObject({ id: z.string(), url: z.string().nullable() })
  .meta({ id: 'ChainTransaction' });

export const cursor = text(/^[A-Za-z0-9_-]{1,200}$/, 'field.format');
export const pageLimit = z
  .string()
  .regex(/^[1-9][0-9]{0,2}$/, { error: code('field.format') })
  .transform(Number)
  .refine((value) => value <= mostOfPage, { error: code('field.range') })
  .meta({ example: '20' });

/** Nothing is sent to anybody for now, so that no time can be promised. */
export const payoutsFrozen = z.boolean();

/** What became of the call that was sent with a key. */
export const keyState = z.strictObject({
  /**
   * `unknown`: nothing was done with this key, nor will be. `done`: `status` and `answer` are what the call answered;
   * `forgotten`: it was done, and its answer is not kept any more.
   */
  state: z.enum(['unknown', 'in_flight', 'done', 'forgotten']),
  status: z.int().optional(),
  answer: z.record(z.string(), z.unknown()).nullable().optional(),
});

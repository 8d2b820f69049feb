import {
  dayText,
  type Language,
  type NoticeParamKind,
  type NoticeTemplate,
  noticeTemplates,
  paramText,
} from '@trellis/api-contract';
import { type UtcDay, dayText as writtenDay } from '../../ground/utcDay.ts';
import type { NewMail } from '../../platform/mail/outbox.ts';
import type { MailTemplate } from '../../platform/mail/templates.ts';
import { zonedText } from '../../platform/mail/zonedText.ts';
import { type EventName, type EventParams, entryOf } from './events.ts';

/** What has to be known of whom a notice goes to. */
export interface Reader {
  readonly email: string;
  readonly language: Language;
  readonly anti_phishing_code: string | null;
  readonly time_zone: string | null;
}

/** As `Reader`, of the table of members. */
export const readerColumns = 'email, language, anti_phishing_code, time_zone';

export interface NotifyOptions {
  /** A path of the product that both lead to. */
  readonly link?: string;
  /** Where the mail alone leads: what stands there is for the mailbox's owner. */
  readonly mailLink?: string;
}

/** Each with its kind; without one it is `text`. */
export type GivenParams = readonly (readonly [name: string, value: string | Date | UtcDay, kind?: NoticeParamKind])[];

/** What was given for an event, with the kinds of its parameters. */
export function givenFor<Name extends EventName>(name: Name, params: EventParams<Name>): GivenParams {
  const { params: kinds } = entryOf(name);
  return Object.entries<string | Date | UtcDay>(params).map(([param, value]) => [param, value, kinds[param] ?? 'text']);
}

/** A notice as it is stored. */
export interface WrittenNotice {
  readonly kind: (typeof noticeTemplates)[NoticeTemplate]['kind'];
  readonly template: NoticeTemplate;
  readonly params: Readonly<Record<string, string>>;
  readonly link: string | undefined;
}

/** In the reader's language and time zone, and to their own address with their anti-phishing word. */
export function mailTo(
  { email, language, anti_phishing_code: antiPhishing, time_zone: timeZone }: Reader,
  template: MailTemplate,
  params: GivenParams,
  recipient: string = email,
): NewMail {
  const text = (value: string | Date | UtcDay, kind: NoticeParamKind = 'text'): string => {
    if (typeof value === 'number') return dayText(writtenDay(value), language);
    return value instanceof Date ? zonedText(value, language, timeZone) : paramText(kind, value, language);
  };
  const written = params.map(([name, value, kind]) => [name, text(value, kind)]);
  return {
    recipient,
    template,
    language,
    params: Object.fromEntries(
      antiPhishing !== null && recipient === email ? [...written, ['antiPhishing', antiPhishing]] : written,
    ),
  };
}

/** With what its text names, of all that was given; moments as RFC 3339, days as `2026-03-09`, reasons as their code. */
export function noticeOf(template: NoticeTemplate, given: GivenParams, link: string | undefined): WrittenNotice {
  const { kind, params: named } = noticeTemplates[template];
  return {
    kind,
    template,
    params: Object.fromEntries(
      given.filter(([param]) => Object.hasOwn(named, param)).map(([param, value]) => [param, stored(value)]),
    ),
    link,
  };
}

function stored(value: string | Date | UtcDay): string {
  if (typeof value === 'number') return writtenDay(value);
  return value instanceof Date ? value.toISOString() : value;
}

/** What an event says with its mail: the link too, where it leads somewhere. */
export function mailParams(name: EventName, given: GivenParams, { link, mailLink }: NotifyOptions): GivenParams {
  const to = mailLink ?? entryOf(name).mailLink ?? link;
  return to === undefined ? given : [...given, ['link', to]];
}

/** All that a member is notified of an event, for who stores it together with what others are shown. */
export function writtenFor<Name extends EventName>(
  reader: Reader,
  name: Name,
  params: EventParams<Name>,
  options: NotifyOptions = {},
): { readonly mail: NewMail | undefined; readonly notice: WrittenNotice | undefined } {
  const { notice, mail, noticeLink } = entryOf(name);
  const given = givenFor(name, params);
  return {
    mail: mail && mailTo(reader, mail, mailParams(name, given, options)),
    notice: notice && noticeOf(notice, given, options.link ?? noticeLink),
  };
}

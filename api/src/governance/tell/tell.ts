import { type Language, noticeTemplates } from '@trellis/api-contract';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { momentText } from '../../platform/mail/momentText.ts';
import { Outbox } from '../../platform/mail/outbox.ts';
import type { MailTemplate } from '../../platform/mail/templates.ts';
import { type EventName, type EventParams, entryOf } from './events.ts';
import { Notices } from './notices.ts';

interface Reader {
  readonly email: string;
  readonly language: Language;
  readonly anti_phishing_code: string | null;
  readonly time_zone: string | null;
}

export interface TellOptions {
  /** A path of the product that both lead to. */
  readonly link?: string;
  /** Where the mail alone leads: what stands there is for the mailbox's owner. */
  readonly mailLink?: string;
}

/**
 * Tells members what happened, on every channel that its event has; and visitors, by mail. All of it inside the caller's
 * transaction: it is told together with what happened or not at all.
 */
export class Tell {
  readonly #database: Database;
  readonly #outbox: Outbox;
  readonly #notices: Notices;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#outbox = new Outbox(database, clock);
    this.#notices = new Notices(database, clock);
  }

  async member<Name extends EventName>(
    memberId: string,
    name: Name,
    params: EventParams<Name>,
    options: TellOptions = {},
  ): Promise<void> {
    const { notice, mail, noticeLink, mailLink } = entryOf(name);
    const given = Object.entries<string | Date>(params);
    if (mail) {
      const link = options.mailLink ?? options.link ?? mailLink;
      await this.#mail(memberId, mail, [...given, ...(link === undefined ? [] : [['link', link] as const])]);
    }
    if (notice) {
      const { kind, params: named } = noticeTemplates[notice];
      await this.#notices.add({
        memberId,
        kind,
        template: notice,
        params: Object.fromEntries(
          given
            .filter(([param]) => Object.hasOwn(named, param))
            .map(([param, value]) => [param, value instanceof Date ? value.toISOString() : value]),
        ),
        link: options.link ?? noticeLink,
      });
    }
  }

  /**
   * By mail alone, to an address that may be another than the member's. There it is without their anti-phishing word: whoever reads
   * there may be anybody, and would know how to write to the member.
   */
  async mailbox<Name extends EventName>(
    memberId: string,
    email: string,
    name: Name,
    params: EventParams<Name>,
  ): Promise<void> {
    const { mail } = entryOf(name);
    if (!mail) throw new Error(`${name} is told by no mail`);
    await this.#mail(memberId, mail, Object.entries<string | Date>(params), email);
  }

  /** Somebody with an address that may belong to no member. */
  async visitor(
    email: string,
    language: Language,
    template: Extract<MailTemplate, 'registerCode' | 'alreadyMember' | 'noAccount'>,
    params: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    await this.#outbox.add({ recipient: email, template, language, params });
  }

  /** In the reader's language and time zone, and to their own address with their anti-phishing word. */
  async #mail(
    memberId: string,
    template: MailTemplate,
    params: readonly (readonly [string, string | Date])[],
    recipient?: string,
  ): Promise<void> {
    const reader = await this.#database.one<Reader>(
      'SELECT email, language, anti_phishing_code, time_zone FROM member WHERE id = $1',
      [memberId],
    );
    if (!reader) throw new Error('a mail to nobody');
    const { language, anti_phishing_code: antiPhishing, time_zone: timeZone } = reader;
    const address = recipient ?? reader.email;
    const written = params.map(([name, value]) => [
      name,
      value instanceof Date ? momentText(value, language, timeZone) : value,
    ]);
    await this.#outbox.add({
      recipient: address,
      template,
      language,
      params: Object.fromEntries(
        antiPhishing !== null && address === reader.email ? [...written, ['antiPhishing', antiPhishing]] : written,
      ),
    });
  }
}

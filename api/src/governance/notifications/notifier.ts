import type { Language } from '@trellis/api-contract';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { Outbox } from '../../platform/mail/outbox.ts';
import type { MailTemplate } from '../../platform/mail/templates.ts';
import { type EventName, type EventParams, entryOf } from './events.ts';
import { Notices } from './notices.ts';
import {
  type GivenParams,
  givenFor,
  mailParams,
  mailTo,
  type NotifyOptions,
  noticeOf,
  type Reader,
  readerColumns,
} from './written.ts';

/**
 * Notifies members what happened, on every channel that its event has; and visitors, by mail. All of it inside the caller's
 * transaction: it is written together with what happened or not at all.
 */
export class Notifier {
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
    options: NotifyOptions = {},
  ): Promise<void> {
    const { notice, mail, noticeLink } = entryOf(name);
    const given = givenFor(name, params);
    if (mail) await this.#mail(memberId, mail, mailParams(name, given, options));
    if (notice) await this.#notices.add({ memberId, ...noticeOf(notice, given, options.link ?? noticeLink) });
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
    if (!mail) throw new Error(`${name} is reported by no mail`);
    await this.#mail(memberId, mail, givenFor(name, params), email);
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

  async #mail(memberId: string, template: MailTemplate, params: GivenParams, recipient?: string): Promise<void> {
    const reader = await this.#database.one<Reader & { readonly erased: boolean }>(
      `SELECT ${readerColumns}, erased_at IS NOT NULL AS erased FROM member WHERE id = $1`,
      [memberId],
    );
    if (!reader) throw new Error('a mail to nobody');
    // Who was erased has no mailbox.
    if (reader.erased) return;
    await this.#outbox.add(mailTo(reader, template, params, recipient));
  }
}

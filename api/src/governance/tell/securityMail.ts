import type { Language } from '@trellis/api-contract';
import type { Database } from '../../platform/db/database.ts';
import { momentText } from '../../platform/mail/momentText.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { MailTemplate } from '../../platform/mail/templates.ts';

interface Reader {
  readonly email: string;
  readonly language: Language;
  readonly anti_phishing_code: string | null;
  readonly time_zone: string | null;
}

/** Values for a mail's text; a moment is written in the reader's language and time zone. */
export type MailParams = Readonly<Record<string, string | Date>>;

/** Mails to members, each with their own anti-phishing code. All inside the caller's transaction. */
export class SecurityMail {
  readonly #database: Database;
  readonly #outbox: Outbox;

  constructor(database: Database, outbox: Outbox) {
    this.#database = database;
    this.#outbox = outbox;
  }

  /** @param recipient where to, if not to the member's present address */
  async send(memberId: string, template: MailTemplate, params: MailParams = {}, recipient?: string): Promise<void> {
    const reader = await this.#database.one<Reader>(
      'SELECT email, language, anti_phishing_code, time_zone FROM member WHERE id = $1',
      [memberId],
    );
    if (!reader) throw new Error('a mail to nobody');
    const { language, anti_phishing_code: antiPhishing, time_zone: timeZone } = reader;
    const written = Object.entries(params).map(([name, value]) => [
      name,
      value instanceof Date ? momentText(value, language, timeZone) : value,
    ]);
    await this.#outbox.add({
      recipient: recipient ?? reader.email,
      template,
      language,
      params: { ...Object.fromEntries(written), ...(antiPhishing === null ? {} : { antiPhishing }) },
    });
  }
}

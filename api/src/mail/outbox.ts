import type { Language } from '@trellis/api-contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { MailTemplate } from './templates.ts';

export interface NewMail {
  readonly recipient: string;
  readonly template: MailTemplate;
  readonly language: Language;
  readonly params: Readonly<Record<string, string>>;
}

export interface OutboxMail extends NewMail {
  readonly id: string;
  readonly createdAt: Date;
}

/** Mails are rows of the transaction that causes them, and are sent afterwards, at least once. */
export class Outbox {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async add(mail: NewMail): Promise<void> {
    const now = this.#clock.now();
    await this.#database.models.mails.create({
      ...mail,
      id: uuidv7(),
      createdAt: now,
      attempts: 0,
      dueAt: now,
      sentAt: null,
    });
  }

  /** The newest mails, for the development mailbox. */
  async newest(recipient: string | undefined, limit: number): Promise<OutboxMail[]> {
    const rows = await this.#database.models.mails.findAll({
      where: recipient === undefined ? {} : { recipient },
      order: [['createdAt', 'DESC']],
      limit,
    });
    return rows.map((row) => {
      const { id, language, params, createdAt } = row;
      return {
        id,
        recipient: row.recipient,
        template: row.template as MailTemplate,
        language,
        params: params ?? {},
        createdAt,
      };
    });
  }

  /**
   * Sends the next due mail. It is claimed first, by putting its next try off: so two workers never send the same
   * one, no transaction waits for the mail server, and what a crash cut short is tried again.
   * @returns false if none was due
   */
  async sendNext(send: (mail: OutboxMail) => Promise<void>): Promise<boolean> {
    const now = this.#clock.now();
    const [row] = await this.#database.query<ClaimedRow>(
      `UPDATE outbox_mail SET attempts = attempts + 1, due_at = $1::timestamptz + least(interval '1 hour', interval '30 seconds' * 2 ^ least(attempts, 10))
        WHERE id = (SELECT id FROM outbox_mail WHERE sent_at IS NULL AND due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id, recipient, template, language, params, created_at`,
      [now],
    );
    if (!row) return false;
    const { id, recipient, template, language, params, created_at: createdAt } = row;
    await send({ id, recipient, template, language, params: params ?? {}, createdAt });
    await this.#database.models.mails.update({ sentAt: now, params: null }, { where: { id } });
    return true;
  }
}

interface ClaimedRow {
  readonly id: string;
  readonly recipient: string;
  readonly template: MailTemplate;
  readonly language: Language;
  readonly params: Record<string, string> | null;
  readonly created_at: Date;
}

import type { Language } from '@trellis/api-contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../db/database.ts';
import { column, type RowOf, type TableModel, table } from '../db/table.ts';
import { failureCode } from '../jobs/failureCode.ts';
import { isRetained, type MailPriority, priorityOf, sendableUntil } from './mailKinds.ts';
import type { MailTemplate } from './templates.ts';

export interface NewMail {
  readonly recipient: string;
  readonly template: MailTemplate;
  readonly language: Language;
  readonly params: Readonly<Record<string, string>>;
}

/** A mail that was promised in a business transaction and waits to be sent. */
const mailTable = table('outbox_mail', {
  id: column.uuid,
  recipient: column.text,
  template: column.choice<MailTemplate>(),
  language: column.choice<Language>(),
  params: column.orNull(column.json<Readonly<Record<string, string>>>()),
  createdAt: column.moment,
  attempts: column.number,
  priority: column.number,
  dueAt: column.moment,
  sentAt: column.orNull(column.moment),
});

export interface OutboxMail extends NewMail {
  readonly id: string;
  readonly createdAt: Date;
}

/** A mail that is not tried any more: without what it says, and to whom. */
export interface DeadLetter {
  readonly mail: string;
  readonly template: MailTemplate;
  readonly tries: number;
  /** In one word. */
  readonly error: string;
}

/** What the mail server has not taken yet. */
export interface Backlog {
  /** How many have waited for too long, and since when the first of them. */
  readonly late: number;
  readonly oldestAt: Date | null;
  /** In one word, of one of them. */
  readonly error: string | null;
}

/** As the index outbox_mail_put_off has it. */
const isServersFault = "last_error !~ '^(smtp[.]|address$)'";
const isPutOff = `sent_at IS NULL AND dead_at IS NULL AND last_error IS NOT NULL AND ${isServersFault}`;

/** The last of them is about six hours after the first. */
export const maximumTries = 13;

/** Mails are rows of the transaction that causes them, and are sent afterwards, at least once. */
export class Outbox {
  readonly #database: Database;
  readonly #mails: TableModel<RowOf<typeof mailTable>>;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#mails = database.model(mailTable);
    this.#clock = clock;
  }

  async add(mail: NewMail): Promise<void> {
    const now = this.#clock.now();
    await this.#mails.create({
      ...mail,
      id: uuidv7(),
      createdAt: now,
      attempts: 0,
      priority: priorityOf(mail.template),
      dueAt: now,
      sentAt: null,
    });
  }

  /** The newest mails, for the development mailbox. */
  async newest(recipient: string | undefined, limit: number): Promise<OutboxMail[]> {
    const rows = await this.#mails.findAll({
      where: recipient === undefined ? {} : { recipient },
      order: [['createdAt', 'DESC']],
      limit,
    });
    return rows.map((row) => {
      const { id, recipient, template, language, params, createdAt } = row.get({ plain: true });
      return { id, recipient, template, language, params: params ?? {}, createdAt };
    });
  }

  /**
   * Sends the next due mail, the most urgent first. It is claimed first, by putting its next try off: so two workers never send the same
   * one, no transaction waits for the mail server, and what a crash cut short is tried again. After the last try, or when
   * its code is no longer good, it is a dead letter.
   * @param upTo leaves less urgent ones to others
   * @returns false if none was due
   * @throws what `send` throws
   */
  async sendNext(
    send: (mail: OutboxMail) => Promise<void>,
    deadLetter: (mail: DeadLetter) => void = () => undefined,
    upTo: MailPriority = 2,
  ): Promise<boolean> {
    const now = this.#clock.now();
    const row = await this.#database.one<ClaimedRow>(
      `UPDATE outbox_mail SET attempts = attempts + 1, due_at = $1::timestamptz + least(interval '1 hour', interval '30 seconds' * 2 ^ least(attempts, 10))
        WHERE id = (SELECT id FROM outbox_mail WHERE sent_at IS NULL AND dead_at IS NULL AND priority <= $2 AND due_at <= $1
                     ORDER BY priority, due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id, recipient, template, language, params, created_at, attempts`,
      [now, upTo],
    );
    if (!row) return false;
    const { id, recipient, template, language, params, created_at: createdAt, attempts } = row;
    const until = sendableUntil(template, createdAt);
    if (until !== undefined && until <= now) {
      // This was no try.
      await this.#deadLetter({ ...row, attempts: attempts - 1 }, 'expired', deadLetter);
      return true;
    }
    try {
      await send({ id, recipient, template, language, params: params ?? {}, createdAt });
    } catch (error) {
      if (attempts >= maximumTries) await this.#deadLetter(row, failureCode(error), deadLetter);
      else await this.#noteFailure(id, failureCode(error));
      throw error;
    }
    await this.#mails.update({ sentAt: now, params: null }, { where: { id } });
    return true;
  }

  /**
   * What has waited for too long although the mail server should have it: mails that it refused wait for themselves.
   * @param lateMs how long an urgent mail, or one that was tried, may wait; another may for six times as long
   */
  async backlog(lateMs: number): Promise<Backlog> {
    const row = await this.#database.one<Backlog>(
      `SELECT count(*)::integer AS late, min(created_at) AS "oldestAt", max(last_error) AS error
         FROM outbox_mail
        WHERE sent_at IS NULL AND dead_at IS NULL AND (last_error IS NULL OR ${isServersFault})
          AND created_at < $1::timestamptz
            - $2 * interval '1 millisecond' * CASE WHEN priority < 2 OR attempts > 0 THEN 1 ELSE 6 END`,
      [this.#clock.now(), lateMs],
    );
    return row ?? { late: 0, oldestAt: null, error: null };
  }

  /** Why the oldest mail waits that the server should have taken and did not, in one word; `undefined`: there is none. */
  async putOffBy(): Promise<string | undefined> {
    const row = await this.#database.one<{ error: string }>(
      `SELECT last_error AS error FROM outbox_mail WHERE ${isPutOff} ORDER BY created_at LIMIT 1`,
    );
    return row?.error;
  }

  /** Once the mail server takes mails again, those that it did not take before need not wait for their next try. */
  async sendPutOffNow(): Promise<void> {
    await this.#database.change(
      `UPDATE outbox_mail SET due_at = $1 WHERE ${isPutOff} AND due_at > $1`,
      [this.#clock.now()],
      { rows: 'any' },
    );
  }

  async #noteFailure(id: string, error: string): Promise<void> {
    await this.#database.change(
      'UPDATE outbox_mail SET last_error = $2 WHERE id = $1 AND sent_at IS NULL AND dead_at IS NULL',
      [id, error],
      { rows: 'any' },
    );
  }

  async #deadLetter({ id, template, attempts }: ClaimedRow, error: string, report: (mail: DeadLetter) => void) {
    await this.#database.change(
      `UPDATE outbox_mail SET dead_at = $2, due_at = 'infinity', last_error = $3, attempts = $4, params = CASE WHEN $5 THEN params END
        WHERE id = $1 AND sent_at IS NULL AND dead_at IS NULL`,
      [id, this.#clock.now(), error, attempts, isRetained(template)],
      { rows: 1 },
    );
    report({ mail: id, template, tries: attempts, error });
  }
}

interface ClaimedRow {
  readonly id: string;
  readonly recipient: string;
  readonly template: MailTemplate;
  readonly language: Language;
  readonly params: Record<string, string> | null;
  readonly created_at: Date;
  readonly attempts: number;
}

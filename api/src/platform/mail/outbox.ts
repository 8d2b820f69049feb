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

/** One that a worker has to itself until its next try is due. */
export interface ClaimedMail extends OutboxMail {
  /** With the one that begins now. */
  readonly attempts: number;
}

/** How a try ended. */
export type MailTry = { readonly mail: ClaimedMail } & (
  | { readonly outcome: 'sent' | 'expired' }
  | { readonly outcome: 'failed'; readonly error: unknown }
);

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
   * Takes mails that are due, the most urgent first, by putting their next try off: so two workers never send the same
   * one, no transaction waits for the mail server, and what a crash cut short is tried again. The try counts from here.
   * @param limit how many at most: no more than can be handed over at once
   * @param upTo leaves less urgent ones to others
   */
  async claim(limit: number, upTo: MailPriority = 2): Promise<ClaimedMail[]> {
    // As an array the query of the due ones runs once: joined, it could run for each row, and lock others each time.
    const now = this.#clock.now();
    return this.#database.rows<ClaimedMail>(
      `UPDATE outbox_mail SET attempts = attempts + 1, due_at = to_timestamp($4::double precision + least(3600, 30 * 2 ^ least(attempts, 10)))
        WHERE id = ANY (ARRAY(SELECT id FROM outbox_mail WHERE sent_at IS NULL AND dead_at IS NULL AND priority <= $2 AND due_at <= $1
                               ORDER BY priority, due_at LIMIT $3 FOR UPDATE SKIP LOCKED))
        RETURNING id, recipient, template, language, coalesce(params, '{}') AS params, created_at AS "createdAt", attempts`,
      [now, upTo, limit, now.getTime() / 1_000],
    );
  }

  /** Hands one over, unless its code is no longer good: that is no try. What `send` throws is part of the answer. */
  async attempt(mail: ClaimedMail, send: (mail: OutboxMail) => Promise<void>): Promise<MailTry> {
    const until = sendableUntil(mail.template, mail.createdAt);
    if (until !== undefined && until <= this.#clock.now()) return { mail, outcome: 'expired' };
    try {
      await send(mail);
      return { mail, outcome: 'sent' };
    } catch (error) {
      return { mail, outcome: 'failed', error };
    }
  }

  /**
   * Notes how tries ended, with one statement for each outcome that there is; the same again changes nothing. What was
   * sent forgets what it said. After the last try, or when its code is no longer good, a mail is a dead letter.
   * @returns those that became dead letters now
   */
  async note(tries: readonly MailTry[]): Promise<DeadLetter[]> {
    const sent = tries.filter(({ outcome }) => outcome === 'sent');
    const failed = tries.filter(({ outcome }) => outcome !== 'sent');
    const isLast = ({ mail, outcome }: MailTry) => outcome === 'expired' || mail.attempts >= maximumTries;
    if (sent.length > 0) await this.#noteSent(sent.map(({ mail }) => mail.id));
    const later = failed.filter((each) => !isLast(each));
    if (later.length > 0) await this.#noteFailures(later);
    const last = failed.filter(isLast);
    return last.length > 0 ? this.#deadLetters(last) : [];
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

  async #noteSent(ids: readonly string[]): Promise<void> {
    await this.#database.change(
      `UPDATE outbox_mail SET sent_at = $2, params = NULL WHERE id = ANY ($1::uuid[]) AND sent_at IS NULL AND dead_at IS NULL`,
      [ids, this.#clock.now()],
      { rows: 'any' },
    );
  }

  async #noteFailures(tries: readonly MailTry[]): Promise<void> {
    await this.#database.change(
      `UPDATE outbox_mail SET last_error = failed.error FROM unnest($1::uuid[], $2::text[]) AS failed (mail, error)
        WHERE id = failed.mail AND sent_at IS NULL AND dead_at IS NULL`,
      [tries.map(({ mail }) => mail.id), tries.map(errorOf)],
      { rows: 'any' },
    );
  }

  async #deadLetters(tries: readonly MailTry[]): Promise<DeadLetter[]> {
    return this.#database.rows<DeadLetter>(
      `UPDATE outbox_mail SET dead_at = $5, due_at = 'infinity', last_error = last.error, attempts = last.tries,
              params = CASE WHEN last.is_retained THEN params END
         FROM unnest($1::uuid[], $2::text[], $3::smallint[], $4::boolean[]) AS last (mail, error, tries, is_retained)
        WHERE id = last.mail AND sent_at IS NULL AND dead_at IS NULL
        RETURNING id AS mail, template, attempts AS tries, last_error AS error`,
      [
        tries.map(({ mail }) => mail.id),
        tries.map(errorOf),
        tries.map(({ mail, outcome }) => String(outcome === 'expired' ? mail.attempts - 1 : mail.attempts)),
        tries.map(({ mail }) => String(isRetained(mail.template))),
        this.#clock.now(),
      ],
    );
  }
}

const errorOf = (ended: MailTry): string => (ended.outcome === 'failed' ? failureCode(ended.error) : ended.outcome);

import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../db/database.ts';
import type { MailTemplate } from './templates.ts';

/** A a mail among the dead letters, without what it says. */
export interface DeadMail {
  readonly id: string;
  readonly recipient: string;
  readonly template: MailTemplate;
  readonly createdAt: Date;
  readonly deadAt: Date;
  readonly tries: number;
  /** `expired`, or a code of the mail server or of the failure. */
  readonly error: string;
  /** Whether what it says is still there and can be sent. */
  readonly sendable: boolean;
}

const columns = `id, recipient, template, created_at AS "createdAt", dead_at AS "deadAt", attempts AS tries,
  last_error AS error, params IS NOT NULL AS sendable`;
const dead = 'dead_at IS NOT NULL AND dropped_at IS NULL';

/** Mails that nobody tries any more, until an operator has them sent again or drops them. */
export class DeadMails {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async count(): Promise<number> {
    const row = await this.#database.one<{ count: number }>(
      `SELECT count(*)::integer AS count FROM outbox_mail WHERE ${dead}`,
    );
    return row?.count ?? 0;
  }

  /** The latest first. @param before only those that became dead letters before this one */
  async page(before: string | undefined, limit: number): Promise<DeadMail[]> {
    return this.#database.rows<DeadMail>(
      `SELECT ${columns} FROM outbox_mail
        WHERE ${dead} AND ($1::uuid IS NULL OR (dead_at, id) < (SELECT dead_at, id FROM outbox_mail WHERE id = $1))
        ORDER BY dead_at DESC, id DESC LIMIT $2`,
      [before ?? null, limit],
    );
  }

  /** Locks one until the transaction's end. */
  async lock(id: string): Promise<DeadMail | undefined> {
    return this.#database.one<DeadMail>(`SELECT ${columns} FROM outbox_mail WHERE id = $1 AND ${dead} FOR UPDATE`, [
      id,
    ]);
  }

  /** Gives a sendable one all its tries again. */
  async sendAgain(id: string): Promise<void> {
    await this.#database.change(
      `UPDATE outbox_mail SET dead_at = NULL, due_at = $2, attempts = 0, last_error = NULL
        WHERE id = $1 AND ${dead} AND params IS NOT NULL`,
      [id, this.#clock.now()],
      { rows: 1 },
    );
  }

  /** Forgets what it says; that it was there stays. */
  async drop(id: string): Promise<void> {
    await this.#database.change(
      `UPDATE outbox_mail SET dropped_at = $2, params = NULL WHERE id = $1 AND ${dead}`,
      [id, this.#clock.now()],
      { rows: 1 },
    );
  }
}

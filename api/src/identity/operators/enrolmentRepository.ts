import type { Database } from '../../platform/db/database.ts';

/** Reads and writes of `operator_enrolment`: links for one enrolment, of which the token's digest is kept. */
export class EnrolmentRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Makes a link; an older one of the operator ends. Inside the caller's transaction. */
  async add(operatorId: string, tokenHash: Buffer, createdAt: Date, expiresAt: Date): Promise<void> {
    await this.#database.change(
      'UPDATE operator_enrolment SET ended_at = $2 WHERE operator_id = $1 AND ended_at IS NULL',
      [operatorId, createdAt],
      { rows: 'any' },
    );
    await this.#database.change(
      'INSERT INTO operator_enrolment (token_hash, operator_id, created_at, expires_at) VALUES ($1, $2, $3, $4)',
      [tokenHash, operatorId, createdAt, expiresAt],
      { rows: 1 },
    );
  }

  /** Whose link it is, and the word that it takes, if it can still be opened and they are not suspended. */
  findUnopened(
    tokenHash: Buffer,
    now: Date,
  ): Promise<{ id: string; name: string; wordHash: Buffer | null } | undefined> {
    return this.#database.one(
      `SELECT o.id, o.name, e.word_hash AS "wordHash" FROM operator_enrolment e JOIN operator o ON o.id = e.operator_id
        WHERE e.token_hash = $1 AND e.opened_at IS NULL AND e.ended_at IS NULL AND e.expires_at > $2
          AND o.suspended_at IS NULL`,
      [tokenHash, now],
    );
  }

  /** Of two who have the link one goes on. @returns whether it was this one */
  async open(tokenHash: Buffer, now: Date): Promise<boolean> {
    const changed = await this.#database.change(
      `UPDATE operator_enrolment SET opened_at = $2
        WHERE token_hash = $1 AND opened_at IS NULL AND ended_at IS NULL`,
      [tokenHash, now],
      { rows: 'any' },
    );
    return changed > 0;
  }

  /** Counts a try. @returns whose link it is; `undefined` if no try is left, or it is no open link */
  async countTry(tokenHash: Buffer, now: Date): Promise<string | undefined> {
    const row = await this.#database.one<{ operator_id: string }>(
      `UPDATE operator_enrolment SET tries_left = tries_left - 1
        WHERE token_hash = $1 AND opened_at IS NOT NULL AND ended_at IS NULL AND expires_at > $2 AND tries_left > 0
        RETURNING operator_id`,
      [tokenHash, now],
    );
    return row?.operator_id;
  }

  /** @returns false if it had ended already */
  async end(tokenHash: Buffer, now: Date): Promise<boolean> {
    const changed = await this.#database.change(
      'UPDATE operator_enrolment SET ended_at = $2 WHERE token_hash = $1 AND ended_at IS NULL',
      [tokenHash, now],
      { rows: 'any' },
    );
    return changed > 0;
  }
}

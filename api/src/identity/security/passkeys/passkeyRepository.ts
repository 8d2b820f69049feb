import type { Language } from '@trellis/api-contract';
import type { Database } from '../../../platform/db/database.ts';

/** A key as its owner sees it. */
export interface OwnPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** What an answer is checked with. */
export interface CheckedPasskey {
  readonly id: string;
  readonly publicKey: Buffer;
  /** How often the device says it was used; text of a bigint. */
  readonly counter: string;
}

/** A key, and who logs in with it. */
export interface LogInPasskey extends CheckedPasskey {
  readonly memberId: string;
  readonly username: string;
  readonly language: Language;
  readonly timeZone: string | null;
  readonly suspended: boolean;
  readonly frozen: boolean;
}

export interface NewPasskey {
  readonly id: string;
  readonly memberId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
}

const ownColumns = 'id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt"';

/** Reads and writes of `passkey`. */
export class PasskeyRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Oldest first. */
  listOf(memberId: string): Promise<OwnPasskey[]> {
    return this.#database.rows(`SELECT ${ownColumns} FROM passkey WHERE member_id = $1 ORDER BY created_at, id`, [
      memberId,
    ]);
  }

  /** A member's keys that were there at a moment. */
  addedUntil(memberId: string, moment: Date): Promise<CheckedPasskey[]> {
    return this.#database.rows(
      'SELECT id, public_key AS "publicKey", counter FROM passkey WHERE member_id = $1 AND created_at <= $2',
      [memberId, moment],
    );
  }

  findForLogIn(id: string): Promise<LogInPasskey | undefined> {
    return this.#database.one(
      `SELECT p.id, p.public_key AS "publicKey", p.counter, p.member_id AS "memberId", m.username, m.language, m.time_zone AS "timeZone",
              m.suspended_at IS NOT NULL AS suspended, m.frozen_at IS NOT NULL AS frozen
         FROM passkey p JOIN member m ON m.id = p.member_id WHERE p.id = $1`,
      [id],
    );
  }

  /** @throws Error of Postgres with the state 23505 if there is such a key, whoever's */
  async add(key: NewPasskey): Promise<OwnPasskey> {
    const row = await this.#database.one<OwnPasskey>(
      `INSERT INTO passkey (id, member_id, public_key, counter, transports, name, created_at)
       VALUES ($1, $2, $3, $4, $5::text[], $6, $7) RETURNING ${ownColumns}`,
      [key.id, key.memberId, key.publicKey, key.counter, key.transports, key.name, key.createdAt],
    );
    if (!row) throw new Error('the passkey was not stored');
    return row;
  }

  /** Notes a use; a counter never goes back. @returns whether the member has such a key */
  async use(id: string, memberId: string, counter: number, now: Date): Promise<boolean> {
    const changed = await this.#database.change(
      'UPDATE passkey SET counter = greatest(counter, $3), last_used_at = $4 WHERE id = $1 AND member_id = $2',
      [id, memberId, counter, now],
      { rows: 'any' },
    );
    return changed > 0;
  }

  /** @returns its name; `undefined` if the member has no such key */
  async remove(memberId: string, id: string): Promise<string | undefined> {
    const row = await this.#database.one<{ name: string }>(
      'DELETE FROM passkey WHERE member_id = $1 AND id = $2 RETURNING name',
      [memberId, id],
    );
    return row?.name;
  }

  /** @returns how many there were */
  removeAll(memberId: string): Promise<number> {
    return this.#database.change('DELETE FROM passkey WHERE member_id = $1', [memberId], { rows: 'any' });
  }
}

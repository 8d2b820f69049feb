import type { LockCause } from '@trellis/api-contract';
import type { Database } from '../../platform/db/database.ts';

/** Locks of a member: of their row, until the transaction ends; and of their ways out, until a moment. */
export class MemberLocks {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** One at a time for a member; what only refers to the member, as new rows of theirs do, goes on. */
  async lockRow(id: string): Promise<void> {
    await this.#database.rows('SELECT 1 FROM member WHERE id = $1 FOR NO KEY UPDATE', [id]);
  }

  /** The same, and new rows that refer to the member wait, too. */
  async lockRowAndKey(id: string): Promise<void> {
    await this.#database.rows('SELECT 1 FROM member WHERE id = $1 FOR UPDATE', [id]);
  }

  /** Locks the ways out, or leaves a lock that lasts longer with its cause. @returns when it ends */
  async extend(id: string, until: Date, cause: LockCause): Promise<Date> {
    const row = await this.#database.one<{ locked_until: Date }>(
      `UPDATE member SET lock_cause = CASE WHEN locked_until > $2 THEN lock_cause ELSE $3 END,
                         locked_until = CASE WHEN locked_until > $2 THEN locked_until ELSE $2 END
        WHERE id = $1 RETURNING locked_until`,
      [id, until, cause],
    );
    return row?.locked_until ?? until;
  }
}

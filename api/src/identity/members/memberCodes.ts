import type { LockCause } from '@trellis/api-contract';
import type { Database } from '../../platform/db/database.ts';
import type { Statement } from '../../platform/db/lanes.ts';
import type { SealedSecret } from '../credentials/secretBox.ts';

/** A sealed secret as it stands in the table; both or neither. */
export interface StoredSecret {
  readonly google_secret: Buffer | null;
  readonly google_key: string | null;
}

/** What of a member decides whether a code is right, and fresh. */
export interface CodeState extends StoredSecret {
  readonly google_step: string;
  /** Who is logged in or known has brought wrong codes since the last right one. */
  readonly guessed: boolean;
}

/** What stands in the way of a member, and what they can prove themselves with. */
export interface MemberSecurity extends CodeState {
  readonly email: string;
  readonly bound: boolean;
  readonly locked_until: Date | null;
  readonly lock_cause: LockCause | null;
}

const memberSecurity: Statement = {
  name: 'member_security',
  text: `SELECT id, email, google_bound_at IS NOT NULL AS bound, locked_until, lock_cause,
                google_secret, google_key, google_step, guesses > 0 AS guessed
           FROM member WHERE id = ANY ($1::bigint[])`,
};

/**
 * Reads and writes of a member's Google Authenticator: its secret, the last time step that was used, and whether
 * wrong codes stand against it. Each is one statement: counting, comparing and writing apart would let two through at once.
 */
export class MemberCodes {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** In the order of `ids`. */
  async securityOf(ids: readonly string[]): Promise<(MemberSecurity | undefined)[]> {
    const rows = await this.#database.repeated<MemberSecurity & { readonly id: string }>(memberSecurity, [ids]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id));
  }

  /** With the last time step that was used. */
  secretOf(id: string): Promise<(StoredSecret & Pick<CodeState, 'google_step'>) | undefined> {
    return this.#database.one('SELECT google_secret, google_key, google_step FROM member WHERE id = $1', [id]);
  }

  /** Notes a guess of who is logged in or known: until it was right, no code is taken without being counted first. */
  async noteGuess(id: string): Promise<void> {
    await this.#database.change('UPDATE member SET guesses = guesses + 1 WHERE id = $1 AND guesses < 1000', [id], {
      rows: 'any',
    });
  }

  /** Who is known has no wrong code behind them any more. */
  async forgetGuesses(id: string): Promise<void> {
    await this.#database.change('UPDATE member SET guesses = 0 WHERE id = $1', [id], { rows: 1 });
  }

  /** Uses a time step up, and with it all before. @returns whether it was still free */
  async takeStep(id: string, step: bigint): Promise<boolean> {
    const changed = await this.#database.change(
      `UPDATE member SET google_step = $2 WHERE id = $1 AND google_step < $2 AND google_secret IS NOT NULL`,
      [id, step],
      { rows: 'any' },
    );
    return changed > 0;
  }

  /**
   * Binds what stands in `google_binding`, if that is still the secret that was shown.
   * @returns false if another is bound, or the binding was begun again meanwhile
   */
  async bind(id: string, secret: SealedSecret['sealed'], now: Date): Promise<boolean> {
    const changed = await this.#database.change(
      `UPDATE member SET google_secret = b.secret, google_key = b.key, google_bound_at = $2,
                         google_step = greatest(google_step, b.step)
         FROM google_binding b WHERE b.member_id = $1 AND member.id = $1 AND b.secret = $3 AND google_secret IS NULL`,
      [id, now, secret],
      { rows: 'any' },
    );
    return changed > 0;
  }

  /** The last step stays: no code is good twice. */
  async unbind(id: string): Promise<void> {
    await this.#database.change(
      'UPDATE member SET google_secret = NULL, google_key = NULL, google_bound_at = NULL WHERE id = $1',
      [id],
      { rows: 1 },
    );
  }
}

import { createHash, randomInt } from 'node:crypto';
import type { Clock } from '../../../ground/clock.ts';
import type { Database } from '../../../platform/db/database.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const count = 10;

/** 120 random bits in Base32, in groups of four. */
const newCode = (): string =>
  Array.from({ length: 6 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')).join(
    '-',
  );

export const newRecoveryCodes = (): string[] => Array.from({ length: count }, newCode);

/** What the database keeps of a code: with 120 bits a plain digest tells nobody anything. */
export const recoveryDigest = (memberId: string, code: string): Buffer =>
  createHash('sha256').update(`recovery-code\n${memberId}\n${code}`).digest();

/** Codes that stand in for a lost authenticator, each once. */
export class RecoveryCodes {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async left(memberId: string): Promise<number> {
    const row = await this.#database.one<{ left: string }>(
      'SELECT count(*) AS left FROM recovery_code WHERE member_id = $1 AND used_at IS NULL',
      [memberId],
    );
    return Number(row?.left ?? 0);
  }

  /** Whether a code would be taken now; takes nothing. */
  async isGood(memberId: string, code: string): Promise<boolean> {
    const row = await this.#database.one(
      'SELECT 1 AS found FROM recovery_code WHERE member_id = $1 AND digest = $2 AND used_at IS NULL',
      [memberId, recoveryDigest(memberId, code)],
    );
    return row !== undefined;
  }

  /** Uses a code up, in one statement: of any number who send it at once, one gets in. */
  async take(memberId: string, code: string): Promise<boolean> {
    const changed = await this.#database.change(
      'UPDATE recovery_code SET used_at = $3 WHERE member_id = $1 AND digest = $2 AND used_at IS NULL',
      [memberId, recoveryDigest(memberId, code), this.#clock.now()],
      { rows: 'any' },
    );
    return changed > 0;
  }

  /** Puts new codes in the place of all others, inside the caller's transaction. */
  async replace(memberId: string, digests: readonly Buffer[]): Promise<void> {
    await forgetRecoveryCodes(this.#database, memberId);
    for (const digest of digests)
      await this.#database.change('INSERT INTO recovery_code (member_id, digest) VALUES ($1, $2)', [memberId, digest], {
        rows: 1,
      });
  }
}

/** Makes all of a member's codes good for nothing, inside the caller's transaction. */
export async function forgetRecoveryCodes(database: Database, memberId: string): Promise<void> {
  await database.change('DELETE FROM recovery_code WHERE member_id = $1', [memberId], { rows: 'any' });
}

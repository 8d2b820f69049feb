import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../ground/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Passwords } from '../../credentials/passwords.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const count = 10;

const newGroup = (): string => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** 50 random bits each, in Base32. */
export const newRecoveryCodes = (): string[] => Array.from({ length: count }, () => `${newGroup()}-${newGroup()}`);

/** Codes of before have 120 random bits: a plain digest notifies nobody anything. */
const longCodeLength = 29;
/** Stands in front of the digest; what was kept before this has the digest alone, under a salt that follows from whose it is. */
const saltLength = 16;
const digestLength = 32;

/** Codes that stand in for a lost authenticator, each once. */
export class RecoveryCodes {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #passwords: Passwords;

  constructor(database: Database, clock: Clock, passwords: Passwords) {
    this.#database = database;
    this.#clock = clock;
    this.#passwords = passwords;
  }

  /**
   * What the database keeps of new codes. 50 bits can be tried out by who has stolen the table, were each try cheap: so it
   * is as dear as that of a password, and under a random salt. Never inside a transaction: ten milliseconds each.
   * @throws AppError server.busy
   */
  async keep(codes: readonly string[]): Promise<Buffer[]> {
    const salt = randomBytes(saltLength);
    return Promise.all(codes.map(async (code) => Buffer.concat([salt, await this.#passwords.digest(code, salt)])));
  }

  /**
   * Which of what is kept is of this code. As slow as `keep`, once for each salt.
   * @throws AppError server.busy
   */
  async among(stored: readonly Buffer[], memberId: string, code: string): Promise<Buffer | undefined> {
    const whose = createHash('sha256').update(`recovery-code\n${memberId}`);
    if (code.length === longCodeLength) return find(stored, whose.update(`\n${code}`).digest());
    const salts = new Map(stored.map((each) => [saltOf(each).toString('hex'), saltOf(each)]));
    const derived = whose.digest();
    for (const salt of salts.values()) {
      const digest = await this.#passwords.digest(code, salt.length > 0 ? salt : derived);
      const match = find(stored, Buffer.concat([salt, digest]));
      if (match) return match;
    }
    return undefined;
  }

  async left(memberId: string): Promise<number> {
    const row = await this.#database.one<{ left: string }>(
      'SELECT count(*) AS left FROM recovery_code WHERE member_id = $1 AND used_at IS NULL',
      [memberId],
    );
    return Number(row?.left ?? 0);
  }

  /** What is kept of a code that would be taken now; takes nothing. @throws AppError server.busy */
  async find(memberId: string, code: string): Promise<Buffer | undefined> {
    const rows = await this.#database.rows<{ digest: Buffer }>(
      'SELECT digest FROM recovery_code WHERE member_id = $1 AND used_at IS NULL',
      [memberId],
    );
    return this.among(
      rows.map(({ digest }) => digest),
      memberId,
      code,
    );
  }

  /** Uses a code up, in one statement: of any number who send it at once, one gets in. */
  async take(memberId: string, digest: Buffer): Promise<boolean> {
    const changed = await this.#database.change(
      'UPDATE recovery_code SET used_at = $3 WHERE member_id = $1 AND digest = $2 AND used_at IS NULL',
      [memberId, digest, this.#clock.now()],
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

const saltOf = (stored: Buffer): Buffer => stored.subarray(0, stored.length - digestLength);

const find = (stored: readonly Buffer[], wanted: Buffer): Buffer | undefined =>
  stored.find((each) => each.length === wanted.length && timingSafeEqual(each, wanted));

/** Makes all of a member's codes good for nothing, inside the caller's transaction. */
export async function forgetRecoveryCodes(database: Database, memberId: string): Promise<void> {
  await database.change('DELETE FROM recovery_code WHERE member_id = $1', [memberId], { rows: 'any' });
}

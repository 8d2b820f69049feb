import { createHash } from 'node:crypto';
import type { ErrorCode } from '@trellis/api-contract';
import { type Clock, secondsFrom } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { networkOf } from '../../http/origin.ts';
import { AppError, tooManyAttempts } from '../../http/problem.ts';
import type { MemberRepository } from '../members/memberRepository.ts';
import type { Passwords } from './passwords.ts';
import type { SessionMember } from './session.ts';

/** Failures that are told apart; after these, one message and growing delays. */
const distinctFailures = 5;
const windowSeconds = 15 * 60;

interface FailureRow {
  readonly failures: number;
}

/** Username and password, with the brakes of product.md section 3. */
export class LogIn {
  readonly #database: Database;
  readonly #members: MemberRepository;
  readonly #passwords: Passwords;
  readonly #clock: Clock;

  constructor(database: Database, members: MemberRepository, passwords: Passwords, clock: Clock) {
    this.#database = database;
    this.#members = members;
    this.#passwords = passwords;
    this.#clock = clock;
  }

  /**
   * @throws AppError auth.username_unknown or auth.password_incorrect for the first five failures of a name from a
   *   network in 15 minutes, then auth.credentials_invalid and auth.too_many_attempts
   */
  async verify(username: string, password: string, address: string): Promise<SessionMember> {
    const subject = subjectOf(username, address);
    await this.#checkDelay(subject);
    const member = await this.#members.findByUsername(username);
    // The same work and the same counter for a name that does not exist.
    const matches = await this.#passwords.verify(member?.passwordHash, password);
    if (member && matches) {
      await this.#database.query(
        'UPDATE login_failure SET failures = 0, blocked_until = NULL WHERE subject = $1 RETURNING 1',
        [subject],
      );
      return {
        id: member.id,
        username: member.username,
        language: member.language,
        suspended: member.suspendedAt !== null,
      };
    }
    const failures = await this.#countFailure(subject);
    const distinct: ErrorCode = member ? 'auth.password_incorrect' : 'auth.username_unknown';
    if (failures > distinctFailures) throw new AppError('auth.credentials_invalid');
    throw new AppError(distinct, { fields: [{ path: member ? 'password' : 'username', code: distinct }] });
  }

  async #checkDelay(subject: string): Promise<void> {
    const now = this.#clock.now();
    const [row] = await this.#database.query<{ blocked_until: Date }>(
      'SELECT blocked_until FROM login_failure WHERE subject = $1 AND blocked_until > $2',
      [subject, now],
    );
    if (row) throw tooManyAttempts(Math.ceil((row.blocked_until.getTime() - now.getTime()) / 1000));
  }

  /** Counts in one statement. From the sixth failure on, each doubles the wait, up to the window itself. */
  async #countFailure(subject: string): Promise<number> {
    const now = this.#clock.now();
    const [row] = await this.#database.query<FailureRow>(
      `INSERT INTO login_failure AS f (subject, failures, window_start) VALUES ($1, 1, $2)
       ON CONFLICT (subject) DO UPDATE SET
         failures = CASE WHEN f.window_start > $3 THEN f.failures + 1 ELSE 1 END,
         window_start = CASE WHEN f.window_start > $3 THEN f.window_start ELSE excluded.window_start END,
         blocked_until = CASE WHEN f.window_start > $3 AND f.failures >= $4
           THEN excluded.window_start + least(interval '1 second' * 2 ^ least(f.failures - $4, 10), interval '15 minutes') END
       RETURNING failures`,
      [subject, now, secondsFrom(now, -windowSeconds), distinctFailures],
    );
    return row?.failures ?? 1;
  }
}

/** Name and network as one digest: the table tells nobody which names were tried. */
const subjectOf = (username: string, address: string): string =>
  createHash('sha256')
    .update(`${username.toLowerCase()}\n${networkOf(address)}`)
    .digest('base64url');

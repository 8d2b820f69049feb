import type { ErrorCode } from '@trellis/api-contract';
import { fieldError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { failureSubject, type LoginFailures } from './failures.ts';
import type { Passwords } from './passwords.ts';

interface Account {
  readonly email: string;
  readonly username: string;
  readonly password_hash: string;
}

/** Asks who is logged in for their password again: whoever finds a phone unlocked does not know it. */
export class OldPassword {
  readonly #database: Database;
  readonly #passwords: Passwords;
  readonly #failures: LoginFailures;

  constructor(database: Database, passwords: Passwords, failures: LoginFailures) {
    this.#database = database;
    this.#passwords = passwords;
    this.#failures = failures;
  }

  /**
   * Tries are counted for the account, before the password is looked at.
   * @param path which field is wrong, and `code` with what
   * @throws AppError the code, or auth.too_many_attempts
   */
  async check(
    memberId: string,
    password: string,
    path: string,
    code: ErrorCode,
  ): Promise<{ email: string; username: string }> {
    const subject = failureSubject('password again', memberId);
    await this.#failures.admitOrRefuse(subject);
    const account = await this.#database.one<Account>(
      'SELECT email, username, password_hash FROM member WHERE id = $1',
      [memberId],
    );
    if (!(await this.#passwords.verify(account?.password_hash, password)) || !account)
      throw fieldError([{ path, code }]);
    await this.#failures.clear(subject);
    return { email: account.email, username: account.username };
  }
}

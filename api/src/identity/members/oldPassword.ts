import type { ErrorCode } from '@trellis/api-contract';
import { fieldError } from '../../ground/errors.ts';
import { failureSubject, type LoginFailures } from '../credentials/failures.ts';
import type { Passwords } from '../credentials/passwords.ts';
import { tokenDigest } from '../credentials/sessionToken.ts';
import type { MemberRepository } from './memberRepository.ts';
import type { Renewing } from './sessions.ts';

/** Asks who is logged in for their password again: whoever finds a phone unlocked does not know it. */
export class OldPassword {
  readonly #members: MemberRepository;
  readonly #passwords: Passwords;
  readonly #failures: LoginFailures;

  constructor(members: MemberRepository, passwords: Passwords, failures: LoginFailures) {
    this.#members = members;
    this.#passwords = passwords;
    this.#failures = failures;
  }

  /**
   * Tries are counted before the password is looked at, for the session: whoever has stolen one keeps the owner's other
   * ones out of nothing.
   * @param path which field is wrong, and `code` with what
   * @returns the account as it was looked at; `MemberCredentials.lockIfUnchanged` says whether it still is
   * @throws AppError the code, or auth.too_many_attempts
   */
  async check(
    { member: { id: memberId }, token = '' }: Pick<Renewing, 'member' | 'token'>,
    password: string,
    path: string,
    code: ErrorCode,
  ): Promise<{ email: string; username: string; passwordHash: string }> {
    const subject = failureSubject('password again', memberId, tokenDigest(token).toString('base64url'));
    await this.#failures.admitOrRefuse(subject);
    const account = await this.#members.findById(memberId);
    if (!(await this.#passwords.verify(account?.passwordHash, password)) || !account)
      throw fieldError([{ path, code }]);
    await this.#failures.clear(subject);
    return { email: account.email, username: account.username, passwordHash: account.passwordHash };
  }
}

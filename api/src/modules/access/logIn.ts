import type { ErrorCode } from '@trellis/api-contract';
import { networkOf } from '../../http/origin.ts';
import { AppError } from '../../http/problem.ts';
import type { MemberRepository } from '../members/memberRepository.ts';
import { failureSubject, type LoginFailures } from './failures.ts';
import type { Passwords } from './passwords.ts';
import type { SessionMember } from './session.ts';

/** Username and password, with the brakes of product.md section 3. */
export class LogIn {
  readonly #members: MemberRepository;
  readonly #passwords: Passwords;
  readonly #failures: LoginFailures;

  constructor(members: MemberRepository, passwords: Passwords, failures: LoginFailures) {
    this.#members = members;
    this.#passwords = passwords;
    this.#failures = failures;
  }

  /**
   * @throws AppError auth.username_unknown or auth.password_incorrect for the first five failures of a name from a
   *   network in 15 minutes, then auth.credentials_invalid and auth.too_many_attempts
   */
  async verify(username: string, password: string, address: string): Promise<SessionMember> {
    const subject = failureSubject(username.toLowerCase(), networkOf(address));
    await this.#failures.checkDelay(subject);
    const member = await this.#members.findByUsername(username);
    // The same work and the same counter for a name that does not exist.
    const matches = await this.#passwords.verify(member?.passwordHash, password);
    if (member && matches) {
      await this.#failures.clear(subject);
      return {
        id: member.id,
        username: member.username,
        language: member.language,
        suspended: member.suspendedAt !== null,
      };
    }
    const isToldApart = await this.#failures.count(subject);
    const distinct: ErrorCode = member ? 'auth.password_incorrect' : 'auth.username_unknown';
    if (!isToldApart) throw new AppError('auth.credentials_invalid');
    throw new AppError(distinct, { fields: [{ path: member ? 'password' : 'username', code: distinct }] });
  }
}

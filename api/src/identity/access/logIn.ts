import type { ErrorCode } from '@trellis/api-contract';
import { AppError } from '../../ground/errors.ts';
import type { SessionMember } from '../../platform/http/caller.ts';
import { networkOf } from '../../platform/http/origin.ts';
import { failureSubject, freeFailuresAnywhere, type LoginFailures } from '../credentials/failures.ts';
import type { Passwords } from '../credentials/passwords.ts';
import type { MemberRepository } from '../members/memberRepository.ts';
import type { Devices } from '../security/devices/devices.ts';
import type { FactorProof, Factors } from '../security/google/factors.ts';

/** Who has proven themselves, and the proof to use up where they log in. */
export interface Verified {
  readonly member: SessionMember;
  readonly proof: FactorProof | undefined;
}

export interface LogInRequest {
  readonly username: string;
  readonly password: string;
  /** Of Google Authenticator, or a recovery code. */
  readonly code: string | undefined;
  readonly address: string;
  /** Of the cookie that stays in the browser. */
  readonly device: string | undefined;
}

export interface LogInParts {
  readonly members: MemberRepository;
  readonly passwords: Passwords;
  readonly failures: LoginFailures;
  readonly factors: Factors;
  readonly devices: Pick<Devices, 'knows'>;
}

/** Username, password and, where it is bound, a code of Google Authenticator, with the brakes of product.md section 3. */
export class LogIn {
  readonly #parts: LogInParts;

  constructor(parts: LogInParts) {
    this.#parts = parts;
  }

  /**
   * @throws AppError auth.username_unknown or auth.password_incorrect for the first five failures of a name from a
   *   network, and the first thousand of all, in 15 minutes; then auth.credentials_invalid and auth.too_many_attempts.
   *   With the right password auth.account_frozen, auth.second_factor_required or twofactor.incorrect
   */
  async verify({ username, password, code, address, device }: LogInRequest): Promise<Verified> {
    const { members, passwords, failures, factors } = this.#parts;
    const name = username.toLowerCase();
    const subject = failureSubject(name, networkOf(address));
    await failures.checkDelay(subject);
    const member = await members.findByUsername(username);
    const everywhere = await this.#admitFromAnywhere(name, member?.id, device);
    // The same work and the same counter for a name that does not exist.
    const matches = await passwords.verify(member?.passwordHash, password);
    if (!member || !matches) {
      const isToldApart = (await failures.count(subject)) && (await failures.countAmongAll());
      const distinct: ErrorCode = member ? 'auth.password_incorrect' : 'auth.username_unknown';
      if (!isToldApart) throw new AppError('auth.credentials_invalid');
      throw new AppError(distinct, { fields: [{ path: member ? 'password' : 'username', code: distinct }] });
    }
    if (member.frozenAt) throw new AppError('auth.account_frozen');
    const isBound = await factors.isBound(member.id);
    if (isBound && code === undefined) throw new AppError('auth.second_factor_required');
    const proof = isBound && code !== undefined ? await factors.prove(member.id, code, true) : undefined;
    await failures.clear(subject);
    if (everywhere) await failures.clear(everywhere);
    const { id, language, suspendedAt } = member;
    return { member: { id, username: member.username, language, suspended: suspendedAt !== null }, proof };
  }

  /**
   * A name is also counted over all networks, for guessers who have many. Its owner is not kept out by them: a browser
   * that has logged in before is not counted. @returns the subject to clear
   */
  async #admitFromAnywhere(
    name: string,
    memberId: string | undefined,
    device: string | undefined,
  ): Promise<string | undefined> {
    if (memberId !== undefined && (await this.#parts.devices.knows(memberId, device))) return undefined;
    const subject = failureSubject('anywhere', name);
    await this.#parts.failures.admitOrRefuse(subject, freeFailuresAnywhere);
    return subject;
  }
}

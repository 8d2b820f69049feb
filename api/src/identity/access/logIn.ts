import type { ErrorCode } from '@trellis/api-contract';
import { AppError } from '../../ground/errors.ts';
import {
  type FailureSubject,
  failureSubject,
  freeFailuresAnywhere,
  type LoginFailures,
  networkSubjects,
} from '../credentials/failures.ts';
import type { Passwords } from '../credentials/passwords.ts';
import { Turns } from '../credentials/turns.ts';
import type { MemberCredentials } from '../members/memberCredentials.ts';
import type { Member, MemberRepository } from '../members/memberRepository.ts';
import type { Verified } from '../members/verified.ts';
import type { Devices } from '../security/devices/devices.ts';
import type { Factors } from '../security/google/factors.ts';

export interface LogInRequest {
  readonly username: string;
  readonly password: string;
  /** Of Google Authenticator, or a recovery code. */
  readonly code: string | undefined;
  readonly address: string;
  /** Of the cookie that stays in the browser. */
  readonly device: string | undefined;
  readonly userAgent: string;
}

export interface LogInParts {
  readonly members: MemberRepository;
  readonly memberCredentials: MemberCredentials;
  readonly passwords: Passwords;
  readonly failures: LoginFailures;
  readonly factors: Factors;
  readonly devices: Pick<Devices, 'knows'>;
}

/** Username, password and, where it is bound, a code of Google Authenticator, with the brakes against guessing. */
export class LogIn {
  readonly #parts: LogInParts;
  readonly #turns = new Turns();

  constructor(parts: LogInParts) {
    this.#parts = parts;
  }

  /**
   * @throws AppError auth.username_unknown or auth.password_incorrect for the first five failures of a name from a
   *   network, and the first thousand of all, in 15 minutes; then auth.credentials_invalid and auth.too_many_attempts.
   *   With the right password auth.account_frozen, auth.second_factor_required or twofactor.incorrect
   */
  async verify(request: LogInRequest): Promise<Verified> {
    const { members, devices } = this.#parts;
    const name = request.username.toLowerCase();
    const named = await members.findByUsername(request.username);
    const member = named?.erasedAt ? undefined : named;
    // A browser that its owner has logged in with is counted for itself: who guesses from the same network, or from many,
    // does not keep it out.
    const known = member && (await devices.knows(member.id, request.device)) ? request.device : undefined;
    const subjects: readonly FailureSubject[] =
      known === undefined
        ? [
            ...networkSubjects(request.address, name),
            { subject: failureSubject('anywhere', name), free: freeFailuresAnywhere },
          ]
        : [{ subject: failureSubject(name, 'browser', known) }];
    // Of many at once each waits until the one before it is counted.
    return this.#turns.run(subjects[0]?.subject ?? name, () => this.#verify(member, request, subjects));
  }

  /** Counts each try before the password is looked at: of several processes, too, not more get through than of one. */
  async #verify(
    member: Member | undefined,
    { password, code, device, address, userAgent }: LogInRequest,
    subjects: readonly FailureSubject[],
  ): Promise<Verified> {
    const { memberCredentials, passwords, failures, factors } = this.#parts;
    // Whoever has to wait for guessers elsewhere is not counted: that is no failure of this network's.
    const isEarly = await failures.admitAll(subjects);
    // The same work and the same counter for a name that does not exist.
    const matches = await passwords.verify(member?.passwordHash, password);
    if (!member || !matches) {
      const isReportedApart = (await failures.countAmongAll()) && isEarly;
      const distinct: ErrorCode = member ? 'auth.password_incorrect' : 'auth.username_unknown';
      if (!isReportedApart) throw new AppError('auth.credentials_invalid');
      throw new AppError(distinct, { fields: [{ path: member ? 'password' : 'username', code: distinct }] });
    }
    // Codes are counted for themselves.
    for (const { subject } of subjects) await failures.takeBack(subject);
    if (member.frozenAt) throw new AppError('auth.account_frozen');
    const isBound = await factors.isBound(member.id);
    if (isBound && code === undefined) throw new AppError('auth.second_factor_required');
    const origin = { kind: 'logIn', device, address, userAgent } as const;
    const proof = isBound && code !== undefined ? await factors.prove(member.id, code, true, origin) : undefined;
    for (const { subject } of subjects) await failures.clear(subject);
    const { id, username, language, timeZone, suspendedAt, passwordHash } = member;
    return {
      member: { id, username, language, timeZone: timeZone ?? undefined, suspended: suspendedAt !== null },
      async use() {
        if (!(await memberCredentials.lockIfUnchanged(id, { passwordHash, bound: isBound })))
          throw new AppError('auth.credentials_invalid');
        if (proof) await factors.use(proof);
      },
    };
  }
}

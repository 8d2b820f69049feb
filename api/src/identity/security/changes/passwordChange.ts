import type { Rules } from '../../../governance/rules/rules.ts';
import type { Tell } from '../../../governance/tell/tell.ts';
import type { Clock } from '../../../ground/clock.ts';
import { AppError, fieldError } from '../../../ground/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { EmailCodes } from '../../credentials/emailCodes.ts';
import { isStrongPassword, type Passwords } from '../../credentials/passwords.ts';
import { tokenDigest } from '../../credentials/sessionToken.ts';
import { lockWaysOut } from '../../members/locks.ts';
import type { MemberCredentials } from '../../members/memberCredentials.ts';
import type { MemberLocks } from '../../members/memberLocks.ts';
import type { Member, MemberRepository } from '../../members/memberRepository.ts';
import type { OldPassword } from '../../members/oldPassword.ts';
import { endSessions } from '../../members/sessions.ts';
import type { Factors } from '../google/factors.ts';
import type { PasskeyRepository } from '../passkeys/passkeyRepository.ts';

export interface PasswordChangeParts {
  readonly database: Database;
  readonly members: MemberRepository;
  readonly memberCredentials: MemberCredentials;
  readonly memberLocks: MemberLocks;
  readonly passkeyRepository: PasskeyRepository;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly codes: EmailCodes;
  readonly passwords: Passwords;
  readonly factors: Factors;
  readonly oldPassword: OldPassword;
  readonly tell: Tell;
}

/** New passwords: after the old one, or after a ticket that a mailed code was traded for. */
export class PasswordChange {
  readonly #parts: PasswordChangeParts;

  constructor(parts: PasswordChangeParts) {
    this.#parts = parts;
  }

  /** What a ticket asks for. @throws AppError code.invalid_or_expired, also in another browser than the one it was made in */
  async ticketState(ticket: string, browser: string | undefined): Promise<{ expiresAt: Date; needsCode: boolean }> {
    const { expiresAt, account } = await this.#accountOf(ticket, browser);
    return { expiresAt, needsCode: account.googleBoundAt !== null };
  }

  /**
   * Sets a new password by a ticket, ends every session, removes the passkeys and opens a stopped account again. Where an
   * authenticator is bound its code, or a recovery code, is needed too: a mailbox alone is not enough.
   * @returns until when the ways out are locked
   * @throws AppError code.invalid_or_expired, member.password_weak, field.required or twofactor.incorrect for `code`
   */
  async reset(ticket: string, browser: string | undefined, password: string, code: string | undefined): Promise<Date> {
    const { database, clock, codes, passwords, factors, memberCredentials, passkeyRepository, tell } = this.#parts;
    const { account } = await this.#accountOf(ticket, browser);
    refuseWeak(password, account);
    const isBound = account.googleBoundAt !== null;
    if (isBound && code === undefined) throw fieldError([{ path: 'code', code: 'field.required' }]);
    const proof = isBound && code !== undefined ? await factors.prove(account.id, code, true) : undefined;
    const passwordHash = await passwords.hash(password);
    return database.inTransaction(async () => {
      const now = clock.now();
      await codes.consume('resetPassword', account.email, 'ticket');
      if (proof) await factors.use(proof);
      await memberCredentials.setPasswordAndUnfreeze(account.id, passwordHash);
      await endSessions(database, account.id, now);
      // Who had the password may have left a key of their own behind.
      await passkeyRepository.removeAll(account.id);
      const until = await lockWaysOut(this.#parts, account.id, 'password_reset', now);
      await tell.member(account.id, 'passwordReset', { until });
      return until;
    });
  }

  /**
   * Checks the old password and makes the new one's hash, outside of any transaction.
   * @returns what stores it, inside the caller's transaction: ends all other sessions, locks the ways out, tells the owner
   * @throws AppError member.old_password_incorrect, member.password_weak
   */
  async change(
    memberId: string,
    oldPassword: string,
    password: string,
    sessionToken: string | undefined,
  ): Promise<() => Promise<Date>> {
    const { database, clock, passwords, memberCredentials, tell } = this.#parts;
    const account = await this.#parts.oldPassword.check(
      memberId,
      oldPassword,
      'oldPassword',
      'member.old_password_incorrect',
    );
    refuseWeak(password, account);
    const passwordHash = await passwords.hash(password);
    return async () => {
      const now = clock.now();
      await memberCredentials.setPassword(memberId, passwordHash);
      await endSessions(database, memberId, now, sessionToken === undefined ? undefined : tokenDigest(sessionToken));
      const until = await lockWaysOut(this.#parts, memberId, 'password_changed', now);
      await tell.member(memberId, 'passwordChanged', { until });
      return until;
    };
  }

  async #accountOf(ticket: string, browser: string | undefined): Promise<{ expiresAt: Date; account: Member }> {
    const proven = browser === undefined ? undefined : await this.#parts.codes.addressOfTicket(ticket, browser);
    const account = proven && (await this.#parts.members.findByEmail(proven.emailKey));
    if (!proven || !account) throw new AppError('code.invalid_or_expired');
    return { expiresAt: proven.expiresAt, account };
  }
}

function refuseWeak(password: string, { username, email }: { username: string; email: string }): void {
  if (!isStrongPassword(password, [username, email, ...email.split(/[@.]/)]))
    throw fieldError([{ path: 'password', code: 'member.password_weak' }]);
}

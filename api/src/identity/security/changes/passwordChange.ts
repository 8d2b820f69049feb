import type { Notifier } from '../../../governance/notifications/notifier.ts';
import type { Rules } from '../../../governance/rules/rules.ts';
import type { Clock } from '../../../ground/clock.ts';
import { AppError, fieldError } from '../../../ground/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { EmailCodes } from '../../credentials/emailCodes.ts';
import { ownWords, type Passwords } from '../../credentials/passwords.ts';
import { lockWaysOut } from '../../members/locks.ts';
import type { MemberCredentials } from '../../members/memberCredentials.ts';
import type { MemberLocks } from '../../members/memberLocks.ts';
import type { Member, MemberRepository } from '../../members/memberRepository.ts';
import type { OldPassword } from '../../members/oldPassword.ts';
import { endSessions, type Renewing, type Sessions } from '../../members/sessions.ts';
import { endFreezeLinks } from '../devices/devices.ts';
import type { Factors } from '../google/factors.ts';
import { forgetBinding } from '../google/googleBinding.ts';
import { endPasskeys } from '../passkeys/endPasskeys.ts';

export interface PasswordChangeParts {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly members: MemberRepository;
  readonly memberCredentials: MemberCredentials;
  readonly memberLocks: MemberLocks;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly codes: EmailCodes;
  readonly passwords: Passwords;
  readonly factors: Factors;
  readonly oldPassword: OldPassword;
  readonly notifier: Notifier;
}

/** New passwords: after the old one, or after a ticket that a mailed code was traded for. */
export class PasswordChange {
  readonly #parts: PasswordChangeParts;

  constructor(parts: PasswordChangeParts) {
    this.#parts = parts;
  }

  /** What a ticket asks for. @throws AppError code.invalid_or_expired, also in another browser than the one it was made in */
  async ticketState(
    ticket: string,
    browser: string | undefined,
  ): Promise<{ expiresAt: Date; needsCode: boolean; lockHours: number }> {
    const { expiresAt, account } = await this.#accountOf(ticket, browser);
    const { hours: lockHours } = await this.#parts.rules.at('securityLock', 'password_reset');
    return { expiresAt, needsCode: account.googleBoundAt !== null, lockHours };
  }

  /**
   * Sets a new password by a ticket, ends every session and passkey, and opens a stopped account again. Where an
   * authenticator is bound its code, or a recovery code, is needed too: a mailbox alone is not enough.
   * @returns whose it is, and until when the ways out are locked
   * @throws AppError code.invalid_or_expired, member.password_weak, field.required or twofactor.incorrect for `code`
   */
  async reset(
    ticket: string,
    browser: string | undefined,
    password: string,
    code: string | undefined,
  ): Promise<{ memberId: string; until: Date }> {
    const { database, clock, codes, passwords, factors, memberCredentials, notifier } = this.#parts;
    const { account } = await this.#accountOf(ticket, browser);
    this.#refuseWeak(password, account);
    const isBound = account.googleBoundAt !== null;
    if (isBound && code === undefined) throw fieldError([{ path: 'code', code: 'field.required' }]);
    const proof =
      isBound && code !== undefined ? await factors.prove(account.id, code, true, { kind: 'mailbox' }) : undefined;
    const passwordHash = await passwords.hash(password);
    return database.inTransaction(async () => {
      const now = clock.now();
      await codes.consume('resetPassword', account.email, 'ticket');
      if (proof) await factors.use(proof);
      await memberCredentials.setPasswordAndUnfreeze(account.id, passwordHash);
      await endSessions(database, account.id, now);
      await endPasskeys(this.#parts, account.id);
      await endFreezeLinks(database, account.id, now);
      await factors.forgetUnknownGuesses(account.id);
      await forgetBinding(database, account.id);
      const until = await lockWaysOut(this.#parts, account.id, 'password_reset', now);
      await notifier.member(account.id, 'passwordReset', { until });
      return { memberId: account.id, until };
    });
  }

  /**
   * Checks the old password and makes the new one's hash, outside of any transaction.
   * @returns what stores it, inside the caller's transaction: ends every session and passkey, opens a new session for
   *   this browser, locks the ways out, notifies the owner. The session that asks may have been pushed out meanwhile, by
   *   log-ins with the old password
   * @throws AppError member.old_password_incorrect, member.password_weak; what stores it auth.session_required, where the
   *   account has another password since, or was stopped
   */
  async change(
    caller: Renewing,
    oldPassword: string,
    password: string,
  ): Promise<() => Promise<{ until: Date; sessionToken: string }>> {
    const { database, clock, passwords, factors, memberCredentials, sessions, notifier } = this.#parts;
    const memberId = caller.member.id;
    const account = await this.#parts.oldPassword.check(
      caller,
      oldPassword,
      'oldPassword',
      'member.old_password_incorrect',
    );
    this.#refuseWeak(password, account);
    const passwordHash = await passwords.hash(password);
    return async () => {
      const now = clock.now();
      // Of two changes by the same old password the second one is too late: it may be a thief's.
      if (!(await memberCredentials.lockIfUnchanged(memberId, { passwordHash: account.passwordHash })))
        throw new AppError('auth.session_required');
      await memberCredentials.setPassword(memberId, passwordHash);
      await endPasskeys(this.#parts, memberId);
      await endFreezeLinks(database, memberId, now);
      await factors.forgetUnknownGuesses(memberId);
      await forgetBinding(database, memberId);
      const until = await lockWaysOut(this.#parts, memberId, 'password_changed', now);
      await notifier.member(memberId, 'passwordChanged', { until });
      const sessionToken = await sessions.replaceAll(caller);
      return { until, sessionToken };
    };
  }

  async #accountOf(ticket: string, browser: string | undefined): Promise<{ expiresAt: Date; account: Member }> {
    const proven = browser === undefined ? undefined : await this.#parts.codes.addressOfTicket(ticket, browser);
    const account = proven && (await this.#parts.members.findByEmail(proven.emailKey));
    if (!proven || !account) throw new AppError('code.invalid_or_expired');
    return { expiresAt: proven.expiresAt, account };
  }

  #refuseWeak(password: string, { username, email }: Pick<Member, 'username' | 'email'>): void {
    if (!this.#parts.passwords.isStrong(password, ownWords(username, email)))
      throw fieldError([{ path: 'password', code: 'member.password_weak' }]);
  }
}

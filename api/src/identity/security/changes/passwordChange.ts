import type { Rules } from '../../../governance/rules/rules.ts';
import type { Tell } from '../../../governance/tell/tell.ts';
import type { Clock } from '../../../ground/clock.ts';
import { AppError, fieldError } from '../../../ground/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { EmailCodes } from '../../credentials/emailCodes.ts';
import type { OldPassword } from '../../credentials/oldPassword.ts';
import { isStrongPassword, type Passwords } from '../../credentials/passwords.ts';
import { tokenDigest } from '../../credentials/sessionToken.ts';
import { lockWaysOut } from '../../members/locks.ts';
import { endSessions } from '../devices/devices.ts';
import type { Factors } from '../google/factors.ts';

interface ResetAccount {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly bound: boolean;
}

export interface PasswordChangeParts {
  readonly database: Database;
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
    return { expiresAt, needsCode: account.bound };
  }

  /**
   * Sets a new password by a ticket, ends every session, removes the passkeys and opens a stopped account again. Where an
   * authenticator is bound its code, or a recovery code, is needed too: a mailbox alone is not enough.
   * @returns until when the ways out are locked
   * @throws AppError code.invalid_or_expired, member.password_weak, field.required or twofactor.incorrect for `code`
   */
  async reset(ticket: string, browser: string | undefined, password: string, code: string | undefined): Promise<Date> {
    const { database, clock, codes, passwords, factors, tell } = this.#parts;
    const { account } = await this.#accountOf(ticket, browser);
    refuseWeak(password, account);
    if (account.bound && code === undefined) throw fieldError([{ path: 'code', code: 'field.required' }]);
    const proof = account.bound && code !== undefined ? await factors.prove(account.id, code, true) : undefined;
    const passwordHash = await passwords.hash(password);
    return database.inTransaction(async () => {
      const now = clock.now();
      await codes.consume('resetPassword', account.email, 'ticket');
      if (proof) await factors.use(proof);
      await database.change(
        'UPDATE member SET password_hash = $2, frozen_at = NULL WHERE id = $1',
        [account.id, passwordHash],
        { rows: 1 },
      );
      await endSessions(database, account.id, now);
      // Who had the password may have left a key of their own behind.
      await database.change('DELETE FROM passkey WHERE member_id = $1', [account.id], { rows: 'any' });
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
    const { database, clock, passwords, tell } = this.#parts;
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
      await database.change('UPDATE member SET password_hash = $2 WHERE id = $1', [memberId, passwordHash], {
        rows: 1,
      });
      await endSessions(database, memberId, now, sessionToken === undefined ? undefined : tokenDigest(sessionToken));
      const until = await lockWaysOut(this.#parts, memberId, 'password_changed', now);
      await tell.member(memberId, 'passwordChanged', { until });
      return until;
    };
  }

  async #accountOf(ticket: string, browser: string | undefined): Promise<{ expiresAt: Date; account: ResetAccount }> {
    const proven = browser === undefined ? undefined : await this.#parts.codes.addressOfTicket(ticket, browser);
    const [account] = proven
      ? await this.#parts.database.rows<ResetAccount>(
          'SELECT id, username, email, google_bound_at IS NOT NULL AS bound FROM member WHERE email_key = $1',
          [proven.emailKey],
        )
      : [];
    if (!proven || !account) throw new AppError('code.invalid_or_expired');
    return { expiresAt: proven.expiresAt, account };
  }
}

function refuseWeak(password: string, { username, email }: { username: string; email: string }): void {
  if (!isStrongPassword(password, [username, email, ...email.split(/[@.]/)]))
    throw fieldError([{ path: 'password', code: 'member.password_weak' }]);
}

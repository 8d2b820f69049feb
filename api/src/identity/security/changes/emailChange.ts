import type { FieldIssue } from '@trellis/api-contract';
import type { Notifier } from '../../../governance/notifications/notifier.ts';
import type { Rules } from '../../../governance/rules/rules.ts';
import type { Clock } from '../../../ground/clock.ts';
import { AppError, fieldError } from '../../../ground/errors.ts';
import { type Database, postgresFailure } from '../../../platform/db/database.ts';
import { type EmailCodes, memberAsker } from '../../credentials/emailCodes.ts';
import { lockWaysOut } from '../../members/locks.ts';
import type { MemberCredentials } from '../../members/memberCredentials.ts';
import type { MemberLocks } from '../../members/memberLocks.ts';
import type { MemberRepository } from '../../members/memberRepository.ts';
import type { Renewing, Sessions } from '../../members/sessions.ts';
import { endFreezeLinks, newFreezeLink } from '../devices/devices.ts';
import { forgetBinding } from '../google/googleBinding.ts';

export interface EmailChangeParts {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly members: MemberRepository;
  readonly memberCredentials: MemberCredentials;
  readonly memberLocks: MemberLocks;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly codes: EmailCodes;
  readonly notifier: Notifier;
}

/** Another address: proven by a code in the mailbox that is left and one in the new. */
export class EmailChange {
  readonly #parts: EmailChangeParts;

  constructor(parts: EmailChangeParts) {
    this.#parts = parts;
  }

  /**
   * Checks both codes, outside of any transaction.
   * @returns what stores the address, inside the caller's transaction: ends every session, opens another for this browser,
   *   notifies both mailboxes
   * @throws AppError with every code that is wrong: code.incorrect, code.invalid_or_expired; what stores it
   *   auth.session_required, where the account has another password or authenticator since, or was stopped
   */
  async change(
    caller: Renewing,
    { email, oldEmailCode, newEmailCode }: { email: string; oldEmailCode: string; newEmailCode: string },
  ): Promise<() => Promise<{ until: Date; sessionToken: string }>> {
    const { database, clock, codes, members, memberCredentials, sessions, notifier } = this.#parts;
    const memberId = caller.member.id;
    const account = await members.findById(memberId);
    if (!account) throw new AppError('auth.session_required');
    const { email: old, passwordHash, googleBoundAt } = account;
    const asker = memberAsker(memberId);
    const issues = [
      at('oldEmailCode', await codes.check('changeEmail', old, oldEmailCode, asker)),
      at('newEmailCode', await codes.check('newEmail', email, newEmailCode, asker)),
    ].filter((issue) => issue !== undefined);
    if (issues.length > 0) throw fieldError(issues);
    return async () => {
      const now = clock.now();
      // A thief's change that waited for the owner's new password is too late.
      if (!(await memberCredentials.lockIfUnchanged(memberId, { passwordHash, bound: googleBoundAt !== null })))
        throw new AppError('auth.session_required');
      await codes.consume('changeEmail', old, 'oldEmailCode');
      await codes.consume('newEmail', email, 'newEmailCode');
      const until = await lockWaysOut(this.#parts, memberId, 'email_changed', now);
      await endFreezeLinks(database, memberId, now);
      // Both mailboxes get a link that works there; the one that is left, and may be anybody's, not the new address.
      const linked = async () => ({ mailLink: await newFreezeLink(database, memberId, now) });
      await notifier.member(memberId, 'emailLeft', { until }, await linked());
      await memberCredentials.setEmail(memberId, email).catch((error: unknown) => {
        // Whoever proved the new mailbox may know that it has an account.
        if (postgresFailure(error)?.constraint === 'member_email_unique')
          throw fieldError([{ path: 'email', code: 'member.email_taken' }]);
        throw error;
      });
      const sessionToken = await sessions.renew(caller, 'end');
      await forgetBinding(database, memberId);
      await notifier.member(memberId, 'emailChanged', { email, until }, await linked());
      return { until, sessionToken };
    };
  }
}

const at = (path: string, issue: FieldIssue | undefined): FieldIssue | undefined => issue && { ...issue, path };

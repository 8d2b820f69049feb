import type { FieldIssue } from '@trellis/api-contract';
import type { Rules } from '../../../governance/rules/rules.ts';
import type { Tell } from '../../../governance/tell/tell.ts';
import type { Clock } from '../../../ground/clock.ts';
import { fieldError } from '../../../ground/errors.ts';
import { postgresFailure } from '../../../platform/db/database.ts';
import type { EmailCodes } from '../../credentials/emailCodes.ts';
import { lockWaysOut } from '../../members/locks.ts';
import type { MemberCredentials } from '../../members/memberCredentials.ts';
import type { MemberLocks } from '../../members/memberLocks.ts';
import type { MemberRepository } from '../../members/memberRepository.ts';

export interface EmailChangeParts {
  readonly members: MemberRepository;
  readonly memberCredentials: MemberCredentials;
  readonly memberLocks: MemberLocks;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly codes: EmailCodes;
  readonly tell: Tell;
}

/** Another address: proven by a code in the mailbox that is left and one in the new. */
export class EmailChange {
  readonly #parts: EmailChangeParts;

  constructor(parts: EmailChangeParts) {
    this.#parts = parts;
  }

  /**
   * Checks both codes, outside of any transaction.
   * @returns what stores the address, inside the caller's transaction; both mailboxes are told
   * @throws AppError with every code that is wrong: code.incorrect, code.invalid_or_expired
   */
  async change(
    memberId: string,
    { email, oldEmailCode, newEmailCode }: { email: string; oldEmailCode: string; newEmailCode: string },
  ): Promise<() => Promise<Date>> {
    const { clock, codes, members, memberCredentials, tell } = this.#parts;
    const old = (await members.findById(memberId))?.email ?? '';
    const found = [
      at('oldEmailCode', await codes.check('changeEmail', old, oldEmailCode)),
      at('newEmailCode', await codes.check('newEmail', email, newEmailCode)),
    ].filter((issue) => issue !== undefined);
    if (found.length > 0) throw fieldError(found);
    return async () => {
      const now = clock.now();
      await codes.consume('changeEmail', old, 'oldEmailCode');
      await codes.consume('newEmail', email, 'newEmailCode');
      await memberCredentials.setEmail(memberId, email).catch((error: unknown) => {
        // Whoever proved the new mailbox may know that it has an account.
        if (postgresFailure(error)?.constraint === 'member_email_unique')
          throw fieldError([{ path: 'email', code: 'member.email_taken' }]);
        throw error;
      });
      const until = await lockWaysOut(this.#parts, memberId, 'email_changed', now);
      await tell.member(memberId, 'emailChanged', { email, until });
      await tell.mailbox(memberId, old, 'emailChanged', { email, until });
      return until;
    };
  }
}

const at = (path: string, issue: FieldIssue | undefined): FieldIssue | undefined => issue && { ...issue, path };

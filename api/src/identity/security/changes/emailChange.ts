import type { FieldIssue } from '@trellis/api-contract';
import type { Rules } from '../../../governance/rules/rules.ts';
import type { Tell } from '../../../governance/tell/tell.ts';
import type { Clock } from '../../../ground/clock.ts';
import { fieldError } from '../../../ground/errors.ts';
import { type Database, postgresFailure } from '../../../platform/db/database.ts';
import { type EmailCodes, emailKey } from '../../credentials/emailCodes.ts';
import { lockWaysOut } from '../../members/locks.ts';

export interface EmailChangeParts {
  readonly database: Database;
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
    const { database, clock, codes, tell } = this.#parts;
    const member = await database.one<{ email: string }>('SELECT email FROM member WHERE id = $1', [memberId]);
    const old = member?.email ?? '';
    const found = [
      at('oldEmailCode', await codes.check('changeEmail', old, oldEmailCode)),
      at('newEmailCode', await codes.check('newEmail', email, newEmailCode)),
    ].filter((issue) => issue !== undefined);
    if (found.length > 0) throw fieldError(found);
    return async () => {
      const now = clock.now();
      await codes.consume('changeEmail', old, 'oldEmailCode');
      await codes.consume('newEmail', email, 'newEmailCode');
      await database
        .change('UPDATE member SET email = $2, email_key = $3 WHERE id = $1', [memberId, email, emailKey(email)], {
          rows: 1,
        })
        .catch((error: unknown) => {
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

import type { LockCause } from '@trellis/api-contract';
import type { Rules } from '../../governance/rules/rules.ts';
import { secondsFrom } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';

export interface LockParts {
  readonly database: Database;
  readonly rules: Rules;
}

/**
 * Locks a member's ways out (withdrawals, transfers, changes of addresses) inside the caller's transaction, for as long
 * as the rule of the cause says; never shortens a lock.
 * @returns when it ends
 */
export async function lockWaysOut(
  { database, rules }: LockParts,
  memberId: string,
  cause: LockCause,
  now: Date,
): Promise<Date> {
  const until = secondsFrom(now, (await rules.at('securityLock', cause)).hours * 3600);
  const row = await database.one<{ locked_until: Date }>(
    `UPDATE member SET lock_cause = CASE WHEN locked_until > $2 THEN lock_cause ELSE $3 END,
                       locked_until = CASE WHEN locked_until > $2 THEN locked_until ELSE $2 END
      WHERE id = $1 RETURNING locked_until`,
    [memberId, until, cause],
  );
  return row?.locked_until ?? until;
}

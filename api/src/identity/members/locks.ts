import type { LockCause } from '@trellis/api-contract';
import type { Database } from '../../platform/db/database.ts';

/** Hours that withdrawals, transfers and changes of addresses wait after each cause (product.md section 3). */
const lockHours: Readonly<Record<LockCause, number>> = {
  password_changed: 24,
  password_reset: 24,
  google_unbound: 24,
  google_reset: 24,
  email_changed: 48,
  frozen: 24,
};

/** Locks a member's ways out, inside the caller's transaction; never shortens a lock. @returns when it ends */
export async function lockWaysOut(database: Database, memberId: string, cause: LockCause, now: Date): Promise<Date> {
  const until = new Date(now.getTime() + lockHours[cause] * 3_600_000);
  const row = await database.one<{ locked_until: Date }>(
    `UPDATE member SET lock_cause = CASE WHEN locked_until > $2 THEN lock_cause ELSE $3 END,
                       locked_until = CASE WHEN locked_until > $2 THEN locked_until ELSE $2 END
      WHERE id = $1 RETURNING locked_until`,
    [memberId, until, cause],
  );
  return row?.locked_until ?? until;
}

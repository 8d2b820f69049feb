import { recordAudit } from '../../../governance/audit/auditLog.ts';
import type { Job } from '../../../platform/jobs/loop.ts';
import { lockWaysOut } from '../../members/locks.ts';
import { MemberLocks } from '../../members/memberLocks.ts';
import { endSessions } from '../../members/sessions.ts';
import { forgetGoogle } from '../google/googleBinding.ts';
import type { FactorResetParts } from './factorResets.ts';

interface DueReset {
  readonly id: string;
  readonly member: string;
  readonly username: string;
  /** The authenticator that was lost is still the one that is bound. */
  readonly same: boolean;
}

/** Removes the authenticators whose approved reset has waited long enough, one at a time. */
export const factorResetJob = (parts: FactorResetParts): Job => ({
  name: 'factor resets',
  pauseMs: 2_000,
  step: () => parts.database.inTransaction(() => carryOutNext(parts)),
});

/** @returns whether one was due */
async function carryOutNext({ database, clock, rules, notifier }: FactorResetParts): Promise<boolean> {
  const now = clock.now();
  const due = await database.one<DueReset>(
    `SELECT r.id, r.member, m.username, m.google_bound_at IS NOT DISTINCT FROM r.bound_at AS same
       FROM factor_reset r JOIN member m ON m.id = r.member
      WHERE r.outcome IS NULL AND r.due_at <= $1 ORDER BY r.due_at LIMIT 1 FOR UPDATE OF r SKIP LOCKED`,
    [now],
  );
  if (!due) return false;
  const { id, member, username, same } = due;
  const outcome = same ? 'done' : 'moot';
  await database.change('UPDATE factor_reset SET outcome = $2, ended_at = $3 WHERE id = $1', [id, outcome, now], {
    rows: 1,
  });
  if (same) {
    const memberLocks = new MemberLocks(database);
    await forgetGoogle(database, member);
    await endSessions(database, member, now);
    await notifier.done(member, await lockWaysOut({ memberLocks, rules }, member, 'google_reset', now));
  }
  await recordAudit(database, {
    actor: 'automatic',
    action: 'factor_reset.carry_out',
    subject: username,
    reason: 'approved, and the wait is over',
    after: { reset: id, outcome },
  });
  return true;
}

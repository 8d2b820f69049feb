import { recordAudit } from '../../../governance/audit/auditLog.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import { lockWaysOut } from '../../members/locks.ts';
import { MemberLocks } from '../../members/memberLocks.ts';
import { endSessions } from '../../members/sessions.ts';
import { forgetGoogle } from '../google/googleBinding.ts';
import { endPasskeys } from '../passkeys/endPasskeys.ts';
import { FactorResetRepository } from './factorResetRepository.ts';
import type { FactorResetParts } from './factorResets.ts';

/** Removes the authenticators whose approved reset has waited long enough, one at a time. */
export const factorResetJob = (parts: FactorResetParts): Job => ({
  name: 'factor resets',
  pauseMs: 2_000,
  run: () => parts.database.inTransaction(() => carryOutNext(parts)),
});

/** @returns whether one was due */
async function carryOutNext(parts: FactorResetParts): Promise<boolean> {
  const { database, clock, rules, resetNotifier } = parts;
  const now = clock.now();
  const resets = new FactorResetRepository(database);
  const due = await resets.claimDue(now);
  if (!due) return false;
  const { id, member, username, same } = due;
  const outcome = same ? 'done' : 'moot';
  await resets.end(id, outcome, now);
  if (same) {
    const memberLocks = new MemberLocks(database);
    await forgetGoogle(database, member);
    await endSessions(database, member, now);
    await endPasskeys(parts, member);
    await resetNotifier.done(member, await lockWaysOut({ memberLocks, rules }, member, 'google_reset', now));
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

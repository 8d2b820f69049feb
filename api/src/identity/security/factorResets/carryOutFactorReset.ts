import { recordAudit } from '../../../governance/audit/auditLog.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import { lockWaysOut } from '../../members/locks.ts';
import { MemberLocks } from '../../members/memberLocks.ts';
import { endSessions } from '../../members/sessions.ts';
import { forgetGoogle } from '../google/googleBinding.ts';
import { endPasskeys } from '../passkeys/endPasskeys.ts';
import { FactorResetRepository } from './factorResetRepository.ts';
import type { FactorResetParts } from './factorResets.ts';

/**
 * Removes the authenticators whose approved reset has waited long enough, one at a time; and takes back what was approved by two of
 * whom one was suspended since, or has lost the role.
 */
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
  const { id, member, username, same, vouched } = due;
  const outcome = vouched ? (same ? 'done' : 'moot') : 'withdrawn';
  await resets.end(id, outcome, now);
  if (outcome === 'withdrawn') await resetNotifier.stopped(member);
  if (outcome === 'done') {
    const memberLocks = new MemberLocks(database);
    await forgetGoogle(database, member);
    await endSessions(database, member, now);
    await endPasskeys(parts, member);
    await resetNotifier.done(member, await lockWaysOut({ memberLocks, rules }, member, 'google_reset', now));
  }
  await recordAudit(database, {
    actor: 'automatic',
    action: vouched ? 'factor_reset.carry_out' : 'factor_reset.stop',
    subject: username,
    reason: vouched ? 'approved, and the wait is over' : 'one of the two was suspended, or has lost the role',
    after: { reset: id, outcome },
  });
  return true;
}

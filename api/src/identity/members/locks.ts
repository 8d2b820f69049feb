import type { LockCause } from '@trellis/api-contract';
import type { Rules } from '../../governance/rules/rules.ts';
import { secondsFrom } from '../../ground/clock.ts';
import type { MemberLocks } from './memberLocks.ts';

export interface LockParts {
  readonly memberLocks: MemberLocks;
  readonly rules: Rules;
}

/**
 * Locks a member's ways out (withdrawals, transfers, changes of addresses) inside the caller's transaction, for as long
 * as the rule of the cause says; never shortens a lock.
 * @returns when it ends
 */
export async function lockWaysOut(
  { memberLocks, rules }: LockParts,
  memberId: string,
  cause: LockCause,
  now: Date,
): Promise<Date> {
  const until = secondsFrom(now, (await rules.at('securityLock', cause)).hours * 3600);
  return memberLocks.extend(memberId, until, cause);
}

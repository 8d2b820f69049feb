import type { Log } from '../ground/log.ts';
import type { Database } from '../platform/db/database.ts';
import { failureFacts } from '../platform/jobs/failureCode.ts';
import { payBonuses } from '../products/bonus/bonusPayouts.ts';
import { releaseDue } from '../products/packages/packageReleases.ts';
import type { StakeMaturities } from '../products/stakes/stakeMaturities.ts';

export interface DueParts {
  readonly database: Database;
  readonly log: Log;
  readonly stakeMaturities: StakeMaturities;
}

/**
 * Carries out what is due of a member who looks at what they have: a job that is late keeps nobody's money. Where nothing
 * is, that costs one look at three indexes. What cannot be carried out is the job's to log, and hides nothing from them.
 */
export async function carryOutDueOf({ database, log, stakeMaturities }: DueParts, memberId: string): Promise<void> {
  const due = await database.one<{ loops: boolean; stakes: boolean; bonuses: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM package_loop WHERE member = $1 AND released_by IS NULL AND NOT cancelled AND due_on <= today) AS loops,
            EXISTS (SELECT 1 FROM stake WHERE member = $1 AND state = 'ongoing' AND matures_on <= today) AS stakes,
            EXISTS (SELECT 1 FROM bonus_line WHERE member = $1 AND paid > 0 AND paid_by IS NULL) AS bonuses
       FROM (SELECT (product_now() AT TIME ZONE 'UTC')::date AS today) now`,
    [memberId],
  );
  const failed = (what: string) => (error: unknown) =>
    log.warn({ ...failureFacts(error), member: memberId }, `${what} failed`);
  if (due?.loops) await releaseDue(database, memberId).catch(failed('the release of due packages'));
  if (due?.bonuses) await payBonuses(database, memberId).catch(failed('the payment of a due bonus'));
  if (due?.stakes) await stakeMaturities.carryOutDue(memberId).catch(failed('the end of a due stake term'));
}

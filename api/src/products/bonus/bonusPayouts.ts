import { v7 as newId } from 'uuid';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';

/** Of one transaction: while it runs, nobody else posts to the reserves. */
const payoutBatch = 125;

/**
 * Pays out what closed days have promised, of all members or of one: each line once, under a key of its own.
 * @returns whether there may be more
 * @throws Error if lines are due and none of them can be posted
 */
export async function payBonuses(database: Database, memberId?: string): Promise<boolean> {
  const row = await database.one<{ due: number; paid: number }>('SELECT * FROM pay_bonuses($1, $2)', [
    Array.from({ length: payoutBatch }, () => newId()),
    memberId ?? null,
  ]);
  if (row && row.due > 0 && row.paid === 0) throw new Error(`${row.due} bonuses are due and stay unpaid`);
  return row?.due === payoutBatch;
}

export const bonusPayouts = (database: Database): Job => ({
  name: 'bonus payouts',
  pauseMs: 5_000,
  run: () => database.inTransaction(() => payBonuses(database)),
});

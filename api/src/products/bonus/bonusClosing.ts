import { v7 as newId } from 'uuid';
import { type Database, sqlState } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Tree } from '../team/tree.ts';

/** What a day of a million members may take, on a machine that is busy: calls have five seconds. */
const closingTimeout = '120s';
const notInTheIndex = 'TB001';

/**
 * Closes the days that are over, in order, each once whoever asks: ten minutes after its end a day takes no more sales, what it
 * had is folded into the index, and then it is closed in one transaction.
 * @returns whether one was closed, so that there may be another
 */
export async function closeNextDay(database: Database, tree: Tree): Promise<boolean> {
  // What may not be cancelled any more since midnight belongs to the day that began then.
  await countDueSales(database);
  await database.inTransaction(() => database.one('SELECT cut_bonus_day() AS day'));
  for (;;) {
    try {
      return await database.inTransaction(async () => {
        await database.one(`SELECT set_config('statement_timeout', $1, true)`, [closingTimeout]);
        const row = await database.one<{ day: string | null }>('SELECT close_bonus_day($1)::text AS day', [newId()]);
        return row !== undefined && row.day !== null;
      });
    } catch (error) {
      if (sqlState(error) !== notInTheIndex) throw error;
      await tree.rollUp();
    }
  }
}

export const bonusClosing = (database: Database, tree: Tree): Job => ({
  name: 'bonus closing',
  pauseMs: 10_000,
  run: () => closeNextDay(database, tree),
});

const salesAtOnce = 500;

/** Counts packages that can no longer be cancelled. */
async function countDueSales(database: Database): Promise<void> {
  let taken = salesAtOnce;
  while (taken === salesAtOnce) {
    const row = await database.inTransaction(() =>
      database.one<{ taken: number }>('SELECT count_due_sales($1) AS taken', [salesAtOnce]),
    );
    taken = row?.taken ?? 0;
  }
}

/** Sales whose time to be cancelled is over count within seconds of that midnight. */
export const dueSales = (database: Database): Job => ({
  name: 'sales counting',
  pauseMs: 10_000,
  async run() {
    await countDueSales(database);
    return false;
  },
});

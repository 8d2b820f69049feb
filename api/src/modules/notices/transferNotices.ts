import type { Database } from '../../db/database.ts';
import type { Job } from '../../jobs/loop.ts';

/** Few enough that a step is over in milliseconds; a storm is told of in many. */
const journalsPerStep = 500;

/**
 * Tells members of what they were sent. Derived from the ledger afterwards, not in the posting: a transfer costs the
 * batcher nothing more, and what is in the ledger is told once, whenever the process ended in between.
 */
export const transferNotices = (database: Database): Job => ({
  name: 'transfer notices',
  pauseMs: 500,
  async step() {
    const [row] = await database.query<{ more: boolean }>('SELECT notice_transfers($1) AS more', [journalsPerStep]);
    return row?.more ?? false;
  },
});

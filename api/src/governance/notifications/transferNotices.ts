import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';

/** Four times a second: a thousand transfers a second are notified of at once, and what a storm leaves waits for its end. */
const journalsPerStep = 250;

/**
 * Notifies members of what they were sent. Derived from the ledger afterwards, not in the posting: a transfer costs the
 * batcher nothing more, and what is in the ledger is shown once, whenever the process ended in between. A notice costs
 * Postgres about as much as a transfer, so the rate is bounded: notices must not slow down what they are of.
 */
export const transferNotices = (database: Database): Job => ({
  name: 'transfer notices',
  pauseMs: 250,
  async run() {
    await database.rows('SELECT notice_transfers($1)', [journalsPerStep]);
    return false;
  },
});

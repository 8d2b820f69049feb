import { v7 as newId } from 'uuid';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';

/** Of one transaction: while it runs, nobody else posts to the reserve. A part costs Postgres about a tenth of a millisecond. */
export const releaseBatch = 125;

/**
 * Releases what has fallen due, of all members or of one: each part once, under a key of its own.
 * @returns whether there may be more
 * @throws Error if parts are due and none of them can be posted
 */
export async function releaseDue(database: Database, memberId?: string): Promise<boolean> {
  const row = await database.one<{ due: number; released: number }>('SELECT * FROM release_packages($1, $2)', [
    Array.from({ length: releaseBatch }, () => newId()),
    memberId ?? null,
  ]);
  if (row && row.due > 0 && row.released === 0) throw new Error(`${row.due} parts of packages are due and stay locked`);
  return row?.due === releaseBatch;
}

/** Every minute what is due; a week of silence is caught up with batch by batch. */
export const packageReleases = (database: Database): Job => ({
  name: 'package releases',
  pauseMs: 60_000,
  run: () => database.inTransaction(() => releaseDue(database)),
});

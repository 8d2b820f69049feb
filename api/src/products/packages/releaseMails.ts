import type { Tell } from '../../governance/tell/tell.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';

/** So many at a time, in one transaction with that they are told. */
const batch = 50;

interface DueMail {
  readonly member: string;
  /** As it is shown: all of that day together. */
  readonly amount: string;
}

/**
 * Mails members what came back of their packages on a day, once: notices tell of each part, in the transaction that releases
 * it. A moment later than the first of them, so that all of a midnight are in it.
 */
export const releaseMails = (database: Database, tell: Tell): Job => ({
  name: 'release mails',
  pauseMs: 60_000,
  run: () =>
    database.inTransaction(async () => {
      const due = await database.rows<DueMail>('SELECT member, amount FROM due_release_mails($1)', [batch]);
      for (const { member, amount } of due) await tell.member(member, 'packageReleased', { amount }, { link: '/plan' });
      return due.length === batch;
    }),
});

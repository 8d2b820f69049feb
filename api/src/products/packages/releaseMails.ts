import type { Notifier } from '../../governance/notifications/notifier.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';

/** So many at a time, in one transaction with that they are shown. */
const batch = 50;

interface DueMail {
  readonly member: string;
  /** As it is shown: all of that day together. */
  readonly amount: string;
}

/**
 * Mails members what came back of their packages on a day, once: notices report each part, in the transaction that releases
 * it. A moment later than the first of them, so that all of a midnight are in it.
 */
export const releaseMails = (database: Database, notifier: Notifier): Job => ({
  name: 'release mails',
  pauseMs: 60_000,
  run: () =>
    database.inTransaction(async () => {
      const due = await database.rows<DueMail>('SELECT member, amount FROM due_release_mails($1)', [batch]);
      for (const { member, amount } of due)
        await notifier.member(member, 'packageReleased', { amount }, { link: '/plan' });
      return due.length === batch;
    }),
});

import { Notices } from '../../governance/notifications/notices.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { TermsRepository } from './termsRepository.ts';

const membersPerStep = 1_000;

/** Notifies every member of a new version of a document, some at a time; what was cut short is done again whole. */
export const termsNotices = (database: Database, clock: Clock): Job => ({
  name: 'terms notices',
  pauseMs: 2_000,
  run: () => database.inTransaction(() => notifyNext(database, clock)),
});

/** @returns whether members are left to be notified */
async function notifyNext(database: Database, clock: Clock): Promise<boolean> {
  const terms = new TermsRepository(database);
  const next = await terms.nextToNotify();
  if (!next) return false;
  const { publication, document, upTo } = next;
  const reported = await new Notices(database, clock).addForMembers({
    after: upTo,
    limit: membersPerStep,
    template: 'termsChanged',
    link: `/${document}`,
  });
  const done = reported.length < membersPerStep;
  await terms.noteNotified(publication, reported.at(-1) ?? upTo, done ? clock.now() : null);
  return !done;
}

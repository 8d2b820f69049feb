import { Notices } from '../../governance/tell/notices.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { TermsRepository } from './termsRepository.ts';

const membersPerStep = 1_000;

/** Tells every member of a new version of a document, some at a time; what was cut short is done again whole. */
export const termsNotices = (database: Database, clock: Clock): Job => ({
  name: 'terms notices',
  pauseMs: 2_000,
  run: () => database.inTransaction(() => tellNext(database, clock)),
});

/** @returns whether members are left to be told */
async function tellNext(database: Database, clock: Clock): Promise<boolean> {
  const terms = new TermsRepository(database);
  const next = await terms.nextToTell();
  if (!next) return false;
  const { publication, document, upTo } = next;
  const told = await new Notices(database, clock).addForMembers({
    after: upTo,
    limit: membersPerStep,
    template: 'termsChanged',
    link: `/${document}`,
  });
  const done = told.length < membersPerStep;
  await terms.noteTold(publication, told.at(-1) ?? upTo, done ? clock.now() : null);
  return !done;
}

import type { Mutant } from './mutant.ts';

const sql = 'api/src/platform/db/sql/jobs.sql';
const kinds = 'api/src/platform/mail/mailKinds.ts';

/** Background work: when it is tried again, who is notified, and dead letters. */
export const jobMutants: readonly Mutant[] = [
  {
    name: 'a job that never waits longer',
    harm: 'a node or mail server that is down is asked by everybody, several times a second, until it stays down',
    file: 'api/src/platform/jobs/backoff.ts',
    edits: [{ find: 'pauseMs * 2 ** Math.min(failures - 1, 32)', replace: 'pauseMs' }],
    first: ['platform/jobs'],
  },
  {
    name: 'a job that fails in silence',
    harm: 'deposits and mails stand for days before a member says so',
    file: sql,
    edits: [{ find: 'CASE WHEN j.failing_since <= p_alarming', replace: 'CASE WHEN j.last_done_at <= p_alarming' }],
    first: ['platform/jobs'],
  },
  {
    name: 'a job of a schedule in every process',
    harm: 'what is to be done once a day is done once a day by each machine',
    file: sql,
    edits: [{ find: 'OR j.next_try_at <= p_now', replace: 'OR j.next_try_at IS NOT NULL' }],
    first: ['platform/jobs'],
  },
  {
    name: 'a mailed code of the day before',
    harm: 'whoever reads an old mail is sent to a code that no longer works, or learns to expect late ones',
    file: kinds,
    edits: [{ find: "exchangeCode: 'code'", replace: "exchangeCode: 'notice'" }],
    first: ['service/operations'],
  },
  {
    name: 'a mailed link that is kept',
    harm: 'who reads the database stops accounts by links that were never sent',
    file: kinds,
    edits: [{ find: "!['code', 'link'].includes", replace: "!['code'].includes" }],
    first: ['platform/mail/outbox'],
  },
  {
    name: 'a mail that is a dead letter at once',
    harm: 'a mail server that is away for a minute costs members the news of their withdrawals',
    file: 'api/src/platform/mail/outbox.ts',
    edits: [{ find: 'mail.attempts >= maximumTries', replace: 'mail.attempts <= maximumTries' }],
    first: ['platform/mail/outbox'],
  },
];

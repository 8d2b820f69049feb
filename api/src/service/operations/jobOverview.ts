import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DeadMails } from '../../platform/mail/deadMails.ts';

/** How a job is, whichever processes run it. */
export interface JobState {
  readonly name: string;
  readonly state: 'running' | 'failing' | 'silent';
  readonly lastDoneAt: Date | null;
  readonly failingSince: Date | null;
  readonly failures: number;
  readonly lastFailedAt: Date | null;
  readonly lastError: string | null;
  readonly nextTryAt: Date | null;
}

/** What waits for a job. */
export interface JobQueue {
  readonly job: string;
  readonly waiting: number;
  readonly oldestAt: Date | null;
}

/** Nobody has run it for so long after it should have been. */
const silentAfterMs = 10 * 60_000;
/** By then it has another name, or belongs to a chain that is watched no more. */
const forgottenAfterDays = 30;

/** The background work as operators see it. */
export class JobOverview {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #deadMails: DeadMails;

  constructor(database: Database, clock: Clock, deadMails: DeadMails) {
    this.#database = database;
    this.#clock = clock;
    this.#deadMails = deadMails;
  }

  async read(): Promise<{ jobs: JobState[]; queues: JobQueue[]; deadMails: number }> {
    return {
      jobs: await this.#jobs(),
      queues: await this.#database.rows<JobQueue>('SELECT job, waiting, oldest_at AS "oldestAt" FROM job_queues()'),
      deadMails: await this.#deadMails.count(),
    };
  }

  async #jobs(): Promise<JobState[]> {
    return this.#database.rows<JobState>(
      `SELECT name, last_done_at AS "lastDoneAt", failing_since AS "failingSince", failures,
              last_failed_at AS "lastFailedAt", last_error AS "lastError", next_try_at AS "nextTryAt",
              CASE WHEN coalesce(next_try_at, last_done_at) < $1::timestamptz - $2 * interval '1 millisecond' THEN 'silent'
                   WHEN failures > 0 THEN 'failing' ELSE 'running' END AS state
         FROM job WHERE greatest(last_done_at, last_failed_at, next_try_at) > $1::timestamptz - $3 * interval '1 day'
        ORDER BY name`,
      [this.#clock.now(), silentAfterMs, forgottenAfterDays],
    );
  }
}

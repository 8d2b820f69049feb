import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../db/database.ts';
import { longestRetryMs } from './backoff.ts';

/** A job that has failed for so long without a success in between stands, and somebody has to look. */
export const alarmAfterMs = 10 * 60_000;
/** A scheduled run that has not ended by then was cut short, and may begin again. */
export const leaseMs = 10 * 60_000;
/** Between two readings of clocks that are right. */
const toleranceMs = 60_000;

/**
 * How each job is, whichever process runs it: the rows of `job`. Times are the product's, by the clock of the database: a
 * machine whose clock is wrong neither hides how a job is nor puts off when it runs.
 */
export class JobStates {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** By how much the product's time is ahead of the real one: in development it can be put forward. */
  #aheadMs(): number {
    return Math.round(this.#clock.now().getTime() - Date.now());
  }

  /**
   * @param everyMs how long after its last claim a scheduled job runs again; `undefined` for the others. A run that took
   *   longer than that is due at once
   */
  async done(name: string, begun: Date | undefined, everyMs: number | undefined): Promise<void> {
    await this.#database.change(
      `INSERT INTO job AS j (name, last_done_at, next_try_at)
         VALUES ($1, ${now('$2')}, coalesce($3::timestamptz, ${now('$2')}) + $4::double precision * interval '1 millisecond')
       ON CONFLICT (name) DO UPDATE SET last_done_at = excluded.last_done_at, failures = 0,
         failing_since = NULL, alarmed_at = NULL, next_try_at = excluded.next_try_at`,
      [name, this.#aheadMs(), begun ?? null, everyMs ?? null],
      { rows: 1 },
    );
  }

  /**
   * @param code what went wrong, in one word
   * @returns whether it now stands and nobody was notified: once, however many processes try
   */
  async failed(name: string, code: string, retryMs: number): Promise<boolean> {
    const row = await this.#database.one<{ alarming: boolean }>(
      `SELECT job_failed($1, at, at + $3::double precision * interval '1 millisecond',
                         at - ${alarmAfterMs} * interval '1 millisecond', $4) AS alarming FROM (SELECT ${now('$2')} AS at) AS now`,
      [name, this.#aheadMs(), retryMs, code],
    );
    return row?.alarming ?? false;
  }

  /**
   * Takes a scheduled run, if it is due: of several processes one does. One that is due later than it can be was written by
   * a wrong clock, and is due now.
   * @returns when it was claimed; `undefined` if it is not due
   */
  async claim(name: string, everyMs: number): Promise<Date | undefined> {
    const row = await this.#database.one<{ at: Date | null }>(
      `SELECT claim_job($1, at, at + ${leaseMs} * interval '1 millisecond', at + $3::double precision * interval '1 millisecond') AS at
         FROM (SELECT ${now('$2')} AS at) AS now`,
      [name, this.#aheadMs(), Math.max(everyMs, leaseMs, longestRetryMs) + toleranceMs],
    );
    return row?.at ?? undefined;
  }
}

/** Of the database, and of the product: `ahead` is by how many milliseconds it is put forward. */
const now = (ahead: string): string => `(clock_timestamp() + ${ahead}::double precision * interval '1 millisecond')`;

import { type Clock, secondsFrom } from '../../ground/clock.ts';
import type { Database } from '../db/database.ts';

/** A job that has failed for so long without a success in between stands, and somebody has to look. */
export const alarmAfterMs = 10 * 60_000;
/** A scheduled run that has not ended by then was cut short, and may begin anew. */
export const leaseMs = 10 * 60_000;

/** How each job is, whichever process runs it: the rows of `job`. Times are the product's. */
export class JobStates {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  now(): Date {
    return this.#clock.now();
  }

  /** @param nextAt when a scheduled job runs again; `null` for the others */
  async done(name: string, nextAt: Date | null): Promise<void> {
    await this.#database.change(
      `INSERT INTO job AS j (name, last_done_at, next_try_at) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET last_done_at = greatest(j.last_done_at, excluded.last_done_at), failures = 0,
         failing_since = NULL, alarmed_at = NULL, next_try_at = excluded.next_try_at`,
      [name, this.now(), nextAt],
      { rows: 1 },
    );
  }

  /**
   * @param code what went wrong, in one word
   * @returns whether it now stands and nobody was told: once, however many processes try
   */
  async failed(name: string, code: string, retryMs: number): Promise<boolean> {
    const now = this.now();
    const row = await this.#database.one<{ alarming: boolean }>(
      `INSERT INTO job AS j (name, last_failed_at, failing_since, failures, next_try_at, last_error)
       VALUES ($1, $2, $2, 1, $3, $4)
       ON CONFLICT (name) DO UPDATE SET last_failed_at = $2, failing_since = coalesce(j.failing_since, $2),
         failures = j.failures + 1, next_try_at = $3, last_error = $4,
         alarmed_at = CASE WHEN j.failing_since <= $5 THEN coalesce(j.alarmed_at, $2) ELSE j.alarmed_at END
       RETURNING alarmed_at IS NOT DISTINCT FROM $2 AS alarming`,
      [name, now, secondsFrom(now, retryMs / 1000), code, secondsFrom(now, -alarmAfterMs / 1000)],
    );
    return row?.alarming ?? false;
  }

  /** Takes a scheduled run, if it is due: of several processes one does. */
  async claim(name: string): Promise<boolean> {
    const now = this.now();
    const claimed = await this.#database.change(
      `INSERT INTO job AS j (name, next_try_at) VALUES ($1, $3)
       ON CONFLICT (name) DO UPDATE SET next_try_at = $3 WHERE j.next_try_at IS NULL OR j.next_try_at <= $2`,
      [name, now, secondsFrom(now, leaseMs / 1000)],
      { rows: 'any' },
    );
    return claimed > 0;
  }
}

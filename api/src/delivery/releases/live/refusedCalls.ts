import { type Clock, secondsFrom } from '../../../ground/clock.ts';
import type { Log } from '../../../ground/log.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { Releasable } from '../files/store.ts';

/** A call that a release was refused because it does not declare it. */
export interface RefusedCall {
  readonly release: string;
  /** The endpoint's name. */
  readonly call: string;
  readonly refusals: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

interface Count {
  readonly feature: Releasable;
  readonly release: string;
  readonly call: string;
  refusals: number;
  readonly firstAt: Date;
  lastAt: Date;
}

/** Endpoints of releases on record: there are fewer. */
const mostCounts = 10_000;
/** As many are shown of a feature, the latest first. */
const mostShown = 50;
/** So long an overview names a feature whose release was refused a call. */
const alarmDays = 7;
/** After so long without a refusal the next one raises an alarm in the log again. */
const quietSeconds = 24 * 3_600;

/**
 * Which calls releases were refused because they do not declare them. However many there are: a process counts them, and writes a row
 * for each endpoint of a release every few seconds. Whose page it was is not kept.
 */
export class RefusedCalls {
  readonly #database: Database;
  readonly #clock: Clock;
  #counts = new Map<string, Count>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Counts one, of a release whose proof was valid. */
  note(feature: Releasable, release: string, call: string): void {
    const now = this.#clock.now();
    this.#add({ feature, release, call, refusals: 1, firstAt: now, lastAt: now });
  }

  /**
   * Writes what was counted since the last time.
   * @param alarm is called for each that is new, or has been quiet for a day
   */
  async write(alarm: (refused: Omit<Count, 'firstAt' | 'lastAt'>) => void): Promise<void> {
    const counts = this.#counts;
    this.#counts = new Map();
    for (const [name, { feature, release, call, refusals, firstAt, lastAt }] of counts)
      try {
        const row = await this.#database.one<{ before: Date }>(
          `WITH known AS (SELECT last_at FROM refused_call WHERE feature = $1 AND release = $2 AND call = $3), noted AS (
           INSERT INTO refused_call AS r (feature, release, call, refusals, first_at, last_at) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (feature, release, call) DO UPDATE
             SET refusals = r.refusals + excluded.refusals, last_at = greatest(r.last_at, excluded.last_at))
           SELECT last_at AS before FROM known`,
          [feature, release, call, refusals, firstAt, lastAt],
        );
        counts.delete(name);
        if (!row || row.before < secondsFrom(firstAt, -quietSeconds)) alarm({ feature, release, call, refusals });
      } catch (error) {
        // What is not written yet is written the next time.
        for (const left of counts.values()) this.#add(left);
        throw error;
      }
  }

  /** Of a feature, the latest first. */
  async list(feature: Releasable): Promise<readonly RefusedCall[]> {
    return this.#database.rows<RefusedCall>(
      `SELECT release, call, least(refusals, 2147483647)::int AS refusals, first_at AS "firstAt", last_at AS "lastAt"
         FROM refused_call WHERE feature = $1 ORDER BY last_at DESC, release, call LIMIT $2`,
      [feature, mostShown],
    );
  }

  /** Features of which a release was refused a call within a week. */
  async features(): Promise<string[]> {
    const rows = await this.#database.rows<{ feature: string }>(
      'SELECT DISTINCT feature FROM refused_call WHERE last_at > $1 ORDER BY feature',
      [secondsFrom(this.#clock.now(), -alarmDays * 86_400)],
    );
    return rows.map(({ feature }) => feature);
  }

  #add(more: Count): void {
    const name = `${more.feature} ${more.release} ${more.call}`;
    const known = this.#counts.get(name);
    if (!known) {
      if (this.#counts.size < mostCounts) this.#counts.set(name, { ...more });
      return;
    }
    known.refusals += more.refusals;
    if (more.lastAt > known.lastAt) known.lastAt = more.lastAt;
  }
}

/** The job that writes what this process has counted. */
export const writeRefusedCalls = (refused: RefusedCalls, log: Log): Job => ({
  name: 'refused calls',
  pauseMs: 2_000,
  async run() {
    await refused.write((each) =>
      log.error({ alarm: 'a release calls what it does not declare', ...each }, 'a call was refused'),
    );
    return false;
  },
});

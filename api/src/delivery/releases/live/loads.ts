import { type AudienceName, audienceOf, type LoadReport } from '@trellis/api-contract';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../ground/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Releasable } from '../files/store.ts';
import type { ReleaseEvents } from './events.ts';
import type { LoadCounts } from './health.ts';
import type { FeatureState } from './state.ts';

/** A member's load is noted anew after this long. */
const repeatMs = 600_000;
const keptDays = 30;

/** How releases load, as pages report it: who had a release, and whether it failed for them. */
export class Loads {
  readonly #database: Database;
  readonly #events: ReleaseEvents;
  readonly #clock: Clock;
  /** What was noted a short while ago, so that most reports cost nothing. */
  readonly #noted: LRUCache<string, true>;

  constructor(database: Database, events: ReleaseEvents, clock: Clock) {
    this.#database = database;
    this.#events = events;
    this.#clock = clock;
    this.#noted = new LRUCache({ max: 50_000, ttl: repeatMs });
  }

  /**
   * Notes what a page tells. Passed over are releases that do not exist, and features that the page's audience does not
   * have: nobody's word counts for what they cannot load.
   * @param userId of a member, or of an operator: the rows of a feature are all of one audience
   */
  async note(audience: AudienceName, userId: string, reports: readonly LoadReport[]): Promise<void> {
    const states = await this.#events.states();
    const known = reports.filter(
      ({ feature, release }) =>
        audienceOf(feature) === audience && states.get(feature)?.published.includes(release) === true,
    );
    const failures = known.filter(({ outcome }) => outcome !== 'ok');
    for (const report of failures) await this.#noteOnce(userId, report, report);
    for (const report of known) await this.#noteOnce(userId, report, undefined);
  }

  async #noteOnce(userId: string, { feature, release }: LoadReport, failure: LoadReport | undefined): Promise<void> {
    const name = `${userId} ${feature} ${release} ${failure ? 'failed' : 'loaded'}`;
    if (this.#noted.has(name)) return;
    const now = this.#clock.now();
    await this.#database.rows(
      `INSERT INTO release_load (feature, release, member, loaded_at, failed_at, phase, outcome)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (feature, release, member) DO UPDATE SET loaded_at = excluded.loaded_at,
         failed_at = coalesce(excluded.failed_at, release_load.failed_at),
         phase = coalesce(excluded.phase, release_load.phase), outcome = coalesce(excluded.outcome, release_load.outcome)
       RETURNING member`,
      [feature, release, userId, now, failure ? now : null, failure?.phase ?? null, failure?.outcome ?? null],
    );
    this.#noted.set(name, true);
  }

  /** Members who had a release between two times, and for how many of them it failed. */
  async counts(feature: Releasable, release: string, from: Date, to: Date): Promise<LoadCounts> {
    const row = await this.#database.one<LoadCounts>(
      `SELECT count(*)::int AS members, count(*) FILTER (WHERE failed_at >= $3)::int AS failed FROM release_load
        WHERE feature = $1 AND release = $2 AND loaded_at >= $3 AND loaded_at < $4`,
      [feature, release, from, to],
    );
    return row ?? { members: 0, failed: 0 };
  }

  /** How the releases that members get now have loaded since they do, by release. */
  async ofLive(feature: Releasable, { stable, candidate }: FeatureState): Promise<Map<string, LoadCounts>> {
    const counts = new Map<string, LoadCounts>();
    for (const live of [stable, candidate])
      if (live) counts.set(live.release, await this.counts(feature, live.release, live.since, this.#clock.now()));
    return counts;
  }

  /** `chunk missing` and the like, with the number of members who met it. */
  async failures(feature: Releasable, release: string, from: Date): Promise<Record<string, number>> {
    const rows = await this.#database.rows<{ kind: string; members: number }>(
      `SELECT phase || ' ' || outcome AS kind, count(*)::int AS members FROM release_load
        WHERE feature = $1 AND release = $2 AND failed_at >= $3 GROUP BY 1 ORDER BY 2 DESC`,
      [feature, release, from],
    );
    return Object.fromEntries(rows.map(({ kind, members }) => [kind, members]));
  }

  /** Forgets what nobody judges by any more. @returns how many rows */
  async forgetOld(): Promise<number> {
    const rows = await this.#database.rows<object>('DELETE FROM release_load WHERE loaded_at < $1 RETURNING member', [
      new Date(this.#clock.now().getTime() - keptDays * 86_400_000),
    ]);
    return rows.length;
  }
}

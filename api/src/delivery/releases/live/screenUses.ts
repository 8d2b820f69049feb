import { type AudienceName, audienceOf, type LoadReport, type ScreenUse } from '@trellis/api-contract';
import { LRUCache } from 'lru-cache';
import { type Clock, secondsFrom } from '../../../ground/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Releasable } from '../files/store.ts';
import { leftOutNetworks, type WeighedUse } from './health.ts';
import { known, knownSql, type Reporter } from './reporters.ts';

/** The same of a member is noted again after this long. */
const repeatMs = 600_000;
/** Of one member, of one release: more than any feature has. */
const mostScreens = 40;
/** Whoever began so short a while ago may be about to finish. */
const finishSeconds = 600;

type Row = Omit<WeighedUse, 'elsewhere' | 'finished'> & {
  readonly elsewhereBegun: number;
  readonly elsewhereDead: number;
  readonly finishedOf: number;
  readonly finished: number;
};

/** What people manage to do with a release on each of its screens, as their pages report it. */
export class ScreenUses {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #noted: LRUCache<string, true>;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#noted = new LRUCache({ max: 50_000, ttl: repeatMs });
  }

  /** Notes a report of the phase `use`. Whoever got something done, or pressed in vain, has begun. */
  async note({ id, network }: Reporter, { feature, release, screen, outcome }: LoadReport): Promise<void> {
    if (screen === undefined || !isUse(outcome)) return;
    const name = `${id} ${feature} ${release} ${outcome} ${screen}`;
    if (this.#noted.has(name)) return;
    const now = this.#clock.now();
    await this.#database.rows(
      `INSERT INTO release_use AS used (feature, release, member, screen, network, begun_at, done_at, dead_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8
        WHERE $9 > (SELECT count(*) FROM release_use WHERE feature = $1 AND release = $2 AND member = $3 AND screen <> $4)
       ON CONFLICT (feature, release, member, screen) DO UPDATE SET begun_at = excluded.begun_at,
         done_at = coalesce(excluded.done_at, used.done_at), dead_at = coalesce(excluded.dead_at, used.dead_at),
         network = CASE WHEN used.dead_at IS NULL OR excluded.dead_at IS NOT NULL THEN excluded.network ELSE used.network END
       RETURNING member`,
      [
        ...[feature, release, id, screen, network, now],
        outcome === 'done' ? now : null,
        outcome === 'dead' ? now : null,
        mostScreens,
      ],
    );
    this.#noted.set(name, true);
  }

  /** Whether enough presses came to nothing for a verdict. Cheap where none did. @param least of members, of one screen */
  async hasDead(feature: Releasable, release: string, from: Date, least: number): Promise<boolean> {
    const rows = await this.#database.rows<{ screen: string }>(
      `SELECT screen FROM release_use WHERE feature = $1 AND release = $2 AND dead_at >= $3
        GROUP BY screen HAVING count(*) >= $4 LIMIT 1`,
      [feature, release, from, least],
    );
    return rows.length > 0;
  }

  /** What was managed with a release between two times, by screen, as far as a verdict may go by it. */
  async weighed(feature: Releasable, release: string, from: Date, to: Date): Promise<ReadonlyMap<string, WeighedUse>> {
    const audience: AudienceName = audienceOf(feature);
    const rows = await this.#database.rows<Row>(
      `WITH report AS (
         SELECT u.screen, u.network, coalesce(u.dead_at >= $3, false) AS dead, coalesce(u.done_at >= $3, false) AS done,
                u.begun_at < $9 AS had_time
           FROM release_use u
          WHERE u.feature = $1 AND u.release = $2 AND u.begun_at >= $3 AND u.begun_at < $4 AND ${knownSql('u')}),
       placed AS (
         SELECT screen, network,
                row_number() OVER (PARTITION BY screen ORDER BY count(*) FILTER (WHERE dead) DESC, network) AS dead_place,
                row_number() OVER (PARTITION BY screen ORDER BY count(*) FILTER (WHERE NOT done) DESC, network) AS idle_place
           FROM report GROUP BY screen, network)
       SELECT r.screen, count(*)::int AS begun, count(*) FILTER (WHERE done)::int AS done, count(*) FILTER (WHERE dead)::int AS dead,
              count(*) FILTER (WHERE dead_place > $8)::int AS "elsewhereBegun",
              count(*) FILTER (WHERE dead AND dead_place > $8)::int AS "elsewhereDead",
              count(*) FILTER (WHERE had_time AND idle_place > $8)::int AS "finishedOf",
              count(*) FILTER (WHERE had_time AND done AND idle_place > $8)::int AS finished
         FROM report r JOIN placed p USING (screen, network)
        GROUP BY r.screen`,
      [
        ...[feature, release, from, to, ...known(feature, from)],
        audience === 'operator' ? 0 : leftOutNetworks,
        secondsFrom(this.#clock.now(), -finishSeconds),
      ],
    );
    return new Map(
      rows.map(({ screen, begun, done, dead, elsewhereBegun, elsewhereDead, finishedOf, finished }) => [
        screen,
        {
          ...{ screen, begun, done, dead },
          elsewhere: { members: elsewhereBegun, failed: elsewhereDead },
          finished: { members: finishedOf, done: finished },
        },
      ]),
    );
  }

  /** Forgets what was last begun before a moment. */
  async forget(before: Date): Promise<void> {
    await this.#database.rows('DELETE FROM release_use WHERE begun_at < $1 RETURNING member', [before]);
  }
}

const isUse = (outcome: LoadReport['outcome']): outcome is ScreenUse => ['begun', 'done', 'dead'].includes(outcome);

import type { Database } from '../../../platform/db/database.ts';
import type { Releasable } from '../files/store.ts';
import { type FirstPaint, firstPaintOf, type PaintCount, stepOf } from './paintSteps.ts';

/** One load that was seen to the end, and whose. */
export interface PaintedLoad {
  readonly feature: Releasable;
  readonly release: string;
  readonly reporter: string;
  readonly milliseconds: number;
}

/**
 * How soon releases are on the page, counted by days. Somebody's first load of a release counts, and none of their next for
 * as long as that day is kept: a release that many have in their cache is compared with one that nobody has.
 */
export class FirstPaints {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Counts a load, if its reporter does not count for this release yet; one that was never noted counts for nothing.
   * @param forgottenTo what was counted before this is no longer kept
   */
  async count({ feature, release, reporter, milliseconds }: PaintedLoad, now: Date, forgottenTo: Date): Promise<void> {
    await this.#database.rows(
      `WITH first AS (
         UPDATE release_load SET painted_at = $4
          WHERE feature = $1 AND release = $2 AND member = $3 AND (painted_at IS NULL OR painted_at < $5)
         RETURNING member)
       INSERT INTO release_first_paint AS counted (feature, release, day, within_ms, loads)
       SELECT $1, $2, ($4::timestamptz AT TIME ZONE 'UTC')::date, $6, 1 FROM first
       ON CONFLICT (feature, release, day, within_ms) DO UPDATE SET loads = counted.loads + 1
       RETURNING loads`,
      [feature, release, reporter, now, forgottenTo, stepOf(milliseconds)],
    );
  }

  /** Of each of these releases, over all days that are kept. */
  async read(feature: Releasable, releases: readonly string[]): Promise<ReadonlyMap<string, FirstPaint>> {
    const rows = await this.#database.rows<{ release: string; withinMs: number; loads: string }>(
      `SELECT release, within_ms AS "withinMs", sum(loads)::text AS loads FROM release_first_paint
        WHERE feature = $1 AND release = ANY ($2::text[]) GROUP BY release, within_ms`,
      [feature, `{${releases.map((release) => `"${release}"`).join(',')}}`],
    );
    const counts = (wanted: string): PaintCount[] =>
      rows.filter(({ release }) => release === wanted).map((row) => ({ ...row, loads: BigInt(row.loads) }));
    return new Map(releases.map((release) => [release, firstPaintOf(counts(release))]));
  }

  /** Forgets the days before a moment. */
  async forget(before: Date): Promise<void> {
    await this.#database.rows(
      `DELETE FROM release_first_paint WHERE day < ($1::timestamptz AT TIME ZONE 'UTC')::date RETURNING day`,
      [before],
    );
  }
}

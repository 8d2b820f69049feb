import { createHash } from 'node:crypto';
import type { FormerThrownError, LoadReport, StackFrame, ThrownError } from '@trellis/api-contract';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../ground/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Releasable } from '../files/store.ts';
import type { Reporter } from './reporters.ts';

/** The same of a member is noted again after this long. */
const repeatMs = 600_000;
/** Kinds of errors of one member, of one release: a broken page has no more, and nobody fills the list alone. */
const mostOfMember = 20;
/** Kinds of errors of one release. */
const mostOfRelease = 100;
/** As many are shown. */
const mostShown = 50;

/** A kind of error: what has release, screen, name, message and place in common. */
export interface BrowserError extends ThrownError {
  readonly id: string;
  /** Who met it, within the time that it is kept. */
  readonly members: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/**
 * What threw or did not come in browsers, as their pages report it: for whoever looks for the cause. No release is judged by
 * it, and who met it is kept so that each counts once.
 */
export class BrowserErrors {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #noted: LRUCache<string, true>;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#noted = new LRUCache({ max: 50_000, ttl: repeatMs });
  }

  /** Notes a report with what was thrown. One of a new kind takes the place of the rarest, longest unseen, where a release has too many. */
  async note({ id: member }: Pick<Reporter, 'id'>, report: LoadReport): Promise<void> {
    const { feature, release, outcome } = report;
    const thrown = thrownOf(report);
    if (!thrown || outcome === 'ok') return;
    const { screen, name, digest, frames } = thrown;
    const top = topFrame(feature, release, frames);
    const place = top ? `${top.file}:${top.line}:${top.column}` : '';
    const noted = [member, feature, release, screen, name, digest, place].join(' ');
    if (this.#noted.has(noted)) return;
    await this.#database.rows(
      `WITH own AS (
         SELECT count(*) AS errors FROM browser_error_member m JOIN browser_error e ON e.id = m.error
          WHERE m.member = $9 AND e.feature = $1 AND e.release = $2),
       same AS (
         SELECT id FROM browser_error
          WHERE feature = $1 AND release = $2 AND screen = $3 AND name = $4 AND digest = $5 AND place = $6),
       rarest AS (
         DELETE FROM browser_error WHERE id = (
           SELECT e.id FROM browser_error e WHERE e.feature = $1 AND e.release = $2
            ORDER BY (SELECT count(*) FROM browser_error_member m WHERE m.error = e.id), e.last_at, e.id LIMIT 1)
            AND NOT EXISTS (SELECT 1 FROM same) AND $10 > (SELECT errors FROM own)
            AND $11 <= (SELECT count(*) FROM browser_error WHERE feature = $1 AND release = $2)),
       noted AS (
         INSERT INTO browser_error AS e (feature, release, screen, name, digest, place, frames, first_at, last_at)
         SELECT $1, $2, $3, $4, $5, $6, $7::jsonb, $8, $8 WHERE $10 > (SELECT errors FROM own) OR EXISTS (SELECT 1 FROM same)
         ON CONFLICT (feature, release, screen, name, digest, place)
         DO UPDATE SET last_at = greatest(e.last_at, excluded.last_at)
         RETURNING id)
       INSERT INTO browser_error_member (error, member)
       SELECT id, $9 FROM noted WHERE $10 > (SELECT errors FROM own)
       ON CONFLICT (error, member) DO NOTHING RETURNING error`,
      [
        ...[feature, release, screen, name, digest, place, JSON.stringify(frames)],
        ...[this.#clock.now(), member, mostOfMember, mostOfRelease],
      ],
    );
    this.#noted.set(noted, true);
  }

  /** Of a release: first what most people met. */
  async list(feature: Releasable, release: string): Promise<readonly BrowserError[]> {
    return this.#database.rows<BrowserError>(
      `SELECT e.id, e.screen, e.name, e.digest, e.frames, e.first_at AS "firstAt", e.last_at AS "lastAt",
              (SELECT count(*)::int FROM browser_error_member m WHERE m.error = e.id) AS members
         FROM browser_error e WHERE e.feature = $1 AND e.release = $2
        ORDER BY members DESC, e.last_at DESC, e.id LIMIT $3`,
      [feature, release, mostShown],
    );
  }

  /** Forgets what was last met before a moment. */
  async forget(before: Date): Promise<void> {
    await this.#database.rows('DELETE FROM browser_error WHERE last_at < $1 RETURNING id', [before]);
  }
}

/** The frame that is to blame: the release's own that is nearest to the throw, or else the nearest of all. */
export const topFrame = (feature: Releasable, release: string, frames: readonly StackFrame[]): StackFrame | undefined =>
  frames.find(({ file }) => file.startsWith(`${feature}/${release}/`)) ?? frames[0];

/** What a report says of an error, in one form: shells of the version before send a message, which is not kept. */
export function thrownOf({ feature, release, thrown }: LoadReport): ThrownError | undefined {
  return thrown && 'message' in thrown ? ofFormer(feature, release, thrown) : thrown;
}

function ofFormer(feature: Releasable, release: string, { place, screen, message }: FormerThrownError): ThrownError {
  const [, name = 'Error', rest = message] = /^([A-Za-z]{1,40}): (.*)$/s.exec(message) ?? [];
  const [file = '', line, column] = place.split(':');
  return {
    screen,
    name,
    digest: createHash('sha256').update(rest).digest('hex').slice(0, 16),
    frames: [{ file: `${feature}/${release}/${file}`, line: Number(line), column: Number(column) }],
  };
}

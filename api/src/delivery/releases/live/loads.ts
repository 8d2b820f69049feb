import { type AudienceName, audienceOf, featuresOf, type LoadReport } from '@trellis/api-contract';
import { LRUCache } from 'lru-cache';
import { type Clock, secondsFrom } from '../../../ground/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Releasable } from '../files/store.ts';
import { isGiven } from './assignment.ts';
import { BrowserErrors, thrownOf, topFrame } from './browserErrors.ts';
import type { ReleaseEvents } from './events.ts';
import { FirstPaints } from './firstPaints.ts';
import { leftOutNetworks, type WeighedLoads } from './health.ts';
import { known, knownSql, type Reporter } from './reporters.ts';
import { ScreenUses } from './screenUses.ts';
import { emptyState, type FeatureState } from './state.ts';

/** A member's load is noted again after this long. */
const repeatMs = 600_000;
const retentionDays = 30;
/** Whoever has not opened a feature for so long is no user of it, as `feature_used_after` has it. */
const usedDays = 90;
const memberFeatures: readonly Releasable[] = featuresOf('member').map(({ name }) => name);

/** Of one member, of one release. */
const mostPlaces = 20;
/** As many are shown. */
const shownPlaces = 10;

interface FlatLoads extends Omit<WeighedLoads, 'elsewhere'> {
  readonly elsewhereMembers: number;
  readonly elsewhereFailed: number;
}

/** What threw while a release was used. */
export interface ThrownCounts {
  readonly members: number;
  readonly places: readonly ThrownPlace[];
}

interface ThrownPlace {
  /** In the built files: `home.1a2b3c4d.js:1:2345`. */
  readonly place: string;
  readonly screen: string;
  /** The error's name; no message is kept. */
  readonly message: string;
  readonly members: number;
}

/**
 * Whether a page of theirs may have a release. Of a roll-out only those have it who are chosen or named, whatever their page says;
 * what is live or was, a page may have that is open for long. Operators have a release by their browser: all are known.
 */
function mayHave(
  audience: AudienceName,
  id: string,
  feature: Releasable,
  release: string,
  { candidate, tried }: FeatureState = emptyState,
): boolean {
  if (candidate?.release !== release || audience === 'operator') return tried.has(release);
  return isGiven(feature, { member: id }, candidate);
}

/** How releases load, as pages report it: who had a release, whether it failed for them, and who uses a feature at all. */
export class Loads {
  readonly #database: Database;
  readonly #events: ReleaseEvents;
  readonly #clock: Clock;
  /** What was noted a short while ago, so that most reports cost nothing. */
  readonly #noted: LRUCache<string, true>;
  readonly firstPaints: FirstPaints;
  readonly uses: ScreenUses;
  readonly errors: BrowserErrors;

  constructor(database: Database, events: ReleaseEvents, clock: Clock) {
    this.#database = database;
    this.#events = events;
    this.#clock = clock;
    this.#noted = new LRUCache({ max: 50_000, ttl: repeatMs });
    this.firstPaints = new FirstPaints(database);
    this.uses = new ScreenUses(database, clock);
    this.errors = new BrowserErrors(database, clock);
  }

  /**
   * Notes what a page says. Passed over are releases that nobody was given, those of a roll-out that this member was not
   * given, and features that the page's audience does not have: nobody's word counts for what they cannot load.
   */
  async note(audience: AudienceName, reporter: Reporter, reports: readonly LoadReport[]): Promise<void> {
    const states = await this.#events.states();
    const theirs = reports.filter(
      ({ feature, release }) =>
        audienceOf(feature) === audience && mayHave(audience, reporter.id, feature, release, states.get(feature)),
    );
    const loads = theirs.filter(({ phase }) => phase !== 'use');
    const failures = loads.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'threw');
    for (const report of failures) await this.#noteOnce(reporter, report, report);
    for (const report of loads) await this.#noteOnce(reporter, report, undefined);
    for (const report of loads) await this.#noteThrown(reporter, report);
    for (const report of loads) await this.errors.note(reporter, report);
    for (const report of loads) await this.#countPaint(reporter, report);
    for (const report of theirs) if (report.phase === 'use') await this.uses.note(reporter, report);
  }

  /** Of a load that went well, by a page that was in sight all the while. */
  async #countPaint({ id }: Reporter, { feature, release, outcome, firstPaintMs }: LoadReport): Promise<void> {
    const name = `${id} ${feature} ${release} painted`;
    if (outcome !== 'ok' || firstPaintMs === undefined || this.#noted.has(name)) return;
    const load = { feature, release, reporter: id, milliseconds: firstPaintMs };
    await this.firstPaints.count(load, this.#clock.now(), this.#forgottenTo());
    this.#noted.set(name, true);
  }

  /** Whoever had it thrown at them counts once for a place, and for at most as many places as a broken page may have. */
  async #noteThrown({ id }: Reporter, report: LoadReport): Promise<void> {
    const { feature, release, outcome } = report;
    const thrown = outcome === 'crashed' || outcome === 'threw' ? thrownOf(report) : undefined;
    const top = thrown && topFrame(feature, release, thrown.frames);
    if (!top) return;
    const { screen, name: message } = thrown;
    const place = `${top.file.split('/').at(-1)}:${top.line}:${top.column}`;
    const name = `${id} ${feature} ${release} threw at ${place}`;
    if (this.#noted.has(name)) return;
    await this.#database.rows(
      `INSERT INTO release_error (feature, release, member, place, screen, message, thrown_at)
       SELECT $1, $2, $3, $4, $5, $6, $7
        WHERE $8 > (SELECT count(*) FROM release_error WHERE feature = $1 AND release = $2 AND member = $3 AND place <> $4)
       ON CONFLICT (feature, release, member, place) DO UPDATE SET thrown_at = excluded.thrown_at
       RETURNING member`,
      [feature, release, id, place, screen, message, this.#clock.now(), mostPlaces],
    );
    this.#noted.set(name, true);
  }

  #forgottenTo(): Date {
    return secondsFrom(this.#clock.now(), -retentionDays * 86_400);
  }

  async #noteOnce(
    { id, network }: Reporter,
    { feature, release }: LoadReport,
    failure: LoadReport | undefined,
  ): Promise<void> {
    const name = `${id} ${feature} ${release} ${failure ? 'failed' : 'loaded'}`;
    if (this.#noted.has(name)) return;
    const now = this.#clock.now();
    await this.#database.rows(
      `WITH used AS (
         INSERT INTO feature_use (feature, member, last_on)
         SELECT $1, $3, ($4::timestamptz AT TIME ZONE 'UTC')::date WHERE $9
         ON CONFLICT (feature, member) DO UPDATE SET last_on = excluded.last_on
          WHERE feature_use.last_on < excluded.last_on)
       INSERT INTO release_load (feature, release, member, loaded_at, failed_at, phase, outcome, network)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (feature, release, member) DO UPDATE SET loaded_at = excluded.loaded_at,
         failed_at = coalesce(excluded.failed_at, release_load.failed_at),
         phase = coalesce(excluded.phase, release_load.phase), outcome = coalesce(excluded.outcome, release_load.outcome),
         network = CASE WHEN release_load.failed_at IS NULL OR excluded.failed_at IS NOT NULL
           THEN excluded.network ELSE release_load.network END
       RETURNING member`,
      [
        feature,
        release,
        id,
        now,
        failure ? now : null,
        failure?.phase ?? null,
        failure?.outcome ?? null,
        network,
        memberFeatures.includes(feature),
      ],
    );
    this.#noted.set(name, true);
  }

  /**
   * For how many of those who had a release something threw between two times, as far as a verdict may go by it, and where
   * it threw for most of all.
   */
  async thrown(feature: Releasable, release: string, from: Date, to: Date): Promise<ThrownCounts> {
    const reporters = [feature, release, from, to, ...known(feature, from)];
    const row = await this.#database.one<{ members: number }>(
      `SELECT count(DISTINCT e.member)::int AS members FROM release_error e
        WHERE e.feature = $1 AND e.release = $2 AND e.thrown_at >= $3 AND e.thrown_at < $4 AND ${knownSql('e')}`,
      reporters,
    );
    const places = await this.#database.rows<ThrownPlace>(
      `SELECT e.place, min(e.screen) AS screen, min(e.message) AS message, count(*)::int AS members
         FROM release_error e
        WHERE e.feature = $1 AND e.release = $2 AND e.thrown_at >= $3 AND e.thrown_at < $4
        GROUP BY e.place ORDER BY members DESC, e.place LIMIT $5`,
      [feature, release, from, to, shownPlaces],
    );
    return { members: row?.members ?? 0, places };
  }

  /**
   * Members who had a release between two times, and for how many of them it failed, as far as a verdict may go by it: of
   * accounts that were there a week before, from browsers that were here on a day before, and once more without the
   * networks that most failures come from. Operators are all known.
   */
  async weighed(feature: Releasable, release: string, from: Date, to: Date): Promise<WeighedLoads> {
    const row = await this.#database.one<Record<keyof FlatLoads, number>>(
      `WITH report AS (
         SELECT l.network, coalesce(l.failed_at >= $3, false) AS failed, ${knownSql('l')} AS known
           FROM release_load l
          WHERE l.feature = $1 AND l.release = $2 AND l.loaded_at >= $3 AND l.loaded_at < $4),
       noisy AS (
         SELECT network FROM report WHERE known AND failed GROUP BY network ORDER BY count(*) DESC, network LIMIT $8)
       SELECT count(*) FILTER (WHERE known)::int AS "members",
              count(*) FILTER (WHERE known AND failed)::int AS "failed",
              count(DISTINCT network) FILTER (WHERE known AND failed)::int AS "networks",
              count(*) FILTER (WHERE failed AND NOT known)::int AS "outsiders",
              count(*) FILTER (WHERE known AND NOT quiet.is_noisy)::int AS "elsewhereMembers",
              count(*) FILTER (WHERE known AND failed AND NOT quiet.is_noisy)::int AS "elsewhereFailed"
         FROM report, LATERAL (SELECT network IN (SELECT network FROM noisy) AS is_noisy) AS quiet`,
      [feature, release, from, to, ...known(feature, from), audienceOf(feature) === 'operator' ? 0 : leftOutNetworks],
    );
    const { elsewhereMembers = 0, elsewhereFailed = 0, ...counts } = row ?? {};
    return {
      members: 0,
      failed: 0,
      networks: 0,
      outsiders: 0,
      ...counts,
      elsewhere: { members: elsewhereMembers, failed: elsewhereFailed },
    };
  }

  /** Everybody who had one of these releases since a time: those to whom a share of a roll-out would go. */
  async people(feature: Releasable, releases: readonly string[], from: Date): Promise<number> {
    const row = await this.#database.one<{ people: number }>(
      `SELECT count(DISTINCT member)::int AS people FROM release_load
        WHERE feature = $1 AND release = ANY ($2::text[]) AND loaded_at >= $3`,
      [feature, `{${releases.map((release) => `"${release}"`).join(',')}}`, from],
    );
    return row?.people ?? 0;
  }

  /** `chunk missing` and the like, with the number of members who met it. */
  async failures(feature: Releasable, release: string, from: Date, to: Date): Promise<Record<string, number>> {
    const rows = await this.#database.rows<{ kind: string; members: number }>(
      `SELECT phase || ' ' || outcome AS kind, count(*)::int AS members FROM release_load
        WHERE feature = $1 AND release = $2 AND failed_at >= $3 AND failed_at < $4 GROUP BY 1 ORDER BY 2 DESC`,
      [feature, release, from, to],
    );
    return Object.fromEntries(rows.map(({ kind, members }) => [kind, members]));
  }

  /** Forgets what nobody judges by any more. @returns how many rows */
  async forgetOld(): Promise<number> {
    const before = this.#forgottenTo();
    await this.firstPaints.forget(before);
    await this.uses.forget(before);
    await this.errors.forget(before);
    await this.#database.rows('DELETE FROM release_error WHERE thrown_at < $1 RETURNING member', [before]);
    await this.#database.rows(
      `DELETE FROM feature_use WHERE feature = ANY ($1::text[]) AND last_on < ($2::timestamptz AT TIME ZONE 'UTC')::date
       RETURNING member`,
      [`{${memberFeatures.join(',')}}`, secondsFrom(this.#clock.now(), -usedDays * 86_400)],
    );
    const rows = await this.#database.rows<object>('DELETE FROM release_load WHERE loaded_at < $1 RETURNING member', [
      before,
    ]);
    return rows.length;
  }
}

import type { ActorWithReason } from '../../../governance/audit/actor.ts';
import { recordAudit } from '../../../governance/audit/auditLog.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Releasable, Switchable } from '../files/store.ts';
import { after, emptyState, type FeatureState, factsOf, type ReleaseAction, type ReleaseEvent } from './state.ts';

export interface NewEvent extends ActorWithReason {
  readonly action: ReleaseAction;
  readonly release?: string;
  /** Hundredths of a percent. */
  readonly share?: number;
  /** Ids of those who get it whatever the share; of `rollout` alone. */
  readonly members?: readonly string[];
  /** What an automatic step went by, who approved it, and whether the release closes a hole. */
  readonly evidence?: Readonly<Record<string, unknown>>;
}

export type FeatureEvent = NewEvent & { readonly feature: Switchable };

export interface RecordedEvent extends ReleaseEvent, ActorWithReason {
  readonly feature: Switchable;
  readonly evidence: Readonly<Record<string, unknown>> | null;
}

export type States = ReadonlyMap<Switchable, FeatureState>;

/** Of what has releases. */
export const releasedStates = (states: States): [Releasable, FeatureState][] =>
  [...states].flatMap(([feature, state]) => (feature === 'worker' ? [] : [[feature, state]]));

interface EventRow {
  readonly id: string;
  readonly feature: Switchable;
  readonly action: ReleaseAction;
  readonly release: string | null;
  readonly share: number | null;
  readonly security_fix: boolean;
  readonly members: readonly string[] | null;
  readonly recorded_at: Date;
}

/** Advisory lock of whoever adds an event: decisions come one after the other, and ids in the order of commits. */
const writerLock = 7_714;

/** The append-only record of what was done with releases, and what it comes to. */
export class ReleaseEvents {
  readonly #database: Database;
  #lastId = '0';
  #states: States = new Map();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The state of every feature that has events. Reads only what was added since the last call. */
  async states(): Promise<States> {
    // Both from before the question: what it answers continues this very state, whatever another call adds meanwhile.
    const [base, known] = [this.#states, this.#lastId];
    const rows = await this.#database.rows<EventRow>(
      `SELECT id, feature, action, release, share, recorded_at, coalesce((evidence ->> 'securityFix')::boolean, false) AS security_fix,
              evidence -> 'members' AS members
         FROM release_event WHERE id > $1 ORDER BY id`,
      [known],
    );
    if (rows.length === 0) return this.#states;
    const states = new Map(base);
    for (const { recorded_at: recordedAt, security_fix: securityFix, members, feature, ...event } of rows)
      states.set(
        feature,
        after(states.get(feature) ?? emptyState, { ...event, securityFix, ...(members && { members }), recordedAt }),
      );
    // Of two calls at once the one that saw more stays.
    const lastId = rows.at(-1)?.id ?? known;
    if (BigInt(lastId) > BigInt(this.#lastId)) {
      this.#lastId = lastId;
      this.#states = states;
    }
    return states;
  }

  /** Features of which a release was taken back by itself since a time. */
  async wentBackSince(time: Date): Promise<string[]> {
    const rows = await this.#database.rows<{ feature: string }>(
      `SELECT DISTINCT feature FROM release_event
        WHERE actor = 'automatic' AND action = 'rollback' AND recorded_at > $1 ORDER BY feature`,
      [time],
    );
    return rows.map(({ feature }) => feature);
  }

  /** Whether a feature was switched on within the last day: whoever switches it off again has more than somebody's session. */
  async wasSwitchedOn(feature: Switchable): Promise<boolean> {
    const row = await this.#database.one(
      `SELECT 1 AS found FROM release_event
        WHERE feature = $1 AND action = 'on' AND recorded_at > clock_timestamp() - interval '1 day' LIMIT 1`,
      [feature],
    );
    return row !== undefined;
  }

  /**
   * Adds what `decide` makes of the present states, here and in the audit log; nobody else decides meanwhile.
   * @param decide gives `undefined` if there is nothing to do, or throws
   * @param alongside what else the same transaction does, if there is something to do
   */
  async add(
    feature: Switchable,
    decide: (state: FeatureState, all: States) => NewEvent | undefined,
    alongside?: () => Promise<void>,
  ): Promise<NewEvent | undefined> {
    const [event] = await this.addTogether((all) => {
      const decided = decide(all.get(feature) ?? emptyState, all);
      return decided ? [{ ...decided, feature }] : [];
    }, alongside);
    return event;
  }

  /** The same for several features at once: all of it happens, or nothing. */
  async addTogether(
    decide: (all: States) => readonly FeatureEvent[],
    alongside?: () => Promise<void>,
  ): Promise<readonly FeatureEvent[]> {
    return this.#database.inTransaction(async () => {
      await this.#database.rows('SELECT pg_advisory_xact_lock($1)', [writerLock]);
      const states = await this.states();
      const decided = decide(states);
      if (decided.length > 0) await alongside?.();
      for (const event of decided) await this.#write(event, states.get(event.feature) ?? emptyState);
      return decided;
    });
  }

  async #write(event: FeatureEvent, before: FeatureState): Promise<void> {
    const { feature, action, release = null, share = null, members, actor, reason, evidence, requestId } = event;
    const named = members && { members };
    const next = after(before, { id: '', action, release, share, ...named, recordedAt: new Date() });
    const audit = await recordAudit(this.#database, {
      actor,
      action: `release.${action}`,
      subject: feature,
      reason,
      requestId,
      before: factsOf(before),
      after: { ...factsOf(next), ...(action === 'publish' ? { published: release } : {}), ...evidence },
    });
    await this.#database.rows(
      `INSERT INTO release_event (feature, action, release, share, actor, reason, evidence, audit)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
      [
        feature,
        action,
        release,
        share,
        actor,
        reason,
        evidence || named ? JSON.stringify({ ...evidence, ...named }) : null,
        audit,
      ],
    );
  }

  /** Latest first. @param before only those with a smaller id */
  async history(feature: Switchable, limit: number, before?: string): Promise<RecordedEvent[]> {
    const rows = await this.#database.rows<
      Omit<EventRow, 'security_fix' | 'members'> & Omit<RecordedEvent, 'recordedAt'>
    >(
      `SELECT id, feature, action, release, share, actor, reason, evidence, recorded_at FROM release_event
        WHERE feature = $1 AND ($3::bigint IS NULL OR id < $3::bigint) ORDER BY id DESC LIMIT $2`,
      [feature, limit, before ?? null],
    );
    return rows.map(({ recorded_at: recordedAt, ...event }) => ({ ...event, recordedAt }));
  }
}

import type { Clock } from '../../../ground/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { PushedNotice } from './pushText.ts';

/** One that a worker has to itself until its next try is due. */
export interface ClaimedPush extends PushedNotice {
  readonly id: string;
  readonly subscription: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly key: string;
  readonly notice: string;
  readonly isUrgent: boolean;
  /** Read meanwhile, forgotten, or of a browser that has none any more: there is nothing to say. */
  readonly isOver: boolean;
  readonly link: string | null;
  /** Unread notices of the member, at most 100. */
  readonly unread: number;
  readonly createdAt: Date;
}

/** How a try ended. `gone`: the browser has no such subscription any more. `later`: with `seconds` it was no try, and comes then. */
export type PushTry = { readonly push: ClaimedPush } & (
  | { readonly outcome: 'done' | 'gone' }
  | { readonly outcome: 'later'; readonly seconds?: number }
);

/** Whose browsers they are is known elsewhere. */
interface ForgetfulSubscriptions {
  /** Forgets those that have this address still: a browser may have subscribed again meanwhile. */
  forget(gone: readonly { readonly id: string; readonly endpoint: string }[]): Promise<void>;
}

/** What waits to be sent to browsers: rows of the transactions that wrote the notices (`push.sql`), sent afterwards, at least once. */
export class PushOutbox {
  readonly #database: Database;
  readonly #subscriptions: ForgetfulSubscriptions;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock, subscriptions: ForgetfulSubscriptions) {
    this.#subscriptions = subscriptions;
    this.#database = database;
    this.#clock = clock;
  }

  get now(): Date {
    return this.#clock.now();
  }

  /** Takes those that are due, the most urgent first, by putting their next try off: what a crash cut short is tried again. */
  async claim(limit: number): Promise<ClaimedPush[]> {
    const now = this.#clock.now();
    return this.#database.rows<ClaimedPush>(
      `WITH claimed AS (
         UPDATE outbox_push SET attempts = attempts + 1, due_at = to_timestamp($3::double precision + least(3600, 30 * 2 ^ least(attempts, 10)))
          WHERE id = ANY (ARRAY(SELECT id FROM outbox_push WHERE due_at <= $1 ORDER BY priority, due_at LIMIT $2 FOR UPDATE SKIP LOCKED))
         RETURNING id, subscription, notice, priority, created_at)
       SELECT c.id, c.subscription, s.endpoint, s.p256dh, s.auth, s.vapid_key AS key, c.notice, c.priority = 1 AS "isUrgent",
              s.id IS NULL OR n.id IS NULL OR n.read_at IS NOT NULL AS "isOver", coalesce(n.template, '') AS template, coalesce(n.params, '{}') AS params,
              n.link, m.language, m.time_zone AS "timeZone", s.in_full AS "inFull", c.created_at AS "createdAt",
              (SELECT count(*)::integer FROM (SELECT 1 FROM notice u WHERE u.member = m.id AND u.read_at IS NULL LIMIT 100) AS counted) AS unread
         FROM claimed c LEFT JOIN push_subscription s ON s.id = c.subscription LEFT JOIN member m ON m.id = s.member_id
              LEFT JOIN notice n ON n.id = c.notice AND n.member = m.id
        ORDER BY c.priority, c.id`,
      [now, limit, now.getTime() / 1_000],
    );
  }

  /** Notes how tries ended; the same again changes nothing. */
  async note(tries: readonly PushTry[]): Promise<void> {
    const gone = tries.filter(({ outcome }) => outcome === 'gone').map(({ push }) => push);
    const done = tries.filter(({ outcome }) => outcome === 'done').map(({ push }) => push.id);
    const later = tries.flatMap((each) =>
      each.outcome === 'later' && each.seconds !== undefined ? [{ id: each.push.id, seconds: each.seconds }] : [],
    );
    if (gone.length > 0)
      await this.#subscriptions.forget(gone.map(({ subscription: id, endpoint }) => ({ id, endpoint })));
    if (gone.length > 0)
      await this.#database.change(
        `DELETE FROM outbox_push o WHERE id = ANY ($1::bigint[])
            AND NOT EXISTS (SELECT FROM push_subscription s WHERE s.id = o.subscription)`,
        [gone.map(({ id }) => id)],
        { rows: 'any' },
      );
    if (done.length > 0)
      await this.#database.change('DELETE FROM outbox_push WHERE id = ANY ($1::bigint[])', [done], { rows: 'any' });
    const now = this.#clock.now().getTime();
    if (later.length > 0)
      await this.#database.change(
        `UPDATE outbox_push SET due_at = later.at, attempts = attempts - 1
           FROM unnest($1::bigint[], $2::timestamptz[]) AS later (id, at) WHERE outbox_push.id = later.id`,
        [later.map(({ id }) => id), later.map(({ seconds }) => new Date(now + seconds * 1_000).toISOString())],
        { rows: 'any' },
      );
  }
}

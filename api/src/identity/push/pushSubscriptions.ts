import type { Output, Parsed } from '@trellis/api-contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { tokenDigest } from '../credentials/sessionToken.ts';

/** As many browsers of a member; one more ends the one that was not here for longest. */
const mostOfMember = 10;

/** The browser that a call comes from, by the tokens of its cookies. */
export interface PushDevice {
  readonly memberId: string;
  readonly session: string;
  readonly device: string;
}

type Settings = NonNullable<Output<'getPush'>['device']>;

/** Which browsers show a member's notices although the product is closed. */
export class PushSubscriptions {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** What this browser shows, and how many others of the member's show any. */
  async read({ memberId, device }: PushDevice): Promise<{ device: Settings | null; others: number }> {
    const rows = await this.#database.rows<{ own: boolean; kinds: Settings['kinds']; full: boolean }>(
      `SELECT device = $2 AS own, kinds, in_full AS full FROM push_subscription WHERE member_id = $1`,
      [memberId, tokenDigest(device)],
    );
    const own = rows.find((row) => row.own);
    return {
      device: own === undefined ? null : { kinds: own.kinds, inFull: own.full },
      others: rows.length - (own ? 1 : 0),
    };
  }

  /** Sends to this browser from now on, as it says; inside the caller's transaction. */
  async set(browser: PushDevice, { endpoint, p256dh, auth, key, kinds, inFull }: Parsed<'setPush'>): Promise<void> {
    const { memberId } = browser;
    await this.#holdSession(browser);
    const [device, session, now] = [tokenDigest(browser.device), tokenDigest(browser.session), this.#clock.now()];
    // An address is one browser's: it may have lost the cookie under which it was known.
    await this.#database.change(
      'DELETE FROM push_subscription WHERE endpoint = $3 AND (device, member_id) <> ($1, $2)',
      [device, memberId, endpoint],
      { rows: 'any' },
    );
    await this.#database.change(
      `INSERT INTO push_subscription (id, member_id, device, session, endpoint, p256dh, auth, vapid_key, kinds, in_full, created_at, seen_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[], $10, $11, $11)
       ON CONFLICT (member_id, device) DO UPDATE SET session = excluded.session, endpoint = excluded.endpoint,
         p256dh = excluded.p256dh, auth = excluded.auth, vapid_key = excluded.vapid_key, kinds = excluded.kinds,
         in_full = excluded.in_full, seen_at = excluded.seen_at`,
      [uuidv7(), memberId, device, session, endpoint, p256dh, auth, key, kinds, inFull, now],
      { rows: 1 },
    );
    await this.#database.change(
      `DELETE FROM push_subscription WHERE id IN (
         SELECT id FROM push_subscription WHERE member_id = $1 ORDER BY seen_at DESC, id DESC OFFSET $2)`,
      [memberId, mostOfMember],
      { rows: 'any' },
    );
  }

  /**
   * A browser that has a subscription says so with its first page: it belongs to the session of now.
   * @returns whether it is still wanted; a browser whose subscription is not, gives it up. Inside the caller's transaction
   */
  async confirm(browser: PushDevice, { endpoint, p256dh, auth, key }: Parsed<'confirmPush'>): Promise<boolean> {
    await this.#holdSession(browser);
    const changed = await this.#database.change(
      `UPDATE push_subscription SET session = $3, endpoint = $4, p256dh = $5, auth = $6, vapid_key = $7, seen_at = $8
        WHERE member_id = $1 AND device = $2
          AND NOT EXISTS (SELECT FROM push_subscription o WHERE o.endpoint = $4 AND (o.member_id, o.device) <> ($1, $2))`,
      [
        browser.memberId,
        tokenDigest(browser.device),
        tokenDigest(browser.session),
        ...[endpoint, p256dh, auth, key, this.#clock.now()],
      ],
      { rows: 'any' },
    );
    return changed > 0;
  }

  /** Forgets those whose push service knows of no such browser, unless it has subscribed again meanwhile. */
  async forget(gone: readonly { readonly id: string; readonly endpoint: string }[]): Promise<void> {
    await this.#database.change(
      `DELETE FROM push_subscription s USING unnest($1::uuid[], $2::text[]) AS gone (id, endpoint)
        WHERE s.id = gone.id AND s.endpoint = gone.endpoint`,
      [gone.map(({ id }) => id), gone.map(({ endpoint }) => endpoint)],
      { rows: 'any' },
    );
  }

  /** Pages of one browser take turns; what ends the session meanwhile waits, and ends what was written under it, too. */
  async #holdSession({ memberId, session }: PushDevice): Promise<void> {
    const live = await this.#database.one(
      'SELECT 1 AS live FROM session WHERE token_hash = $1 AND member_id = $2 AND revoked_at IS NULL FOR NO KEY UPDATE',
      [tokenDigest(session), memberId],
    );
    if (!live) throw new AppError('auth.session_required');
  }

  /** Sends no more to this browser, or to all others. */
  async end({ memberId, device }: PushDevice, which: 'this' | 'others'): Promise<void> {
    await this.#database.change(
      `DELETE FROM push_subscription WHERE member_id = $1 AND (device = $2) = $3`,
      [memberId, tokenDigest(device), which === 'this'],
      { rows: 'any' },
    );
  }
}

/** Whose subscriptions end with a log-in. */
type Ended =
  | { readonly session: Buffer }
  /** All of the member's, but for that of one session. */
  | { readonly memberId: string; readonly but: Buffer | undefined }
  /** Of everybody in this browser. */
  | { readonly device: string };

/** Sends no more to browsers whose log-in has ended, inside the caller's transaction. */
export async function endPushes(database: Database, ended: Ended): Promise<void> {
  const [where, values] =
    'session' in ended
      ? ['session = $1', [ended.session]]
      : 'device' in ended
        ? ['device = $1', [tokenDigest(ended.device)]]
        : ['member_id = $1 AND session IS DISTINCT FROM $2', [ended.memberId, ended.but ?? null]];
  await database.change(`DELETE FROM push_subscription WHERE ${where}`, values, { rows: 'any' });
}

/**
 * Somebody has logged in: their browser shows their notices and nobody else's; inside the caller's transaction.
 * @param before the token of the session that was open there until now
 */
export async function enterPushes(
  database: Database,
  { memberId, session, device }: PushDevice,
  before: string | undefined,
): Promise<void> {
  const [own, now] = [tokenDigest(device), tokenDigest(session)];
  await database.change(
    'DELETE FROM push_subscription WHERE (device = $1 OR session = $3) AND member_id <> $2',
    [own, memberId, before === undefined ? null : tokenDigest(before)],
    { rows: 'any' },
  );
  await database.change(
    'UPDATE push_subscription SET session = $3 WHERE device = $1 AND member_id = $2',
    [own, memberId, now],
    { rows: 'any' },
  );
}

/** Another session of the same browser takes the place of one, inside the caller's transaction. */
export async function carryPushes(database: Database, from: Buffer, to: Buffer): Promise<void> {
  await database.change('UPDATE push_subscription SET session = $2 WHERE session = $1', [from, to], { rows: 'any' });
}

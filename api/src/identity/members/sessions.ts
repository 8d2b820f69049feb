import type { Language, LockMinutes } from '@trellis/api-contract';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { BatchedRead } from '../../platform/db/batchedRead.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Statement } from '../../platform/db/lanes.ts';
import { column, type RowOf, type TableModel, table } from '../../platform/db/table.ts';
import type { LiveMember, LiveMembers, SessionMember } from '../../platform/http/caller.ts';
import { newToken, tokenDigest } from '../credentials/sessionToken.ts';
import { carryPushes, endPushes } from '../push/pushSubscriptions.ts';

/** What the member themselves are shown: no id. */
export const presentMember = ({ username, language, timeZone, suspended, lockMinutes }: SessionMember) => ({
  username,
  language,
  ...(timeZone !== undefined && { timeZone }),
  suspended,
  ...(lockMinutes !== undefined && { lockMinutes }),
});

/** One log-in on one device. Only the token's digest is kept. */
const sessionTable = table('session', {
  tokenHash: column.digest,
  revokedAt: column.orNull(column.moment),
});

/** Member sessions end after an hour of silence, and after a day in any case. */
const idleSeconds = 3600;
const absoluteSeconds = 24 * 3600;
/** `seen_at` is written at most this often. */
const touchSeconds = 60;
/** The same of a browser with an app lock, which goes by it; and how much later than the browser the server locks it by itself. */
const lockTouchSeconds = 15;
const lockSlackSeconds = 60;
/** As many of a member at once; one more ends the one that was quiet for longest. */
export const maximumSessions = 5;

/** A live session, as its owner sees it. */
export interface SessionEntry {
  readonly id: string;
  readonly current: boolean;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
}

/** Where a session is opened from. */
export interface SessionOrigin {
  readonly userAgent: string;
  readonly address: string;
  /** The token of the cookie that stays in the browser: its app lock is on in each of its sessions. */
  readonly device: string | undefined;
}

/** Who asks for what changes how they prove who they are, and from where. */
export interface Renewing extends SessionOrigin {
  readonly member: { readonly id: string };
  /** Of the session that asks. */
  readonly token: string | undefined;
}

interface OpenedSession {
  readonly token: string;
  /** Of the browser's app lock; `undefined`: it has none. */
  readonly lockMinutes: LockMinutes | undefined;
  /** Which session had to end for it: what its browser called itself. */
  readonly ended?: string;
}

/** With $3 and $4 the moments before which a session was quiet, or opened, too long. */
const live = `audience = 'member' AND revoked_at IS NULL AND seen_at > $3 AND created_at > $4`;

interface SessionRow {
  readonly token_hash: Buffer;
  readonly id: string;
  readonly username: string;
  readonly language: Language;
  readonly time_zone: string | null;
  readonly suspended_at: Date | null;
  readonly seen_at: Date;
  readonly terms_due: boolean;
  readonly lock_minutes: LockMinutes | null;
  readonly locked: boolean;
}

/** A digest as an element of a `bytea[]`. */
const bytea = (digest: Buffer): string => `\\x${digest.toString('hex')}`;

/** Opaque sessions: the cookie holds 256 random bits, the database their SHA-256. */
export class Sessions implements LiveMembers {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #sessions: TableModel<RowOf<typeof sessionTable>>;
  readonly #maximum: number;
  readonly #live: BatchedRead<Buffer, SessionRow | undefined>;
  readonly #seen: BatchedRead<Buffer, SessionRow | undefined>;

  constructor(database: Database, clock: Clock, maximum = maximumSessions) {
    this.#database = database;
    this.#clock = clock;
    this.#sessions = database.model(sessionTable);
    this.#maximum = maximum;
    this.#live = new BatchedRead(database, async (hashes) => {
      const rows = await this.#findLive(hashes);
      await this.#touch(rows);
      return rows;
    });
    this.#seen = new BatchedRead(database, (hashes) => this.#findLive(hashes));
  }

  /**
   * Opens a session, inside the caller's transaction.
   * @param before of the one in whose place it comes: as that is locked, it is
   * @returns the token, which is shown to nobody but the browser's cookie store, and which session had to end for it
   */
  async open(memberId: string, { userAgent, address, device }: SessionOrigin, before?: string): Promise<OpenedSession> {
    const token = newToken();
    const now = this.#clock.now();
    const digestOf = (of: string | undefined) => (of === undefined ? null : tokenDigest(of));
    const opened = await this.#database.one<{ lock_minutes: LockMinutes | null }>(
      `INSERT INTO session (token_hash, member_id, audience, created_at, seen_at, user_agent, address, lock_minutes, locked_at)
       SELECT $1, $2, 'member', $3, $3, $4, $5, lock.minutes, lock.locked_at
         FROM (SELECT) AS one LEFT JOIN LATERAL (
           SELECT lock_minutes AS minutes, locked_at FROM session WHERE token_hash = $7
           UNION ALL
           SELECT minutes, NULL FROM app_lock WHERE $7::bytea IS NULL AND member_id = $2 AND token_hash = $6) AS lock ON true
       RETURNING lock_minutes`,
      [tokenDigest(token), memberId, now, userAgent, address, digestOf(device), digestOf(before)],
    );
    // One, unless others log in at the same moment.
    const over = await this.#database.rows<{ user_agent: string; token_hash: Buffer }>(
      `UPDATE session SET revoked_at = $2 WHERE token_hash IN (
         SELECT token_hash FROM session WHERE member_id = $1 AND ${live}
          ORDER BY seen_at DESC, created_at DESC OFFSET $5 FOR UPDATE) RETURNING user_agent, token_hash`,
      [memberId, now, secondsFrom(now, -idleSeconds), secondsFrom(now, -absoluteSeconds), this.#maximum],
    );
    for (const { token_hash: session } of over) await endPushes(this.#database, { session });
    const minutes = opened?.lock_minutes ?? undefined;
    return { token, lockMinutes: minutes, ...(over[0] && { ended: over[0].user_agent }) };
  }

  /**
   * Puts another session in the place of the one that asks, inside the caller's transaction: what somebody has read of it
   * before its member proved themselves again counts for nothing after.
   * @param others whether all other sessions of the member's go on
   * @returns the token for the same browser
   * @throws AppError auth.session_required where it was ended meanwhile: then it does not come back
   */
  async renew(caller: Renewing, others: 'go on' | 'end'): Promise<string> {
    if (caller.token === undefined || !(await this.revoke(caller.token))) throw new AppError('auth.session_required');
    return others === 'end' ? this.replaceAll(caller) : this.#replace(caller);
  }

  /** Ends all of the member's, inside the caller's transaction. @returns the token of a new one, for the browser that asks */
  async replaceAll(caller: Renewing): Promise<string> {
    const { member, token } = caller;
    if (token !== undefined) await this.revoke(token);
    await endSessions(
      this.#database,
      member.id,
      this.#clock.now(),
      token === undefined ? undefined : tokenDigest(token),
    );
    return this.#replace(caller);
  }

  async #replace({ member, token, ...origin }: Renewing): Promise<string> {
    const next = (await this.open(member.id, origin, token)).token;
    if (token !== undefined) await carryPushes(this.#database, tokenDigest(token), tokenDigest(next));
    return next;
  }

  /** A member's live sessions, the latest first. @param token of the one that asks */
  async list(memberId: string, token: string | undefined): Promise<SessionEntry[]> {
    const now = this.#clock.now();
    const rows = await this.#database.rows<SessionEntry & { readonly token_hash: Buffer }>(
      `SELECT id, token_hash, user_agent AS "userAgent", address, created_at AS "createdAt", seen_at AS "seenAt"
         FROM session WHERE member_id = $1 AND $2::timestamptz IS NOT NULL AND ${live} ORDER BY seen_at DESC, created_at DESC`,
      [memberId, now, secondsFrom(now, -idleSeconds), secondsFrom(now, -absoluteSeconds)],
    );
    const own = token === undefined ? undefined : tokenDigest(token);
    return rows.map(({ token_hash: hash, ...entry }) => ({ ...entry, current: own?.equals(hash) ?? false }));
  }

  /** Ends one session of the member's own. @returns whether there was one */
  async end(memberId: string, id: string): Promise<boolean> {
    const ended = await this.#database.one<{ token_hash: Buffer }>(
      'UPDATE session SET revoked_at = $3 WHERE member_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING token_hash',
      [memberId, id, this.#clock.now()],
    );
    if (ended) await endPushes(this.#database, { session: ended.token_hash });
    return ended !== undefined;
  }

  /**
   * The member of a live session; `undefined` for any other token.
   * @param background a page asks by itself: that is no use of the session
   */
  async find(token: string, background = false): Promise<LiveMember | undefined> {
    const row = await (background ? this.#seen : this.#live).get(tokenDigest(token));
    if (!row) return undefined;
    const { id, username, language, time_zone, terms_due: termsDue, locked } = row;
    const timeZone = time_zone ?? undefined;
    const lockMinutes = row.lock_minutes ?? undefined;
    return { id, username, language, timeZone, suspended: row.suspended_at !== null, lockMinutes, termsDue, locked };
  }

  /** Locks a browser's session, where its app lock is on. @returns whether it goes on: one that was renewed meanwhile has not heard it */
  async lock(token: string): Promise<boolean> {
    const locked = await this.#database.change(
      `UPDATE session SET locked_at = CASE WHEN lock_minutes IS NOT NULL THEN $2::timestamptz END
        WHERE token_hash = $1 AND revoked_at IS NULL`,
      [tokenDigest(token), this.#clock.now()],
      { rows: 'any' },
    );
    return locked > 0;
  }

  /** Its owner was there; inside the caller's transaction. */
  async unlock(token: string): Promise<void> {
    await this.#database.change(
      'UPDATE session SET locked_at = NULL, seen_at = $2 WHERE token_hash = $1 AND revoked_at IS NULL',
      [tokenDigest(token), this.#clock.now()],
      { rows: 'any' },
    );
  }

  /** Inside the caller's transaction. @param minutes `null`: off */
  async setLock(token: string, minutes: LockMinutes | null): Promise<void> {
    await this.#database.change(
      'UPDATE session SET lock_minutes = $2, locked_at = NULL, seen_at = $3 WHERE token_hash = $1 AND revoked_at IS NULL',
      [tokenDigest(token), minutes, this.#clock.now()],
      { rows: 'any' },
    );
  }

  /** Which of these belong to live sessions. Looking does not count as use: a page that is only open ends with them. */
  async living(tokens: readonly string[]): Promise<ReadonlySet<string>> {
    const now = this.#clock.now();
    // Those that are over come back, which are few.
    const over = await this.#database.rows<{ place: string }>(
      `SELECT asked.place FROM unnest($1::bytea[]) WITH ORDINALITY AS asked (hash, place)
        WHERE NOT EXISTS (
          SELECT FROM session s JOIN member m ON m.id = s.member_id WHERE s.token_hash = asked.hash AND ${isLive} AND ${isOpen})`,
      [tokens.map((token) => bytea(tokenDigest(token))), ...liveSince(now)],
    );
    const places = new Set(over.map(({ place }) => Number(place)));
    return new Set(tokens.filter((_, index) => !places.has(index + 1)));
  }

  /** @returns whether it was not ended before */
  async revoke(token: string): Promise<boolean> {
    const [ended] = await this.#sessions.update(
      { revokedAt: this.#clock.now() },
      { where: { tokenHash: tokenDigest(token), revokedAt: null } },
    );
    return ended > 0;
  }

  /** Ends a browser's session, and that it shows anybody's notices; inside the caller's transaction. */
  async logOut({ token, device }: { readonly token: string | undefined; readonly device: string | undefined }) {
    if (token !== undefined) await this.revoke(token);
    if (token !== undefined) await endPushes(this.#database, { session: tokenDigest(token) });
    if (device !== undefined) await endPushes(this.#database, { device });
  }

  async #findLive(hashes: readonly Buffer[]): Promise<(SessionRow | undefined)[]> {
    const now = this.#clock.now();
    const rows = await this.#database.repeated<SessionRow>(liveSessions, [hashes.map(bytea), ...liveSince(now)]);
    const byHash = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]));
    return hashes.map((hash) => byHash.get(hash.toString('hex')));
  }

  /** Many members come at once, and each of them once a minute: theirs go in one call. What somebody ends now is left alone. */
  async #touch(rows: readonly (SessionRow | undefined)[]): Promise<void> {
    const now = this.#clock.now();
    const quiet = (row: SessionRow) => secondsFrom(now, row.lock_minutes === null ? -touchSeconds : -lockTouchSeconds);
    const stale = rows.filter((row) => row && !row.locked && row.seen_at < quiet(row)) as readonly SessionRow[];
    if (stale.length === 0) return;
    await this.#database.change(
      `UPDATE session SET seen_at = $2 WHERE token_hash IN (
         SELECT token_hash FROM session WHERE token_hash = ANY ($1::bytea[]) AND revoked_at IS NULL
          FOR NO KEY UPDATE SKIP LOCKED)`,
      [stale.map(({ token_hash: hash }) => bytea(hash)), now],
      { rows: 'any' },
    );
  }
}

/** Of `session s` and `member m`; `liveSince` are $2, $3 and $4. */
const isLive = `s.audience = 'member' AND s.revoked_at IS NULL AND m.frozen_at IS NULL
          AND s.seen_at > $2 AND s.created_at > $3`;

/** No app lock is on, or its owner is here: it is locked by the browser's word, or where that does not come by silence. */
const isOpen = `(s.lock_minutes IS NULL OR s.locked_at IS NULL
          AND s.seen_at > $4::timestamptz - make_interval(secs => greatest(s.lock_minutes, 1) * 60 + ${lockSlackSeconds}))`;

const liveSessions: Statement = {
  name: 'live_sessions',
  text: `SELECT s.token_hash, m.id, m.username, m.language, m.time_zone, m.suspended_at, s.seen_at, s.lock_minutes, NOT ${isOpen} AS locked,
                m.terms_agreed < coalesce((SELECT max(publication) FROM terms_document), 0) AS terms_due
           FROM session s JOIN member m ON m.id = s.member_id
          WHERE s.token_hash = ANY ($1::bytea[]) AND ${isLive}`,
};

const liveSince = (now: Date): [Date, Date, Date] => [
  secondsFrom(now, -idleSeconds),
  secondsFrom(now, -absoluteSeconds),
  now,
];

/** Ends a member's sessions, inside the caller's transaction. @param but the digest of one that goes on */
export async function endSessions(database: Database, memberId: string, now: Date, but?: Buffer): Promise<number> {
  const ended = await database.change(
    `UPDATE session SET revoked_at = $2 WHERE member_id = $1 AND revoked_at IS NULL AND token_hash IS DISTINCT FROM $3`,
    [memberId, now, but ?? null],
    { rows: 'any' },
  );
  // After them: what is written under one of them is there by now.
  await endPushes(database, { memberId, but });
  return ended;
}

/** No browser of the member's asks for a passkey any more: they have none. Inside the caller's transaction. */
export async function endSessionLocks(database: Database, memberId: string): Promise<void> {
  await database.change(
    'UPDATE session SET lock_minutes = NULL, locked_at = NULL WHERE member_id = $1 AND lock_minutes IS NOT NULL',
    [memberId],
    { rows: 'any' },
  );
}

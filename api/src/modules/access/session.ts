import type { Language } from '@trellis/api-contract';
import { type Clock, secondsFrom } from '../../clock.ts';
import { BatchedRead } from '../../db/batchedRead.ts';
import type { Database } from '../../db/database.ts';
import { newToken, tokenDigest } from './sessionToken.ts';

/** The member behind a session. */
export interface SessionMember {
  readonly id: string;
  readonly username: string;
  readonly language: Language;
  readonly suspended: boolean;
}

/** The member of a live session, as of this very call. */
export interface LiveMember extends SessionMember {
  /** A version of the terms is in force that the member has not agreed to. */
  readonly termsDue: boolean;
}

/** What the member themselves are told: no id. */
export const presentMember = ({ username, language, suspended }: SessionMember): Omit<SessionMember, 'id'> => ({
  username,
  language,
  suspended,
});

/** Member sessions end after an hour of silence, and after a day in any case. */
const idleSeconds = 3600;
const absoluteSeconds = 24 * 3600;
/** `seen_at` is written at most this often. */
const touchSeconds = 60;

interface SessionRow {
  readonly token_hash: Buffer;
  readonly id: string;
  readonly username: string;
  readonly language: Language;
  readonly suspended_at: Date | null;
  readonly seen_at: Date;
  readonly terms_due: boolean;
}

/** Opaque sessions: the cookie holds 256 random bits, the database their SHA-256. */
export class Sessions {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #live: BatchedRead<Buffer, SessionRow | undefined>;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#live = new BatchedRead(database, (hashes) => this.#findLive(hashes));
  }

  /** Opens a session and returns its token, which is shown to nobody but the browser's cookie store. */
  async open(memberId: string, userAgent: string): Promise<string> {
    const token = newToken();
    const now = this.#clock.now();
    await this.#database.models.sessions.create({
      tokenHash: tokenDigest(token),
      memberId,
      audience: 'member',
      createdAt: now,
      seenAt: now,
      revokedAt: null,
      userAgent,
    });
    return token;
  }

  /** The member of a live session; `undefined` for any other token. */
  async find(token: string): Promise<LiveMember | undefined> {
    const now = this.#clock.now();
    const tokenHash = tokenDigest(token);
    const row = await this.#live.get(tokenHash);
    if (!row) return undefined;
    if (row.seen_at < secondsFrom(now, -touchSeconds))
      await this.#database.models.sessions.update({ seenAt: now }, { where: { tokenHash } });
    const { id, username, language, terms_due: termsDue } = row;
    return { id, username, language, suspended: row.suspended_at !== null, termsDue };
  }

  /** Which of these belong to live sessions. Looking does not count as use: a page that is only open ends with them. */
  async living(tokens: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#findLive(tokens.map(tokenDigest));
    return new Set(tokens.filter((_, index) => rows[index] !== undefined));
  }

  async revoke(token: string): Promise<void> {
    await this.#database.models.sessions.update(
      { revokedAt: this.#clock.now() },
      { where: { tokenHash: tokenDigest(token), revokedAt: null } },
    );
  }

  async #findLive(hashes: readonly Buffer[]): Promise<(SessionRow | undefined)[]> {
    const now = this.#clock.now();
    const rows = await this.#database.query<SessionRow>(
      `SELECT s.token_hash, m.id, m.username, m.language, m.suspended_at, s.seen_at,
              m.terms_agreed < coalesce((SELECT max(publication) FROM terms_document), 0) AS terms_due
         FROM session s JOIN member m ON m.id = s.member_id
        WHERE s.token_hash = ANY ($1::bytea[]) AND s.audience = 'member' AND s.revoked_at IS NULL
          AND s.seen_at > $2 AND s.created_at > $3`,
      [
        hashes.map((hash) => `\\x${hash.toString('hex')}`),
        secondsFrom(now, -idleSeconds),
        secondsFrom(now, -absoluteSeconds),
      ],
    );
    const found = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]));
    return hashes.map((hash) => found.get(hash.toString('hex')));
  }
}

import { operatorIdleSeconds } from '@trellis/api-contract/operator';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Call, SessionOperator } from '../../platform/http/caller.ts';
import { newToken, tokenDigest } from '../credentials/sessionToken.ts';
import { networkText } from '../security/devices/deviceNames.ts';
import type { EnrolledOperator } from './operatorRepository.ts';

/** Operator sessions end after a quarter of an hour of silence, and after eight hours in any case. */
export const idleSeconds = operatorIdleSeconds;
export const absoluteSeconds = 8 * 3600;
/** `seen_at` is written at most this often. */
const touchSeconds = 15;

/** What operators themselves are shown: no id. */
export const presentOperator = ({ name, roles }: SessionOperator) => ({ name, roles: [...roles] });

interface LiveRow extends SessionOperator {
  readonly seen_at: Date;
  readonly created_at: Date;
  readonly token_hash: Buffer;
}

/** As members' sessions, in a table of their own: no token of one kind is ever one of the other. */
export class OperatorSessions {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * @returns the token, which is shown to nobody but the browser's cookie store
   * @param operator as they logged in, with the password of then
   * @throws AppError auth.credentials_invalid if the operator was suspended or reset since, or has another password
   */
  async open(
    { id, passwordHash }: Pick<EnrolledOperator, 'id' | 'passwordHash'>,
    { userAgent, address }: Pick<Call, 'userAgent' | 'address'>,
  ): Promise<string> {
    const token = newToken();
    // The lock waits for a reset or another password under way, which end only the sessions that they see.
    const opened = await this.#database.change(
      `INSERT INTO operator_session (token_hash, operator_id, created_at, seen_at, user_agent, network)
       SELECT $1, id, $3, $3, $4, $6 FROM operator
        WHERE id = $2 AND suspended_at IS NULL AND enrolled_at IS NOT NULL AND password_hash = $5 FOR SHARE`,
      [tokenDigest(token), id, this.#clock.now(), userAgent, passwordHash, networkText(address)],
      { rows: 'any' },
    );
    if (opened === 0) throw new AppError('auth.credentials_invalid');
    return token;
  }

  /**
   * The operator of a live session; `undefined` for any other token, and for one of somebody suspended.
   * @param background a page asks by itself: that prolongs nothing
   */
  async find(token: string, background: boolean): Promise<SessionOperator | undefined> {
    const now = this.#clock.now();
    const [row] = await this.#findLive([token]);
    if (!row) return undefined;
    if (!background && row.seen_at < secondsFrom(now, -touchSeconds))
      await this.#database.change(
        'UPDATE operator_session SET seen_at = $2 WHERE token_hash = $1',
        [tokenDigest(token), now],
        { rows: 1 },
      );
    return { id: row.id, name: row.name, roles: row.roles };
  }

  /** When a live session ends: unless it is used, and in any case. `undefined` for any other token. */
  async ends(token: string): Promise<{ readonly idleAt: Date; readonly at: Date } | undefined> {
    const [row] = await this.#findLive([token]);
    if (!row) return undefined;
    return { idleAt: secondsFrom(row.seen_at, idleSeconds), at: secondsFrom(row.created_at, absoluteSeconds) };
  }

  /** Which of these belong to live sessions, without counting as use. */
  async living(tokens: readonly string[]): Promise<ReadonlySet<string>> {
    const live = new Set((await this.#findLive(tokens)).map(({ token_hash: hash }) => hash.toString('hex')));
    return new Set(tokens.filter((token) => live.has(tokenDigest(token).toString('hex'))));
  }

  #findLive(tokens: readonly string[]): Promise<LiveRow[]> {
    const now = this.#clock.now();
    return this.#database.rows<LiveRow>(
      `SELECT o.id, o.name, o.roles, s.seen_at, s.created_at, s.token_hash
         FROM operator_session s JOIN operator o ON o.id = s.operator_id
        WHERE s.token_hash = ANY (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS hash) AND s.revoked_at IS NULL AND s.seen_at > $2 AND s.created_at > $3
          AND o.suspended_at IS NULL AND o.enrolled_at IS NOT NULL`,
      [
        tokens.map((token) => tokenDigest(token).toString('hex')),
        secondsFrom(now, -idleSeconds),
        secondsFrom(now, -absoluteSeconds),
      ],
    );
  }

  async revoke(token: string): Promise<void> {
    await this.#database.change(
      'UPDATE operator_session SET revoked_at = $2 WHERE token_hash = $1 AND revoked_at IS NULL',
      [tokenDigest(token), this.#clock.now()],
      { rows: 'any' },
    );
  }
}

/** Ends all sessions of an operator, inside the caller's transaction. @returns how many */
export async function endOperatorSessions(database: Database, operatorId: string, now: Date): Promise<number> {
  return database.change(
    'UPDATE operator_session SET revoked_at = $2 WHERE operator_id = $1 AND revoked_at IS NULL',
    [operatorId, now],
    { rows: 'any' },
  );
}

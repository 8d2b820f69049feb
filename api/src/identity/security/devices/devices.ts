import type { Notifier } from '../../../governance/notifications/notifier.ts';
import type { Rules } from '../../../governance/rules/rules.ts';
import { type Clock, secondsFrom } from '../../../ground/clock.ts';
import { AppError } from '../../../ground/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import { emailKey } from '../../credentials/emailCodes.ts';
import { failureSubject, type LoginFailures } from '../../credentials/failures.ts';
import { newToken, tokenDigest } from '../../credentials/sessionToken.ts';
import { lockWaysOut } from '../../members/locks.ts';
import type { MemberCredentials } from '../../members/memberCredentials.ts';
import type { MemberLocks } from '../../members/memberLocks.ts';
import { endSessions } from '../../members/sessions.ts';
import { endPasskeys } from '../passkeys/endPasskeys.ts';
import { deviceOf } from './deviceNames.ts';

const freezeLinkSeconds = 7 * 86_400;
const recentDevices = 10;
/** Who guesses does not fill the owner's mailbox. */
const guessMailSeconds = 6 * 3600;

/** The browser that a log-in came from. */
export interface Browser {
  /** Of the cookie that stays in it; `undefined` in a browser that was never here. */
  readonly token: string | undefined;
  readonly userAgent: string;
}

export interface DeviceParts {
  readonly database: Database;
  readonly memberCredentials: MemberCredentials;
  readonly memberLocks: MemberLocks;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly notifier: Notifier;
  readonly failures: LoginFailures;
}

/** The browsers a member logs in with: a new one is asked to its owner, who can stop everything with one tap. */
export class Devices {
  readonly #parts: DeviceParts;

  constructor(parts: DeviceParts) {
    this.#parts = parts;
  }

  /** Whether the member has logged in with this browser before. */
  async knows(memberId: string, token: string | undefined): Promise<boolean> {
    if (token === undefined) return false;
    const known = await this.#parts.database.one(
      'SELECT 1 AS found FROM member_device WHERE member_id = $1 AND token_hash = $2',
      [memberId, tokenDigest(token)],
    );
    return known !== undefined;
  }

  /**
   * Whether it is one of the browsers that the member has logged in with last: as many as one person has, so that what is
   * counted for each of them stays little.
   */
  async isRecent(memberId: string, token: string): Promise<boolean> {
    const recent = await this.#parts.database.one(
      `SELECT 1 AS found
         FROM (SELECT token_hash FROM member_device WHERE member_id = $1 ORDER BY last_seen_at DESC LIMIT $3) AS recent
        WHERE token_hash = $2`,
      [memberId, tokenDigest(token), recentDevices],
    );
    return recent !== undefined;
  }

  /** The member who logged in with this browser last. */
  async lastMember(token: string): Promise<string | undefined> {
    const last = await this.#parts.database.one<{ member_id: string }>(
      'SELECT member_id FROM member_device WHERE token_hash = $1 ORDER BY last_seen_at DESC LIMIT 1',
      [tokenDigest(token)],
    );
    return last?.member_id;
  }

  /** Whether the owner of an address, if it has one, has logged in with this browser before. */
  async isOwners(email: string, token: string): Promise<boolean> {
    const known = await this.#parts.database.one(
      `SELECT 1 AS found FROM member m JOIN member_device d ON d.member_id = m.id
        WHERE m.email_key = $1 AND d.token_hash = $2`,
      [emailKey(email), tokenDigest(token)],
    );
    return known !== undefined;
  }

  /**
   * Notes a log-in, inside its transaction. A browser that is new for the member, but not their first, is shown to them.
   * @returns the token for the browser to keep
   */
  async logIn(memberId: string, browser: Browser): Promise<string> {
    const { database, clock, notifier } = this.#parts;
    const now = clock.now();
    const token = browser.token ?? newToken();
    const seen = await database.one<{ is_new: boolean; is_first: boolean }>(
      `WITH noted AS (
         INSERT INTO member_device (member_id, token_hash, user_agent, first_seen_at, last_seen_at) VALUES ($1, $2, $3, $4, $4)
         ON CONFLICT (member_id, token_hash) DO UPDATE SET last_seen_at = excluded.last_seen_at, user_agent = excluded.user_agent
         RETURNING first_seen_at)
       SELECT first_seen_at = $4 AS is_new,
              NOT EXISTS (SELECT 1 FROM member_device o WHERE o.member_id = $1 AND o.token_hash <> $2) AS is_first FROM noted`,
      [memberId, tokenDigest(token), browser.userAgent, now],
    );
    if (!seen?.is_new || seen.is_first) return token;
    const device = deviceOf(browser.userAgent);
    await notifier.member(
      memberId,
      'newDevice',
      { device, time: now },
      { mailLink: await newFreezeLink(database, memberId, now) },
    );
    return token;
  }

  /** Notifies the owner, once in some hours, that the password was right and the code after it wrong. */
  async reportGuess(memberId: string, userAgent: string): Promise<void> {
    const { database, memberCredentials, failures, clock, notifier } = this.#parts;
    await database.inTransaction(async () => {
      if (!(await memberCredentials.lockIfUnchanged(memberId))) return;
      if (!(await failures.isFirstIn(failureSubject('code guessed', memberId), guessMailSeconds))) return;
      const time = clock.now();
      const device = deviceOf(userAgent);
      await notifier.member(
        memberId,
        'codeGuessed',
        { device, time },
        { mailLink: await newFreezeLink(database, memberId, time) },
      );
    });
  }

  /**
   * Stops everything in an account by the link of a mail: all sessions and passkeys end, nobody logs in until a new
   * password is set, and the ways out are locked.
   * @returns whose account it is
   * @throws AppError code.invalid_or_expired
   */
  async freeze(token: string): Promise<string> {
    const { database, memberCredentials, clock, notifier } = this.#parts;
    return database.inTransaction(async () => {
      const now = clock.now();
      const link = await database.one<{ member_id: string }>(
        'UPDATE freeze_link SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2 RETURNING member_id',
        [tokenDigest(token), now],
      );
      if (!link) throw new AppError('code.invalid_or_expired');
      const memberId = link.member_id;
      await memberCredentials.freeze(memberId, now);
      await endSessions(database, memberId, now);
      await endPasskeys(this.#parts, memberId);
      await lockWaysOut(this.#parts, memberId, 'frozen', now);
      await notifier.member(memberId, 'accountFrozen', {});
      return memberId;
    });
  }
}

/** A link that stops the account, for a mail. Inside the caller's transaction. @returns its path */
export async function newFreezeLink(database: Database, memberId: string, now: Date): Promise<string> {
  const token = newToken();
  await database.change(
    'INSERT INTO freeze_link (token_hash, member_id, expires_at) VALUES ($1, $2, $3)',
    [tokenDigest(token), memberId, secondsFrom(now, freezeLinkSeconds)],
    { rows: 1 },
  );
  return `/freeze#${token}`;
}

/**
 * Ends the links of before, inside the caller's transaction: after another address the mailbox that has them may be
 * anybody's, and after a new password they are of no use to the owner.
 */
export async function endFreezeLinks(database: Database, memberId: string, now: Date): Promise<void> {
  await database.change(
    'UPDATE freeze_link SET expires_at = $2 WHERE member_id = $1 AND used_at IS NULL AND expires_at > $2',
    [memberId, now],
    { rows: 'any' },
  );
}

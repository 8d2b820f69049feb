import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import type { FieldIssue } from '@trellis/api-contract';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import type { Config } from '../../ground/config.ts';
import { fieldError, tooManyAttempts } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { tokenDigest } from './sessionToken.ts';

/** What a member proves with a code that is mailed to them. */
export const memberCodePurposes = ['bindGoogle', 'changeEmail', 'newEmail', 'depositAddress', 'exchange'] as const;
export type MemberCodePurpose = (typeof memberCodePurposes)[number];
/** A code is good for one purpose only. */
export type CodePurpose = 'register' | 'resetPassword' | MemberCodePurpose;

const lifeSeconds = 600;
const resendSeconds = 60;
const ticketSeconds = { register: 1800, resetPassword: 900 } as const;
const tries = 5;
const codesADay = 10;

export const emailKey = (email: string): string => email.toLowerCase();

export interface SentCode {
  readonly resendAfterSeconds: number;
  readonly expiresAt: Date;
}

/** What proves an address: the code from the mail, or the ticket that was traded for it. */
export interface AddressProof {
  readonly code: string | undefined;
  readonly ticket: string | undefined;
}

/** Six-digit codes by mail: ten minutes, five tries, one at a time for a purpose and an address, kept as a MAC. */
export class EmailCodes {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #secrets: readonly Buffer[];

  constructor(database: Database, clock: Clock, secrets: readonly Buffer[]) {
    this.#database = database;
    this.#clock = clock;
    this.#secrets = secrets;
  }

  /**
   * Makes a code and hands it to `write`, which puts a mail into the outbox in the same transaction. Whether it mails the
   * code, or tells the reader of the address something else, the answer is the same.
   * @throws AppError auth.too_many_attempts within a minute of the last one, and after ten of a UTC day
   */
  async send(purpose: CodePurpose, email: string, write: (code: string) => Promise<void>): Promise<SentCode> {
    const now = this.#clock.now();
    const code = randomInt(0, 1_000_000).toString().padStart(6, '0');
    const expiresAt = secondsFrom(now, lifeSeconds);
    await this.#database.inTransaction(async () => {
      const sent = await this.#database.change(
        `INSERT INTO email_code AS c (purpose, email_key, mac, tries_left, sent_at, expires_at, sent_day, sent_count)
         VALUES ($1, $2, $3, $4, $5, $6, ($5::timestamptz AT TIME ZONE 'UTC')::date, 1)
         ON CONFLICT (purpose, email_key) DO UPDATE
           SET mac = excluded.mac, tries_left = excluded.tries_left, sent_at = excluded.sent_at,
               expires_at = excluded.expires_at, verified_at = NULL, ticket_hash = NULL, browser_hash = NULL,
               consumed_at = NULL, sent_day = excluded.sent_day,
               sent_count = CASE WHEN c.sent_day = excluded.sent_day THEN c.sent_count + 1 ELSE 1 END
           WHERE c.sent_at <= $7 AND (c.sent_day <> excluded.sent_day OR c.sent_count < $8)`,
        [
          purpose,
          emailKey(email),
          this.#mac(purpose, email, code),
          tries,
          now,
          expiresAt,
          secondsFrom(now, -resendSeconds),
          codesADay,
        ],
        { rows: 'any' },
      );
      if (!sent) throw tooManyAttempts(await this.#secondsToResend(purpose, email, now));
      await write(code);
    });
    return { resendAfterSeconds: resendSeconds, expiresAt };
  }

  /**
   * Checks a code and counts the try, in one statement that commits whatever comes after: 400 parallel guesses count
   * five. A right code costs no try and stays usable by its owner until `consume`.
   * @returns the field issue, or `undefined` if the code is right
   */
  async check(purpose: CodePurpose, email: string, code: string): Promise<FieldIssue | undefined> {
    const rows = await this.#database.rows<{ matches: boolean }>(
      `UPDATE email_code SET tries_left = tries_left - CASE WHEN mac = $3 THEN 0 ELSE 1 END,
                              verified_at = CASE WHEN mac = $3 THEN $4 ELSE verified_at END
        WHERE purpose = $1 AND email_key = $2 AND tries_left > 0 AND consumed_at IS NULL AND expires_at > $4
        RETURNING mac = $3 AS matches`,
      [purpose, emailKey(email), this.#mac(purpose, email, code), this.#clock.now()],
    );
    if (rows[0]?.matches) return undefined;
    return { path: 'emailCode', code: rows[0] ? 'code.incorrect' : 'code.invalid_or_expired' };
  }

  /**
   * Trades a code for a ticket that proves the address: for half an hour, or for a new password for a quarter, in the
   * browser with this token only.
   * @throws AppError code.incorrect or code.invalid_or_expired
   */
  async exchangeForTicket(
    purpose: keyof typeof ticketSeconds,
    email: string,
    code: string,
    browser?: string,
  ): Promise<{ ticket: string; expiresAt: Date }> {
    const issue = await this.check(purpose, email, code);
    if (issue) throw fieldError([{ ...issue, path: 'code' }]);
    const ticket = randomBytes(32).toString('base64url');
    const expiresAt = secondsFrom(this.#clock.now(), ticketSeconds[purpose]);
    const traded = await this.#database.change(
      `UPDATE email_code SET ticket_hash = $3, tries_left = 0, expires_at = $4, browser_hash = $5
        WHERE purpose = $1 AND email_key = $2 AND consumed_at IS NULL`,
      [purpose, emailKey(email), hashTicket(ticket), expiresAt, browser === undefined ? null : tokenDigest(browser)],
      { rows: 'any' },
    );
    if (traded === 0) throw fieldError([{ path: 'code', code: 'code.invalid_or_expired' }]);
    return { ticket, expiresAt };
  }

  /** The issue with a proof, or `undefined` if it is good. Counts a try where a code was guessed. */
  async checkProof(purpose: CodePurpose, email: string, proof: AddressProof): Promise<FieldIssue | undefined> {
    if (proof.ticket === undefined) return this.check(purpose, email, proof.code ?? '');
    const row = await this.#database.one(
      `SELECT 1 AS found FROM email_code
        WHERE purpose = $1 AND email_key = $2 AND ticket_hash = $3 AND consumed_at IS NULL AND expires_at > $4`,
      [purpose, emailKey(email), hashTicket(proof.ticket), this.#clock.now()],
    );
    return row ? undefined : { path: 'emailCode', code: 'code.invalid_or_expired' };
  }

  /** The address that a ticket for a new password proves in this browser, and until when. Uses nothing up. */
  async addressOfTicket(ticket: string, browser: string): Promise<{ emailKey: string; expiresAt: Date } | undefined> {
    const row = await this.#database.one<{ email_key: string; expires_at: Date }>(
      `SELECT email_key, expires_at FROM email_code
        WHERE purpose = 'resetPassword' AND ticket_hash = $1 AND browser_hash = $2 AND consumed_at IS NULL AND expires_at > $3`,
      [hashTicket(ticket), tokenDigest(browser), this.#clock.now()],
    );
    return row && { emailKey: row.email_key, expiresAt: row.expires_at };
  }

  /** Uses a proven code up, inside the caller's transaction. @throws AppError if somebody else just did */
  async consume(purpose: CodePurpose, email: string, path = 'emailCode'): Promise<void> {
    const changed = await this.#database.change(
      `UPDATE email_code SET consumed_at = $3
        WHERE purpose = $1 AND email_key = $2 AND verified_at IS NOT NULL AND consumed_at IS NULL`,
      [purpose, emailKey(email), this.#clock.now()],
      { rows: 'any' },
    );
    if (changed === 0) throw fieldError([{ path, code: 'code.invalid_or_expired' }]);
  }

  async #secondsToResend(purpose: CodePurpose, email: string, now: Date): Promise<number> {
    const row = await this.#database.one<{ sent_at: Date }>(
      'SELECT sent_at FROM email_code WHERE purpose = $1 AND email_key = $2',
      [purpose, emailKey(email)],
    );
    const elapsedMs = row ? now.getTime() - row.sent_at.getTime() : 0;
    const seconds = Math.ceil(resendSeconds - elapsedMs / 1000);
    // Not the minute, then: the day's codes are used up.
    return seconds > 0 ? seconds : Math.ceil((86_400_000 - (now.getTime() % 86_400_000)) / 1000);
  }

  #mac(purpose: CodePurpose, email: string, code: string): Buffer {
    const [key] = this.#secrets;
    if (!key) throw new Error('no secret key');
    return createHmac('sha256', key)
      .update(`email-code\n${purpose}\n${emailKey(email)}\n${code}`)
      .digest();
  }
}

const hashTicket = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

/** That a code is on its way, and in development where it can be read. */
export const presentSent = (sent: SentCode, email: string, { production }: Pick<Config, 'production'>) => ({
  resendAfterSeconds: sent.resendAfterSeconds,
  expiresAt: sent.expiresAt.toISOString(),
  ...(production ? {} : { mailbox: `/dev/mail?to=${encodeURIComponent(email)}` }),
});

import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import type { FieldIssue, Language } from '@trellis/api-contract';
import { type Clock, secondsFrom } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { fieldError, tooManyAttempts } from '../../http/problem.ts';
import type { Outbox } from '../../mail/outbox.ts';

export type CodePurpose = 'register';

const lifeSeconds = 600;
const resendSeconds = 60;
const ticketSeconds = 1800;
const tries = 5;

export const emailKey = (email: string): string => email.toLowerCase();

interface SentCode {
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
  readonly #outbox: Outbox;
  readonly #clock: Clock;
  readonly #secrets: readonly Buffer[];

  constructor(database: Database, outbox: Outbox, clock: Clock, secrets: readonly Buffer[]) {
    this.#database = database;
    this.#outbox = outbox;
    this.#clock = clock;
    this.#secrets = secrets;
  }

  /**
   * Sends a code. To an address that already has an account goes a different mail, and the answer is the same:
   * nobody learns here who is a member.
   * @throws AppError auth.too_many_attempts within a minute of the last one
   */
  async send(purpose: CodePurpose, email: string, language: Language): Promise<SentCode> {
    const now = this.#clock.now();
    const code = randomInt(0, 1_000_000).toString().padStart(6, '0');
    const expiresAt = secondsFrom(now, lifeSeconds);
    await this.#database.inTransaction(async () => {
      const [sent] = await this.#database.query(
        `INSERT INTO email_code AS c (purpose, email_key, mac, tries_left, sent_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (purpose, email_key) DO UPDATE
           SET mac = excluded.mac, tries_left = excluded.tries_left, sent_at = excluded.sent_at,
               expires_at = excluded.expires_at, verified_at = NULL, ticket_hash = NULL, consumed_at = NULL
           WHERE c.sent_at <= $7
         RETURNING purpose`,
        [
          purpose,
          emailKey(email),
          this.#mac(purpose, email, code),
          tries,
          now,
          expiresAt,
          secondsFrom(now, -resendSeconds),
        ],
      );
      if (!sent) throw tooManyAttempts(await this.#secondsToResend(purpose, email, now));
      const taken = await this.#database.models.members.count({ where: { emailKey: emailKey(email) } });
      await this.#outbox.add(
        taken > 0
          ? { recipient: email, template: 'alreadyMember', language, params: {} }
          : { recipient: email, template: 'registerCode', language, params: { email, code } },
      );
    });
    return { resendAfterSeconds: resendSeconds, expiresAt };
  }

  /**
   * Checks a code and counts the try, in one statement that commits whatever comes after: 400 parallel guesses count
   * five. A right code costs no try and stays usable by its owner until `consume`.
   * @returns the field issue, or `undefined` if the code is right
   */
  async check(purpose: CodePurpose, email: string, code: string): Promise<FieldIssue | undefined> {
    const rows = await this.#database.query<{ matches: boolean }>(
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
   * Trades a code for a ticket that proves the address for half an hour.
   * @throws AppError code.incorrect or code.invalid_or_expired
   */
  async exchangeForTicket(
    purpose: CodePurpose,
    email: string,
    code: string,
  ): Promise<{ ticket: string; expiresAt: Date }> {
    const issue = await this.check(purpose, email, code);
    if (issue) throw fieldError([{ ...issue, path: 'code' }]);
    const ticket = randomBytes(32).toString('base64url');
    const expiresAt = secondsFrom(this.#clock.now(), ticketSeconds);
    await this.#database.query(
      `UPDATE email_code SET ticket_hash = $3, tries_left = 0, expires_at = $4
        WHERE purpose = $1 AND email_key = $2 AND consumed_at IS NULL RETURNING purpose`,
      [purpose, emailKey(email), hashTicket(ticket), expiresAt],
    );
    return { ticket, expiresAt };
  }

  /** The issue with a proof, or `undefined` if it is good. Counts a try where a code was guessed. */
  async checkProof(purpose: CodePurpose, email: string, proof: AddressProof): Promise<FieldIssue | undefined> {
    if (proof.ticket === undefined) return this.check(purpose, email, proof.code ?? '');
    const [row] = await this.#database.query(
      `SELECT 1 AS found FROM email_code
        WHERE purpose = $1 AND email_key = $2 AND ticket_hash = $3 AND consumed_at IS NULL AND expires_at > $4`,
      [purpose, emailKey(email), hashTicket(proof.ticket), this.#clock.now()],
    );
    return row ? undefined : { path: 'emailCode', code: 'code.invalid_or_expired' };
  }

  /** Uses a proven code up, inside the caller's transaction. @throws AppError if somebody else just did */
  async consume(purpose: CodePurpose, email: string): Promise<void> {
    const [row] = await this.#database.query(
      `UPDATE email_code SET consumed_at = $3
        WHERE purpose = $1 AND email_key = $2 AND verified_at IS NOT NULL AND consumed_at IS NULL RETURNING purpose`,
      [purpose, emailKey(email), this.#clock.now()],
    );
    if (!row) throw fieldError([{ path: 'emailCode', code: 'code.invalid_or_expired' }]);
  }

  async #secondsToResend(purpose: CodePurpose, email: string, now: Date): Promise<number> {
    const [row] = await this.#database.query<{ sent_at: Date }>(
      'SELECT sent_at FROM email_code WHERE purpose = $1 AND email_key = $2',
      [purpose, emailKey(email)],
    );
    const elapsedMs = row ? now.getTime() - row.sent_at.getTime() : 0;
    return Math.max(1, Math.ceil(resendSeconds - elapsedMs / 1000));
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

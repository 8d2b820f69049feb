import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { type FieldIssue, mailedActions } from '@trellis/api-contract';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import type { Config } from '../../ground/config.ts';
import { fieldError, tooManyAttempts } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { tokenDigest } from './sessionToken.ts';

/** What a member proves with a code that is mailed to them. */
export const memberCodePurposes = ['bindGoogle', 'changeEmail', 'newEmail', ...mailedActions] as const;
export type MemberCodePurpose = (typeof memberCodePurposes)[number];
/** A code is good for one purpose only. */
export type CodePurpose = 'register' | 'resetPassword' | MemberCodePurpose;

const lifeSeconds = 600;
const resendSeconds = 60;
const ticketSeconds = { register: 1800, resetPassword: 900 } as const;
const tries = 5;
/** Of a browser that is known, or a member; and of a network, for whoever else asks there. */
const codesADay = 10;
/**
 * Of all who are not known together: a mailbox is not flooded, and who has many networks cannot guess at many codes (ten
 * times each, of a million). Whoever has used them up has closed the way back to strange browsers only.
 */
const unknownDeviceCodesADay = 20;

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

/**
 * Who asks for a code, or brings one: what they ask for and guess at is counted for them, so that nobody can use up what
 * belongs to somebody else.
 */
export interface Asker {
  /** A browser, by the token that stays in it, or a member. */
  readonly key: string;
  /** Where requests of who is not known to the mailbox come from; empty for who is known: their budget is their own. */
  readonly network: string;
}

/** A member who is logged in. */
export const memberAsker = (memberId: string): Asker => ({ key: `member ${memberId}`, network: '' });

/** A member who asks for a code to a mailbox that is not theirs yet: with all others who do, it is not flooded. */
export const newAddressAsker = (memberId: string): Asker => {
  const key = `member ${memberId}`;
  return { key, network: key };
};

/**
 * A browser, by its token. One without has asked for nothing, and brings what was asked for elsewhere.
 * @param known by the owner of the address
 */
export const browserAsker = (token: string | undefined, network: string, known: boolean): Asker => ({
  key: token === undefined ? 'stranger' : `browser ${hashTicket(token).toString('base64url')}`,
  network: known ? '' : network,
});

/**
 * Six-digit codes by mail: ten minutes, five tries, one at a time for a purpose, an address and who asks, kept as a MAC.
 * A code may be brought from elsewhere, as from the mail's own window; that has five tries of its own.
 */
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
   * code, or notifies the reader of the address something else, the answer is the same.
   * @throws AppError auth.too_many_attempts within a minute of the asker's last one, and after ten of a UTC day
   */
  async send(
    purpose: CodePurpose,
    email: string,
    asker: Asker,
    write: (code: string) => Promise<void>,
  ): Promise<SentCode> {
    const now = this.#clock.now();
    const code = randomInt(0, 1_000_000).toString().padStart(6, '0');
    const expiresAt = secondsFrom(now, lifeSeconds);
    await this.#database.inTransaction(async () => {
      await this.#refuseBeyondBudget(purpose, email, asker, now);
      await this.#database.change(
        `INSERT INTO mailed_code AS c (purpose, email_key, asker, network, mac, tries_left, foreign_tries_left, sent_at,
                                       expires_at, sent_day, sent_count)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, ($7::timestamptz AT TIME ZONE 'UTC')::date, 1)
         ON CONFLICT (purpose, email_key, asker) DO UPDATE
           SET network = excluded.network, mac = excluded.mac, tries_left = excluded.tries_left,
               foreign_tries_left = excluded.foreign_tries_left, sent_at = excluded.sent_at,
               expires_at = excluded.expires_at, verified_at = NULL, ticket_hash = NULL, browser_hash = NULL,
               consumed_at = NULL, sent_day = excluded.sent_day,
               sent_count = CASE WHEN c.sent_day = excluded.sent_day THEN c.sent_count + 1 ELSE 1 END`,
        [purpose, emailKey(email), asker.key, asker.network, this.#mac(purpose, email, code), tries, now, expiresAt],
        { rows: 1 },
      );
      await write(code);
    });
    return { resendAfterSeconds: resendSeconds, expiresAt };
  }

  /** Of many at once for one address each sees what the one before was sent. @throws AppError auth.too_many_attempts */
  async #refuseBeyondBudget(purpose: CodePurpose, email: string, asker: Asker, now: Date): Promise<void> {
    const key = emailKey(email);
    await this.#database.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`code ${purpose} ${key}`]);
    const row = await this.#database.one<{ last: Date | null; own: number; unknown: number }>(
      `SELECT max(sent_at) FILTER (WHERE is_own) AS last,
              coalesce(sum(today) FILTER (WHERE is_own), 0)::int AS own,
              coalesce(sum(today) FILTER (WHERE network <> ''), 0)::int AS unknown
         FROM (SELECT sent_at, network, CASE WHEN sent_day = ($5::timestamptz AT TIME ZONE 'UTC')::date THEN sent_count ELSE 0 END AS today,
                      asker = $3 OR (network = $4 AND network <> '') AS is_own
                 FROM mailed_code WHERE purpose = $1 AND email_key = $2) AS sent`,
      [purpose, key, asker.key, asker.network, now],
    );
    const elapsedSeconds = row?.last ? (now.getTime() - row.last.getTime()) / 1000 : resendSeconds;
    if (elapsedSeconds < resendSeconds) throw tooManyAttempts(Math.ceil(resendSeconds - elapsedSeconds));
    const isBeyond =
      row !== undefined && (row.own >= codesADay || (asker.network !== '' && row.unknown >= unknownDeviceCodesADay));
    if (isBeyond) throw tooManyAttempts(Math.ceil((86_400_000 - (now.getTime() % 86_400_000)) / 1000));
  }

  /**
   * Checks a code and counts the try, in one statement that commits whatever comes after: 400 parallel guesses count
   * five. A right code costs no try and stays usable by its owner until `consume`.
   * @returns the field issue, or `undefined` if the code is right
   */
  async check(
    purpose: CodePurpose,
    email: string,
    code: string,
    asker: Pick<Asker, 'key'>,
  ): Promise<FieldIssue | undefined> {
    return (await this.#try(purpose, email, code, asker.key)).issue;
  }

  /** @returns of whose code it is, or what is wrong. A guess goes to the asker's own code; to others' only without one. */
  async #try(
    purpose: CodePurpose,
    email: string,
    code: string,
    asker: string,
  ): Promise<{ readonly sentTo: string; readonly issue?: undefined } | { readonly issue: FieldIssue }> {
    const rows = await this.#database.rows<{ asker: string; matches: boolean }>(
      `UPDATE mailed_code c
          SET tries_left = tries_left - CASE WHEN asker = $5 AND mac <> $3 THEN 1 ELSE 0 END,
              foreign_tries_left = foreign_tries_left - CASE WHEN asker <> $5 AND mac <> $3 THEN 1 ELSE 0 END,
              verified_at = CASE WHEN mac = $3 THEN $4 ELSE verified_at END
        WHERE purpose = $1 AND email_key = $2 AND consumed_at IS NULL AND expires_at > $4
          AND CASE WHEN asker = $5 THEN tries_left > 0
            ELSE foreign_tries_left > 0 AND NOT EXISTS (
              SELECT 1 FROM mailed_code own WHERE own.purpose = $1 AND own.email_key = $2 AND own.asker = $5
                 AND own.consumed_at IS NULL AND own.expires_at > $4 AND own.tries_left > 0) END
        RETURNING asker, mac = $3 AS matches`,
      [purpose, emailKey(email), this.#mac(purpose, email, code), this.#clock.now(), asker],
    );
    const right = rows.find(({ matches }) => matches);
    if (right) return { sentTo: right.asker };
    return { issue: { path: 'emailCode', code: rows[0] ? 'code.incorrect' : 'code.invalid_or_expired' } };
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
    asker: Pick<Asker, 'key'>,
    browser?: string,
  ): Promise<{ ticket: string; expiresAt: Date }> {
    const tried = await this.#try(purpose, email, code, asker.key);
    if (tried.issue) throw fieldError([{ ...tried.issue, path: 'code' }]);
    const ticket = randomBytes(32).toString('base64url');
    const expiresAt = secondsFrom(this.#clock.now(), ticketSeconds[purpose]);
    const traded = await this.#database.change(
      `UPDATE mailed_code SET ticket_hash = $4, tries_left = 0, foreign_tries_left = 0, expires_at = $5, browser_hash = $6
        WHERE purpose = $1 AND email_key = $2 AND asker = $3 AND consumed_at IS NULL AND ticket_hash IS NULL`,
      [
        purpose,
        emailKey(email),
        tried.sentTo,
        hashTicket(ticket),
        expiresAt,
        browser === undefined ? null : tokenDigest(browser),
      ],
      { rows: 'any' },
    );
    if (traded === 0) throw fieldError([{ path: 'code', code: 'code.invalid_or_expired' }]);
    return { ticket, expiresAt };
  }

  /** The issue with a proof, or `undefined` if it is good. Counts a try where a code was guessed. */
  async checkProof(
    purpose: CodePurpose,
    email: string,
    proof: AddressProof,
    asker: Pick<Asker, 'key'>,
  ): Promise<FieldIssue | undefined> {
    if (proof.ticket === undefined) return this.check(purpose, email, proof.code ?? '', asker);
    const row = await this.#database.one(
      `SELECT 1 AS found FROM mailed_code
        WHERE purpose = $1 AND email_key = $2 AND ticket_hash = $3 AND consumed_at IS NULL AND expires_at > $4`,
      [purpose, emailKey(email), hashTicket(proof.ticket), this.#clock.now()],
    );
    return row ? undefined : { path: 'emailCode', code: 'code.invalid_or_expired' };
  }

  /** The address that a ticket for a new password proves in this browser, and until when. Uses nothing up. */
  async addressOfTicket(ticket: string, browser: string): Promise<{ emailKey: string; expiresAt: Date } | undefined> {
    const row = await this.#database.one<{ email_key: string; expires_at: Date }>(
      `SELECT email_key, expires_at FROM mailed_code
        WHERE purpose = 'resetPassword' AND ticket_hash = $1 AND browser_hash = $2 AND consumed_at IS NULL AND expires_at > $3`,
      [hashTicket(ticket), tokenDigest(browser), this.#clock.now()],
    );
    return row && { emailKey: row.email_key, expiresAt: row.expires_at };
  }

  /** Uses a proven code up, and ends all others, inside the caller's transaction. @throws AppError if somebody just did */
  async consume(purpose: CodePurpose, email: string, path = 'emailCode'): Promise<void> {
    const ended = await this.#database.change(
      `UPDATE mailed_code SET consumed_at = $3
        WHERE purpose = $1 AND email_key = $2 AND consumed_at IS NULL AND EXISTS (
          SELECT 1 FROM mailed_code proven WHERE proven.purpose = $1 AND proven.email_key = $2
             AND proven.verified_at IS NOT NULL AND proven.consumed_at IS NULL)`,
      [purpose, emailKey(email), this.#clock.now()],
      { rows: 'any' },
    );
    if (ended === 0) throw fieldError([{ path, code: 'code.invalid_or_expired' }]);
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
  expiresAt: sent.expiresAt,
  ...(production ? {} : { mailbox: `/dev/mail?to=${encodeURIComponent(email)}` }),
});

import { createHash } from 'node:crypto';
import type { PasskeyAction } from '@trellis/api-contract';
import { type Clock, secondsFrom } from '../../../ground/clock.ts';
import type { Bind, Database } from '../../../platform/db/database.ts';

const challengeSeconds = 300;

/** What a challenge was given out for. For a log-in nobody knows yet whose it will be. */
export type ChallengePurpose =
  | { readonly purpose: 'log_in' }
  | { readonly purpose: 'add' | 'unlock'; readonly memberId: string }
  | { readonly purpose: 'act'; readonly memberId: string; readonly action: PasskeyAction };

/** Challenges for passkeys: each good for five minutes, for what it was given out for, once. */
export class PasskeyChallenges {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async remember(challenge: string, meant: ChallengePurpose): Promise<void> {
    const now = this.#clock.now();
    await this.#database.change('DELETE FROM passkey_challenge WHERE expires_at < $1', [now], { rows: 'any' });
    await this.#database.change(
      'INSERT INTO passkey_challenge (digest, purpose, member_id, action, expires_at) VALUES ($1, $2, $3, $4, $5)',
      [digestOf(challenge), ...columnsOf(meant), secondsFrom(now, challengeSeconds)],
      { rows: 1 },
    );
  }

  /** Whether it is good, and left so: what it allows uses it up in its own transaction. */
  async isGood(challenge: string, meant: ChallengePurpose): Promise<boolean> {
    const rows = await this.#database.rows(
      `SELECT 1 FROM passkey_challenge WHERE ${fits}`,
      this.#question(challenge, meant),
    );
    return rows.length > 0;
  }

  /** Uses it up. @returns whether it was good: whoever sends an answer again comes too late */
  async take(challenge: string, meant: ChallengePurpose): Promise<boolean> {
    const changed = await this.#database.change(
      `DELETE FROM passkey_challenge WHERE ${fits}`,
      this.#question(challenge, meant),
      { rows: 'any' },
    );
    return changed > 0;
  }

  #question(challenge: string, meant: ChallengePurpose): Bind[] {
    return [digestOf(challenge), ...columnsOf(meant), this.#clock.now()];
  }
}

const fits = `digest = $1 AND purpose = $2 AND member_id IS NOT DISTINCT FROM $3 AND action IS NOT DISTINCT FROM $4
         AND expires_at > $5`;

const columnsOf = (meant: ChallengePurpose): [string, string | null, string | null] => [
  meant.purpose,
  meant.purpose === 'log_in' ? null : meant.memberId,
  meant.purpose === 'act' ? meant.action : null,
];

const digestOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

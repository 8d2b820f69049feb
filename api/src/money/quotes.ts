import { type Money, money, type Unit } from '@trellis/api-contract';
import { v7 as uuidv7 } from 'uuid';
import { type Clock, secondsFrom } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { explainPostingError } from '../db/failures.ts';

/** What an exchange will give, to the last minor unit, until `expiresAt`. */
export interface Quote {
  readonly id: string;
  readonly given: Money;
  readonly credit: Money;
  readonly fee: Money;
  /** `to` units for one `from` unit, as a ratio of integers. */
  readonly rate: { readonly numerator: bigint; readonly denominator: bigint };
  readonly expiresAt: Date;
}

const validSeconds = 30;

interface QuoteRow {
  readonly id: string;
  readonly numerator: string;
  readonly denominator: string;
  readonly given: string;
  readonly fee: string;
  readonly credit: string;
  readonly expires_at: Date;
}

/** Makes quotes at the rate in force. `Ledger.exchange` consumes them. */
export class Quotes {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Quotes an amount a member wants to give.
   * @throws AppError rate.unavailable or rate.stale
   * @throws SQLSTATE TR032 if the pair is not exchanged
   */
  async make(memberId: string, from: Unit, to: Unit, givenMinor: bigint): Promise<Quote> {
    const now = this.#clock.now();
    const [row] = await this.#database
      .query<QuoteRow>('SELECT * FROM make_quote($1, $2, $3, $4, $5, $6, $7)', [
        memberId,
        uuidv7(),
        from,
        to,
        givenMinor.toString(),
        now,
        secondsFrom(now, validSeconds),
      ])
      .catch((error: unknown) => {
        throw explainPostingError(error, from) ?? error;
      });
    if (!row) throw new Error('make_quote answered nothing');
    return {
      id: row.id,
      given: money(BigInt(row.given), from),
      credit: money(BigInt(row.credit), to),
      fee: money(BigInt(row.fee), to),
      rate: { numerator: BigInt(row.numerator), denominator: BigInt(row.denominator) },
      expiresAt: row.expires_at,
    };
  }
}

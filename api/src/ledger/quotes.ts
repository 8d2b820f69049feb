import { type Money, money, type Unit, unitScale } from '@trellis/api-contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../ground/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { decimalRatio, quotedRate, rateText } from './decimalRatio.ts';
import { explainPostingError } from './refusals.ts';

/** What an exchange will give, to the last minor unit, until `expiresAt`. */
export interface Quote {
  readonly id: string;
  readonly given: Money;
  readonly credit: Money;
  readonly fee: Money;
  /** `to` units for one `from` unit, to eight places at most, rounded down. For reading: nothing is computed with it. */
  readonly rate: string;
  readonly expiresAt: Date;
}

/** A quote that is just made. */
export interface NewQuote extends Quote {
  /** How long it is good. */
  readonly validSeconds: number;
}

/** Two units that are exchanged, and what it costs now. */
export interface ExchangePair {
  readonly from: Unit;
  readonly to: Unit;
  /** As in a quote; `null` where there is no rate, or only one that is too old. */
  readonly rate: string | null;
  readonly feePercent: string;
}

interface QuoteRow {
  readonly id: string;
  readonly from_unit: Unit;
  readonly to_unit: Unit;
  readonly numerator: string;
  readonly denominator: string;
  readonly given: string;
  readonly fee: string;
  readonly credit: string;
  readonly expires_at: Date;
}

interface PairRow {
  readonly from: Unit;
  readonly to: Unit;
  readonly ppm: number;
  readonly numerator: string | null;
  readonly denominator: string | null;
}

/** Makes quotes at the rate in force. `Ledger.exchange` consumes them. */
export class Quotes {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Everything that is exchanged, from USDP to USDT. */
  async pairs(): Promise<ExchangePair[]> {
    const rows = await this.#database.rows<PairRow>(
      `SELECT e.from_unit AS "from", e.to_unit AS "to", fee.ppm,
              CASE WHEN e.from_unit = 'USDP' THEN 1 WHEN e.from_unit = 'USD' THEN r.denominator ELSE r.numerator END AS numerator,
              CASE WHEN e.from_unit = 'USDP' THEN 1 WHEN e.from_unit = 'USD' THEN r.numerator ELSE r.denominator END AS denominator
         FROM exchange_pair e
         CROSS JOIN LATERAL exchange_fee_at(e.from_unit, e.to_unit, $1) fee
         LEFT JOIN LATERAL market_rate_at(CASE WHEN e.from_unit = 'USD' THEN e.to_unit ELSE e.from_unit END, 'USD', $1) r
           ON NOT r.stale
        ORDER BY array_position(ARRAY['USDP', 'USD', 'USDT'], e.from_unit)`,
      [this.#clock.now()],
    );
    return rows.map(({ from, to, ppm, numerator, denominator }) => ({
      from,
      to,
      feePercent: decimalRatio(BigInt(ppm), 10_000n, 4, 0),
      rate: numerator === null || denominator === null ? null : rateText(BigInt(numerator), BigInt(denominator)),
    }));
  }

  /**
   * Quotes an amount a member wants to give.
   * @throws AppError rate.unavailable, rate.stale; rate.resting around a change that one person made
   * @throws SQLSTATE TR032 if the pair is not exchanged
   */
  async make(memberId: string, from: Unit, to: Unit, givenMinor: bigint): Promise<NewQuote> {
    const now = this.#clock.now();
    const row = await this.#database
      .one<QuoteRow>('SELECT * FROM make_quote($1, $2, $3, $4, $5, $6)', [
        memberId,
        uuidv7(),
        from,
        to,
        givenMinor.toString(),
        now,
      ])
      .catch((error: unknown) => {
        throw explainPostingError(error, from) ?? error;
      });
    if (!row) throw new Error('make_quote answered nothing');
    const quote = present(row);
    return { ...quote, validSeconds: Math.round((quote.expiresAt.getTime() - now.getTime()) / 1000) };
  }

  /** A member's own quote, used or not. */
  async find(memberId: string, id: string): Promise<Quote | undefined> {
    const row = await this.#database.one<QuoteRow>('SELECT * FROM exchange_quote WHERE owner = $1 AND id = $2', [
      memberId,
      id,
    ]);
    return row && present(row);
  }
}

const present = (row: QuoteRow): Quote => ({
  id: row.id,
  given: money(BigInt(row.given), row.from_unit),
  credit: money(BigInt(row.credit), row.to_unit),
  fee: money(BigInt(row.fee), row.to_unit),
  rate: quotedRate(
    { numerator: BigInt(row.numerator), denominator: BigInt(row.denominator) },
    { minor: BigInt(row.given), scale: unitScale[row.from_unit] },
    { minor: BigInt(row.credit) + BigInt(row.fee), scale: unitScale[row.to_unit] },
  ),
  expiresAt: row.expires_at,
});

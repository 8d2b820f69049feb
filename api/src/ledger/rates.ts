import { AppError } from '../ground/errors.ts';
import type { Database } from '../platform/db/database.ts';

/** What has a rate in USD. */
export type RatedAsset = 'USDT' | 'BTC' | 'ON' | 'CP';

/** One whole `base` is worth `numerator / denominator` whole `quote`. */
export interface Rate {
  /** Of the row in `market_rate`, to be kept with whatever was computed by it. */
  readonly id: string;
  readonly base: RatedAsset;
  readonly quote: 'USD';
  readonly numerator: bigint;
  readonly denominator: bigint;
  /** `undefined`: it has always been so. */
  readonly since: Date | undefined;
}

interface RateRow {
  readonly id: string;
  readonly numerator: string;
  readonly denominator: string;
  readonly since: Date | null;
  readonly stale: boolean;
}

/** The rates that operators set. */
export class Rates {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * The rate that was in force at a time; it stays the same for ever. A read alone: a refusal leaves the transaction fit
   * for use.
   * @throws AppError rate.unavailable if there was none, rate.stale if it was too old by then
   */
  async at(base: RatedAsset, quote: 'USD', time: Date): Promise<Rate> {
    const row = await this.#database.one<RateRow>(
      'SELECT id, numerator, denominator, since, stale FROM market_rate_at($1, $2, $3)',
      [base, quote, time],
    );
    if (!row) throw new AppError('rate.unavailable');
    if (row.stale) throw new AppError('rate.stale');
    return {
      id: row.id,
      base,
      quote,
      numerator: BigInt(row.numerator),
      denominator: BigInt(row.denominator),
      since: row.since ?? undefined,
    };
  }
}

import { AppError } from '../../ground/errors.ts';
import type { Rate, Rates } from '../../ledger/rates.ts';
import { dividedUp } from '../../ledger/shares.ts';
import type { Database } from '../../platform/db/database.ts';

/** What held for deposits at some time, in USDT minor units. */
export interface DepositRule {
  /** Less than this is not credited. */
  readonly minimum: bigint;
  readonly fee: bigint;
}

/** What a deposit is worth. All in minor units. */
export interface DepositValue {
  readonly usd: bigint;
  readonly fee: bigint;
  /** USDT that the credit needs; with the fee and the rounding it is what arrived. */
  readonly exchanged: bigint;
  readonly rounding: bigint;
  readonly rateId: string;
}

/** A rate as far as an amount needs it. */
export type Price = Pick<Rate, 'id' | 'numerator' | 'denominator'>;

/** The product's rules for deposits: minimum, fee and rate, each as it was at a time. */
export class DepositRules {
  readonly #database: Database;
  readonly #rates: Rates;

  constructor(database: Database, rates: Rates) {
    this.#database = database;
    this.#rates = rates;
  }

  /** @throws Error if there was no rule: deposits are then not open */
  async at(time: Date): Promise<DepositRule> {
    const row = await this.#database.one<{ minimum: string; fee: string }>(
      `SELECT minimum, fee FROM money_limit_at('deposit', 'USDT', $1)`,
      [time],
    );
    if (!row) throw new Error('no rule for deposits');
    return { minimum: BigInt(row.minimum), fee: BigInt(row.fee) };
  }

  /**
   * The rate of a deposit's block, or of now where none was usable then.
   * @throws AppError rate.unavailable
   */
  async depositRate(blockTime: Date, now: Date): Promise<Price> {
    const row = await this.#database.one<{ id: string; numerator: string; denominator: string }>(
      'SELECT id, numerator, denominator FROM deposit_rate($1, $2)',
      [blockTime, now],
    );
    if (!row) throw new AppError('rate.unavailable');
    return { id: row.id, numerator: BigInt(row.numerator), denominator: BigInt(row.denominator) };
  }

  /** From which value on a deposit takes two people, in USD minor units. */
  async twoFrom(time: Date): Promise<bigint> {
    const row = await this.#database.one<{ usd: string }>('SELECT deposit_two_from($1) AS usd', [time]);
    if (!row) throw new Error('deposit_two_from answered nothing');
    return BigInt(row.usd);
  }

  /** @throws AppError rate.unavailable, rate.stale */
  rate(time: Date): Promise<Rate> {
    return this.#rates.at('USDT', 'USD', time);
  }
}

/** What arrived, less the fee, at a rate: the credit rounds down, and what it does not need goes to rounding. */
export function valueAt(usdt: bigint, fee: bigint, { id, numerator, denominator }: Price): DepositValue {
  const given = usdt > fee ? usdt - fee : 0n;
  const usd = (given * numerator) / denominator;
  const exchanged = dividedUp(usd * denominator, numerator);
  return { usd, fee: usdt - given, exchanged, rounding: given - exchanged, rateId: id };
}

/** USDT that has to arrive for an amount of USD, rounded up. */
export const neededFor = (usd: bigint, fee: bigint, { numerator, denominator }: Rate): bigint =>
  dividedUp(usd * denominator, numerator) + fee;

/** A token's smallest units in USDT minor units, cut: a token has six decimals or more. */
export const minorUsdt = (units: bigint, decimals: number): bigint => units / 10n ** BigInt(decimals - 6);

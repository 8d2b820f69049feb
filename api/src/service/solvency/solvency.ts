import type { AnswerOf } from '@trellis/api-contract/schemas';
import { writeRatio } from '../../governance/rules/ratio.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { coverageOf, type UsdtRate } from './coverage.ts';
import { CoverageDays } from './coverageDays.ts';
import { heldAndOwed, readFigures } from './heldAndOwed.ts';

type Found = AnswerOf<'operator', 'getSolvency'>;

interface RateRow {
  readonly numerator: string;
  readonly denominator: string;
  readonly since: Date | null;
  readonly stale: boolean;
}
interface ChainRow {
  readonly chain: Found['chains'][number]['chain'];
  readonly block: string | null;
  readonly lookedAt: Date | null;
  readonly since: Date | null;
  readonly reason: string | null;
}

/** So many checks of the books are listed: a day of them, as they run once an hour. */
const checksShown = 24;

/**
 * Whether what is held covers what is owed, by the books. What stands on the chains is in them as far as it was read: how
 * far, and when, is said, and nothing is made up for what was not.
 */
export class Solvency {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #days: CoverageDays;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#days = new CoverageDays(database);
  }

  /** Puts the coverage of this moment on record. Where nothing is owed, or a USDT has no rate, there is none. */
  async measure(): Promise<void> {
    // The database's: of several processes none has a midnight of its own.
    const clock = await this.#database.one<{ now: Date }>('SELECT product_now() AS now');
    const now = clock?.now ?? this.#clock.now();
    const { total } = await this.#total(now);
    if (total && total.coverage !== null) await this.#days.record(total.coverage, now);
  }

  /** What is held against what is owed in all, and nothing else. */
  async total(): Promise<Found['total']> {
    return (await this.#total(this.#clock.now())).total;
  }

  async read(): Promise<Found> {
    const now = this.#clock.now();
    const { sides, rate, total } = await this.#total(now);
    const frozen = await this.#database.one('SELECT 1 AS found FROM payout_freeze WHERE ended_at IS NULL');
    return {
      at: now,
      ...sides,
      rate: rate && {
        rate: writeRatio(rate),
        since: rate.since,
        stale: rate.stale,
      },
      total,
      chains: await this.#chains(),
      checks: await this.#checks(),
      frozen: frozen !== undefined,
      byDay: await this.#days.read(now),
    };
  }

  async #total(now: Date) {
    const { sums, ...sides } = heldAndOwed(await readFigures(this.#database));
    const rate = await this.#rate(now);
    return { sides, rate, total: rate && coverageOf(sums, rate) };
  }

  /** The last that was ever in force: one that is too old to be quoted by is still the last that is known. */
  async #rate(now: Date): Promise<(UsdtRate & Pick<RateRow, 'since' | 'stale'>) | null> {
    const row = await this.#database.one<RateRow>(
      `SELECT numerator, denominator, since, stale FROM market_rate_at('USDT', 'USD', $1)`,
      [now],
    );
    return row ? { ...row, numerator: BigInt(row.numerator), denominator: BigInt(row.denominator) } : null;
  }

  async #chains(): Promise<Found['chains']> {
    const rows = await this.#database.rows<ChainRow>(
      `SELECT chain, CASE WHEN last_hash IS NOT NULL THEN (next_block - 1)::text END AS block, looked_at AS "lookedAt",
              halted_at AS since, halted_reason AS reason
         FROM chain_cursor WHERE kind = 'main' ORDER BY chain, token`,
    );
    return rows.map(({ chain, block, lookedAt, since, reason }) => ({
      chain,
      block,
      lookedAt,
      halted: since === null || reason === null ? null : { since, reason },
    }));
  }

  async #checks(): Promise<Found['checks']> {
    const rows = await this.#database.rows<{ at: Date; broken: string[] }>(
      `SELECT ended_at AS at, jsonb_path_query_array(findings, '$[*].name') AS broken
         FROM verification_run ORDER BY id DESC LIMIT $1`,
      [checksShown],
    );
    return rows.map(({ at, broken }) => ({ at, broken }));
  }
}

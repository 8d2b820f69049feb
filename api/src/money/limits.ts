import type { Unit } from '@trellis/api-contract';
import type { Database } from '../db/database.ts';

/** The rule in force for an operation, in minor units. The posting checks it again, in its own call. */
export interface LimitRule {
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly dayMaximum: bigint;
  readonly fee: bigint;
}

interface RuleRow {
  readonly minimum: string;
  readonly maximum: string;
  readonly day_maximum: string;
  readonly fee: string;
}

export class Limits {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws Error if the operation has no rule: it is then not open */
  async rule(operation: 'transfer', unit: Unit): Promise<LimitRule> {
    const [row] = await this.#database.query<RuleRow>(
      `SELECT minimum, maximum, day_maximum, fee FROM money_limit
        WHERE operation = $1 AND unit = $2 AND effective_from <= clock_timestamp() ORDER BY effective_from DESC LIMIT 1`,
      [operation, unit],
    );
    if (!row) throw new Error(`no limit for ${operation} in ${unit}`);
    return {
      minimum: BigInt(row.minimum),
      maximum: BigInt(row.maximum),
      dayMaximum: BigInt(row.day_maximum),
      fee: BigInt(row.fee),
    };
  }

  /** What the member has used of today's limit (UTC). */
  async usedToday(memberId: string, operation: 'transfer', unit: Unit): Promise<bigint> {
    const [row] = await this.#database.query<{ used: string }>(
      `SELECT used FROM limit_usage
        WHERE owner = $1 AND operation = $2 AND unit = $3 AND day = (clock_timestamp() AT TIME ZONE 'UTC')::date`,
      [memberId, operation, unit],
    );
    return BigInt(row?.used ?? 0);
  }
}

/** `Math.min` knows no bigint. */
export function smallest(first: bigint, ...others: readonly bigint[]): bigint {
  let least = first;
  for (const amount of others) if (amount < least) least = amount;
  return least;
}

import type { Unit } from '@trellis/api-contract';
import { BatchedRead } from '../db/batchedRead.ts';
import type { Database } from '../db/database.ts';

/** The rule in force for an operation, in minor units. The posting checks it again, in its own call. */
export interface LimitRule {
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly dayMaximum: bigint;
  readonly fee: bigint;
}

interface RuleRow {
  readonly name: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly day_maximum: string;
  readonly fee: string;
}

export class Limits {
  readonly #database: Database;
  readonly #rules: BatchedRead<string, LimitRule | undefined>;

  constructor(database: Database) {
    this.#database = database;
    this.#rules = new BatchedRead(database, (names) => this.#inForce(names));
  }

  /** @throws Error if the operation has no rule: it is then not open */
  async rule(operation: 'transfer', unit: Unit): Promise<LimitRule> {
    const rule = await this.#rules.get(`${operation} ${unit}`);
    if (!rule) throw new Error(`no limit for ${operation} in ${unit}`);
    return rule;
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

  async #inForce(names: readonly string[]): Promise<(LimitRule | undefined)[]> {
    const rows = await this.#database.query<RuleRow>(
      `SELECT DISTINCT ON (operation, unit) operation || ' ' || unit AS name, minimum, maximum, day_maximum, fee
         FROM money_limit WHERE effective_from <= clock_timestamp() ORDER BY operation, unit, effective_from DESC`,
    );
    const rules = new Map(
      rows.map(({ name, minimum, maximum, day_maximum: dayMaximum, fee }) => [
        name,
        { minimum: BigInt(minimum), maximum: BigInt(maximum), dayMaximum: BigInt(dayMaximum), fee: BigInt(fee) },
      ]),
    );
    return names.map((name) => rules.get(name));
  }
}

/** `Math.min` knows no bigint. */
export function smallest(first: bigint, ...others: readonly bigint[]): bigint {
  let least = first;
  for (const amount of others) if (amount < least) least = amount;
  return least;
}

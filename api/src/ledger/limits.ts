import { money, moneyText, type Unit } from '@trellis/api-contract';
import { BatchedRead } from '../platform/db/batchedRead.ts';
import type { Database } from '../platform/db/database.ts';
import type { Statement } from '../platform/db/lanes.ts';
import type { AccountId } from './accounts.ts';
import { limitError } from './refusals.ts';

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

/** What operators set limits for. */
export type LimitedOperation = 'transfer' | 'exchange' | 'withdrawal' | 'deposit';

/** Those that a day's use is counted of, in the account that pays. */
export type CountedOperation = Exclude<LimitedOperation, 'deposit'>;

const rulesInForce: Statement = {
  name: 'rules_in_force',
  text: `SELECT name, minimum, maximum, day_maximum, fee
           FROM product_now() AS present, unnest($1::text[]) AS name
           CROSS JOIN LATERAL money_limit_at(split_part(name, ' ', 1), split_part(name, ' ', 2), present)`,
};

export class Limits {
  readonly #database: Database;
  readonly #rules: BatchedRead<string, LimitRule | undefined>;

  constructor(database: Database) {
    this.#database = database;
    this.#rules = new BatchedRead(database, (names) => this.#inForce(names));
  }

  /** @throws Error if the operation has no rule: it is then not open */
  async rule(operation: LimitedOperation, unit: Unit): Promise<LimitRule> {
    const rule = await this.#rules.get(`${operation} ${unit}`);
    if (!rule) throw new Error(`no limit for ${operation} in ${unit}`);
    return rule;
  }

  /**
   * Refuses what a posting would refuse, before anything is made ready for it.
   * @throws AppError money.below_minimum, money.above_maximum
   */
  async check(operation: LimitedOperation, unit: Unit, amountMinor: bigint): Promise<void> {
    const { minimum, maximum } = await this.rule(operation, unit);
    const text = (minor: bigint): string => moneyText(money(minor, unit));
    if (amountMinor < minimum) throw limitError('money.below_minimum', { minimum: text(minimum) });
    if (amountMinor > maximum) throw limitError('money.above_maximum', { maximum: text(maximum) });
  }

  /** What an operation has taken from an account today (UTC), in minor units of its unit. */
  async usedToday(operation: CountedOperation, account: AccountId): Promise<bigint> {
    const row = await this.#database.one<{ used: string }>(
      `SELECT CASE $2 WHEN 'transfer' THEN transferred WHEN 'exchange' THEN exchanged ELSE withdrawn END AS used
         FROM account WHERE id = $1 AND limit_day = (product_now() AT TIME ZONE 'UTC')::date`,
      [account.toString(), operation],
    );
    return BigInt(row?.used ?? 0);
  }

  async #inForce(names: readonly string[]): Promise<(LimitRule | undefined)[]> {
    const rows = await this.#database.repeated<RuleRow>(rulesInForce, [[...new Set(names)]]);
    const rules = new Map(
      rows.map(({ name, minimum, maximum, day_maximum: dayMaximum, fee }) => [
        name,
        { minimum: BigInt(minimum), maximum: BigInt(maximum), dayMaximum: BigInt(dayMaximum), fee: BigInt(fee) },
      ]),
    );
    return names.map((name) => rules.get(name));
  }
}

/** What is left of a day's maximum: nothing, where a rule was lowered below what was used. */
export const leftOf = ({ dayMaximum }: Pick<LimitRule, 'dayMaximum'>, used: bigint): bigint =>
  used < dayMaximum ? dayMaximum - used : 0n;

/** `Math.min` knows no bigint. */
export function smallest(first: bigint, ...others: readonly bigint[]): bigint {
  let least = first;
  for (const amount of others) if (amount < least) least = amount;
  return least;
}

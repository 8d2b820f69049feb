import { money, type Unit } from '@trellis/api-contract';
import type { JsonValue } from '../../governance/rules/ruleValue.ts';
import { dayMs, utcDayOf } from '../../ground/utcDay.ts';
import { memberAccounts } from '../../ledger/accounts.ts';
import type { LimitedOperation } from '../../ledger/limits.ts';
import type { Database } from '../../platform/db/database.ts';
import { minorIn, type Span, type Traffic } from './counted.ts';
import { judge } from './judge.ts';

export type Operation = LimitedOperation;

/** So many moves are looked at, the latest: more is no better guess, and would keep others waiting. */
const most = 100_000;

/**
 * Of each operation: who, how much, when. $1: from when on, $2: the unit. Journals and postings are found by block ranges
 * of their time.
 */
const sources = {
  transfer: `SELECT j.owner AS member, p.amount, j.recorded_at AS at FROM journal j JOIN posting p ON p.journal = j.id
    WHERE j.kind = 'transfer' AND j.recorded_at >= $1 AND p.recorded_at >= $1 AND p.amount > 0 AND p.account >= 1000
      AND p.account % 1000 = CASE $2 WHEN 'USD' THEN ${memberAccounts.usdAvailable.code} END`,
  exchange: `SELECT q.owner AS member, q.given AS amount, j.recorded_at AS at FROM journal j
    JOIN exchange_quote q ON q.consumed_by = j.id
    WHERE j.kind = 'exchange' AND j.recorded_at >= $1 AND q.from_unit = $2`,
  withdrawal: `SELECT member, amount, created_at AS at FROM withdrawal
    WHERE origin = 'balance' AND created_at >= $1 AND unit = $2`,
  deposit: `SELECT member_id AS member, usdt AS amount, recorded_at AS at FROM deposit_transfer
    WHERE recorded_at >= $1 AND $2 = 'USDT'`,
} as const satisfies Record<Operation, string>;

interface WantedLimit {
  readonly operation: Operation;
  readonly unit: Unit;
  readonly value: JsonValue;
}

/** What of an operation would have been refused, and what the rest would have cost. */
export async function underLimit(
  database: Database,
  { operation, unit, value }: WantedLimit,
  { since, now }: Span,
): Promise<Traffic> {
  // What was used of a day before it is counted, too.
  const dayBegan = new Date(utcDayOf(since) * dayMs);
  const rows = await database.rows<{ member: string; amount: string; at: Date }>(
    `SELECT * FROM (SELECT * FROM (${sources[operation]}) AS moved ORDER BY at DESC LIMIT $3) AS latest ORDER BY at`,
    [dayBegan, unit, most],
  );
  const [minimum, maximum, dayMaximum] = ['minimum', 'maximum', 'dayMaximum'].map((field) => minorIn(value, field));
  const verdict = judge(
    rows.map(({ member, amount, at }) => ({ member, amount: BigInt(amount), at: at.getTime() })),
    // Of what comes in only the least is a bound: less is reserved.
    operation === 'deposit' ? { minimum: minimum ?? 0n } : { minimum: minimum ?? 0n, maximum, dayMaximum },
    since.getTime(),
  );
  const { refused } = verdict;
  const passed = BigInt(verdict.count - refused.minimum - refused.maximum - refused.day);
  // Of exchanges and withdrawals the fee stands in a rule of its own.
  const hasFee = operation === 'transfer' || operation === 'deposit';
  const before = hasFee ? await feeAt(database, operation, unit, now) : 0n;
  return {
    ...verdict,
    fee: hasFee ? { was: money(passed * before, unit), would: money(passed * minorIn(value, 'fee'), unit) } : null,
    whole: rows.length < most,
  };
}

async function feeAt(database: Database, operation: Operation, unit: Unit, now: Date): Promise<bigint> {
  const row = await database.one<{ fee: string }>('SELECT fee FROM money_limit_at($1, $2, $3)', [operation, unit, now]);
  return BigInt(row?.fee ?? 0);
}

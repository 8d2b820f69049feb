import { money, type Unit } from '@trellis/api-contract';
import type { JsonValue } from '../../governance/rules/ruleValue.ts';
import { ppmOf } from '../../ledger/shares.ts';
import type { Database } from '../../platform/db/database.ts';
import { minorIn, type Span, type Traffic } from './counted.ts';

interface FeeRow {
  readonly count: number;
  readonly small: number;
  readonly members: number;
  readonly was: string;
  readonly would: string;
}

interface WantedExchangeFee {
  readonly from: string;
  readonly to: Unit;
  readonly value: JsonValue;
}

/** A fee on what an exchange gives, rounded up for each, as a quote does. */
export async function underExchangeFee(
  database: Database,
  { from, to, value }: WantedExchangeFee,
  { since }: Span,
): Promise<Traffic> {
  const row = await database.one<FeeRow>(
    `SELECT count(*)::integer AS count, 0 AS small, 0 AS members, coalesce(sum(q.fee), 0)::text AS was,
            coalesce(sum(ceil((q.credit + q.fee)::numeric * $4::integer / 1000000)), 0)::text AS would
       FROM journal j JOIN exchange_quote q ON q.consumed_by = j.id
      WHERE j.kind = 'exchange' AND j.recorded_at >= $1 AND q.from_unit = $2 AND q.to_unit = $3`,
    [since, from, to, Number(ppmOf(String(value.percent)))],
  );
  return present(row, to);
}

interface WantedWithdrawalFee {
  readonly asset: Unit;
  readonly chain: string;
  readonly value: JsonValue;
}

/** A fee for each withdrawal; one that is worth no more than that would not have gone through. */
export async function underWithdrawalFee(
  database: Database,
  { asset, chain, value }: WantedWithdrawalFee,
  { since }: Span,
): Promise<Traffic> {
  const row = await database.one<FeeRow>(
    `SELECT count(*)::integer AS count, count(*) FILTER (WHERE gross <= $4::bigint)::integer AS small,
            count(DISTINCT member) FILTER (WHERE gross <= $4::bigint)::integer AS members,
            coalesce(sum(fee) FILTER (WHERE gross > $4::bigint), 0)::text AS was,
            (count(*) FILTER (WHERE gross > $4::bigint) * $4::bigint)::text AS would
       FROM withdrawal WHERE created_at >= $1 AND asset = $2 AND chain = $3 AND origin <> 'deposit_return'`,
    [since, asset, chain, minorIn(value, 'fee').toString()],
  );
  return present(row, asset);
}

function present(row: FeeRow | undefined, unit: Unit): Traffic {
  const { count, small, members, was, would } = row ?? { count: 0, small: 0, members: 0, was: '0', would: '0' };
  return {
    count,
    refused: { minimum: small, maximum: 0, day: 0 },
    members,
    fee: { was: money(BigInt(was), unit), would: money(BigInt(would), unit) },
    whole: true,
  };
}

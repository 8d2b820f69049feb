import { pools as all, type Pool } from '@trellis/api-contract';
import { dayMs } from '../../ground/utcDay.ts';
import { systemAccounts } from '../../ledger/accounts.ts';
import { dividedUp, lesser } from '../../ledger/shares.ts';
import type { Database } from '../../platform/db/database.ts';
import { codeOf, poolOf } from './poolAccounts.ts';

/** Days over which the pace of a pool is taken, and for which its next payments are shown. */
export const runwayWindow = 30;

/** What is longer is shown as this: a hundred years. */
const longestDays = 36_500n;

/** What a pool holds, and what was promised out of it. Minor units of USD. */
export interface PoolUse {
  readonly pool: Pool;
  readonly free: bigint;
  /** Over the last 30 days, less what came back as purchases were cancelled. */
  readonly promised: bigint;
}

/**
 * What each pool holds, and what was promised out of it in the last 30 days: what it held before them and what was put in
 * since, less what it holds now. So no reward is added up. What it held is found by halving (`balance_before`: some twenty
 * reads of the key of postings after a million of them), what was put in by the platform's own journals, of which there is one
 * for each funding, and the posting of each by halving again. However much is sold in those days, it costs the same.
 * @returns also what is promised of all pools together and not paid yet, at the same moment
 */
export async function poolUse(
  database: Database,
  now: Date,
): Promise<{ readonly pools: readonly PoolUse[]; readonly committed: bigint }> {
  const since = new Date(now.getTime() - runwayWindow * dayMs);
  const rows = await database.rows<{ code: number; free: string; promised: string; committed: string }>(
    // Put in, or below zero taken out, by treasurers; an opening is what there was when the books began.
    `SELECT a.code::integer, a.balance::text AS free, (SELECT balance::text FROM account WHERE id = $3::bigint) AS committed,
            (balance_before(a.id, $2) + coalesce((
              SELECT sum(p.amount) FROM journal j CROSS JOIN LATERAL account_posting(a.id, j.id, j.recorded_at) p
                WHERE j.owner = 0 AND j.kind IN ('pool_funding', 'opening') AND j.recorded_at >= $2), 0) - a.balance)::text AS promised
       FROM account a WHERE a.id = ANY ($1::bigint[])`,
    [all.map((pool) => String(codeOf(pool))), since, String(systemAccounts.committedReward.code)],
  );
  return {
    committed: BigInt(rows[0]?.committed ?? 0),
    pools: rows.map(({ code, free, promised }) => ({
      pool: poolOf(code),
      free: BigInt(free),
      // More came back than was promised: of purchases before.
      promised: BigInt(promised) > 0n ? BigInt(promised) : 0n,
    })),
  };
}

/**
 * How long what is free lasts. Whole days, rounded down; the pace is rounded up, for reading alone.
 * @param free minor units, as `promised`, which is that of the whole window
 */
export function runwayOf(
  free: bigint,
  promised: bigint,
): { readonly pace: bigint; readonly runwayDays: number | null } {
  const days = BigInt(runwayWindow);
  return {
    pace: dividedUp(promised, days),
    runwayDays: promised === 0n ? null : Number(lesser((free * days) / promised, longestDays)),
  };
}

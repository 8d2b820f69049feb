import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { StakedValue } from '../wallet/stakedValue.ts';
import { stakeSumsOf } from './ownStakes.ts';
import { presentTotals } from './stakePresenter.ts';

/** What the wallet says of stakes. */
export const valueOfStakes = (database: Database, clock: Clock): StakedValue => ({
  async now(memberId) {
    const sums = await stakeSumsOf(database, memberId);
    return { more: sums.basis - sums.cp, totals: presentTotals(sums, clock.now()) };
  },
  moreBefore: (memberId, times) => moreBefore(database, memberId, times),
});

/**
 * How much more than their number the CP of a member were worth in USD, each contract's at its own rate rounded up, just
 * before each of several times and now, in minor units. Whoever bought all of them at one USD costs one look.
 * @param times the earliest first
 */
async function moreBefore(database: Database, memberId: string, times: readonly Date[]): Promise<bigint[]> {
  const rows = await database.rows<{ more: string }>(
    `SELECT coalesce(sum(ceil(held.cp * s.rate_numerator / s.rate_denominator) - held.cp), 0)::text AS more
       FROM unnest($2::timestamptz[] || 'infinity'::timestamptz) WITH ORDINALITY AS t (at, place)
       LEFT JOIN LATERAL (
         SELECT (j.memo ->> 'stake')::uuid AS stake, sum(p.amount) AS cp FROM posting p JOIN journal j ON j.id = p.journal
          WHERE p.account = account_of($1, 'cpPrincipal') AND p.recorded_at < t.at GROUP BY 1) held
         ON EXISTS (SELECT 1 FROM stake WHERE member = $1 AND rate_numerator <> rate_denominator)
       LEFT JOIN stake s ON s.id = held.stake
      GROUP BY t.place ORDER BY t.place`,
    [memberId, times.map((time) => time.toISOString())],
  );
  return rows.map(({ more }) => BigInt(more));
}

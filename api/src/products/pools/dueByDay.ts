import type { Pool } from '@trellis/api-contract';
import { dayText, type UtcDay, utcDayOf } from '../../ground/utcDay.ts';
import type { Database } from '../../platform/db/database.ts';

/** What falls due of one product on a day. Minor units of USD, which USDP are one to one with. */
export interface Falling {
  /** Parts of packages, or stakes. */
  readonly count: number;
  /** Without its reward. */
  readonly value: bigint;
  /** Promised as it was bought: it is paid out of `committedReward`. */
  readonly reward: bigint;
}

/** Products whose promises have a day. Stakes that wait for their owners have none, and are not among them. */
type DueProduct = Extract<Pool, 'package' | 'stake'>;
export const isDue = (pool: Pool): pool is DueProduct => pool !== 'team';

export interface DueDay extends Readonly<Record<DueProduct, Falling>> {
  readonly day: UtcDay;
}

const nothing: Falling = { count: 0, value: 0n, reward: 0n };

/**
 * Every day from today on with what falls due on it; what is overdue stands on today. Reads what falls due by then and nothing
 * else, by the indexes of what is still to come (`package_loop_due`, `stake_due`): what has come back or been paid is in none.
 * A hundred thousand packages and a third as many stakes take a tenth of a second for 90 days.
 * @param ahead so many days after today
 */
export async function dueByDay(database: Database, today: UtcDay, ahead: number): Promise<DueDay[]> {
  const rows = await database.rows<{ product: DueProduct; day: string; count: number; value: string; reward: string }>(
    `SELECT 'package' AS product, greatest(due_on, $1::date)::text AS day, count(*)::integer AS count, sum(value)::text AS value,
            sum(reward)::text AS reward
       FROM package_loop WHERE released_by IS NULL AND NOT cancelled AND due_on <= $2::date GROUP BY day
     UNION ALL
     SELECT 'stake', greatest(matures_on, $1::date)::text AS day, count(*)::integer, sum(basis)::text, sum(reward)::text
       FROM stake WHERE state = 'ongoing' AND matures_on <= $2::date GROUP BY day`,
    [dayText(today), dayText(today + ahead)],
  );
  const on = (product: DueProduct, day: UtcDay): Falling => {
    const row = rows.find((each) => each.product === product && utcDayOf(new Date(each.day)) === day);
    return row ? { count: row.count, value: BigInt(row.value), reward: BigInt(row.reward) } : nothing;
  };
  return Array.from({ length: ahead + 1 }, (_each, index) => today + index).map((day) => ({
    day,
    package: on('package', day),
    stake: on('stake', day),
  }));
}

import { putForward } from '../development/databaseClock.ts';
import type { DevelopmentClock } from '../ground/clock.ts';
import { dayMs, utcDayOf } from '../ground/utcDay.ts';
import type { Database } from '../platform/db/database.ts';
import type { TestDatabase } from './testDatabase.ts';

/** Puts so many whole USD into the pool that stakes are rewarded from, past the two treasurers; below zero: takes out. */
export async function fundStakePool(own: TestDatabase, units: number): Promise<void> {
  await stakePoolGains(own, BigInt(Math.round(units * 1_000_000)));
}

/** Makes the pool hold exactly this, in minor units. */
export async function stakePoolHolds(own: TestDatabase, minor: bigint): Promise<void> {
  const [row] = await own.sql<{ balance: string }>('SELECT balance FROM account WHERE id = 602');
  await stakePoolGains(own, minor - BigInt(row?.balance ?? 0));
}

async function stakePoolGains(own: TestDatabase, minor: bigint): Promise<void> {
  if (minor === 0n) return;
  await own.sql(
    `SELECT post(gen_random_uuid(), 0, gen_random_uuid()::text, '\\x00', 'opening', '{}', ARRAY[201, 602]::bigint[],
                 ARRAY[-$1::bigint, $1::bigint], NULL, NULL, NULL)`,
    [String(minor)],
  );
}

/** Puts the clock of process and database to 00:00 UTC so many days after today, and so much later. */
export function daysOn(database: Database, clock: DevelopmentClock, days: number, laterMs = 0): Promise<void> {
  const now = clock.now();
  const at = (utcDayOf(now) + days) * dayMs + laterMs;
  return putForward(database, clock, at - now.getTime());
}

/**
 * Begins a stake of 100 CP for a member, without a reward, at the rate of now. Whether stakes are sold makes no difference:
 * it is begun in the database.
 * @returns its id
 */
export async function giveStake(own: TestDatabase, username: string): Promise<string> {
  const [row] = await own.sql<{ id: string }>(
    `SELECT begun.stake_id AS id FROM member m CROSS JOIN LATERAL lock_for_stake(m.id) AS funds
       CROSS JOIN LATERAL market_rate_at('CP', 'USD', funds.at) AS rate
       CROSS JOIN LATERAL (SELECT (funds.at AT TIME ZONE 'UTC')::date AS day) AS today
       CROSS JOIN LATERAL start_stake(gen_random_uuid(), m.id, gen_random_uuid()::text, '\\x00', jsonb_build_object('id', gen_random_uuid(),
         'member', m.id, 'rate', rate.id, 'cp', 100000000, 'basis', 100000000, 'reward', 0, 'start_day', today.day,
         'matures_on', today.day + 90)) AS begun WHERE m.username = $1`,
    [username],
  );
  if (!row) throw new Error(`${username} has begun nothing`);
  return row.id;
}

import { putForward } from '../development/databaseClock.ts';
import type { DevelopmentClock } from '../ground/clock.ts';
import { dayMs, utcDayOf } from '../ground/utcDay.ts';
import type { Database } from '../platform/db/database.ts';
import { setRule } from './rules.ts';
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
 * Begins a stake of 100 CP for a member, with what the pool has for it, at the rate of now.
 * @returns its id
 */
export async function giveStake(own: TestDatabase, username: string): Promise<string> {
  await setRule(own, 'productSale', 'stake', { open: true, closedIn: '' });
  const [row] = await own.sql<{ id: string | null }>(
    `SELECT b.id FROM member m CROSS JOIN LATERAL market_rate_at('CP', 'USD', product_now()) AS rate
       CROSS JOIN LATERAL begin_stake(m.id, jsonb_build_object('cp', 100000000, 'rate', rate.id), gen_random_uuid(), gen_random_uuid(),
         gen_random_uuid()::text, '\\x00') AS b WHERE m.username = $1`,
    [username],
  );
  if (!row?.id) throw new Error(`${username} has begun nothing`);
  return row.id;
}

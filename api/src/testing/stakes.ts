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

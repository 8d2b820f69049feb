import { setTimeout as delay } from 'node:timers/promises';
import type { TestDatabase } from './testDatabase.ts';

/** Until so many connections of the database wait for a lock; gives up silently, for what follows says. */
export async function untilWaiting(own: TestDatabase, count: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const waiting = await own.sql(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (waiting.length >= count) return;
    await delay(20);
  }
}

import { placed } from '../ground/place.ts';
import type { TestDatabase } from './testDatabase.ts';

/** Counters that a refused call is meant to move, and what jobs write in their own time. */
const moving = [
  'rate_limit',
  'login_failure',
  'security_event',
  'team_event',
  'team',
  'team_block',
  'team_day',
  'team_expired',
  'bonus_day',
  'bonus_calendar',
  'journal_seal',
  'verification_run',
  'notice',
  'notice_mark',
  'job',
];

/**
 * Rows of every table that records what was done, and everything that money is: two equal snapshots mean nothing was done.
 * @param ignored tables that this call may add to, such as stored answers of refusals
 */
export async function snapshot(database: TestDatabase, ignored: readonly string[] = []): Promise<object> {
  const tables = await database.sql<{ name: string }>(
    placed(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1) ORDER BY 1`),
    [[...moving, ...ignored]],
  );
  const counts = tables.map(({ name }) => `(SELECT count(*) FROM ${name})::int AS "${name}"`).join(', ');
  const [row] = await database.sql<object>(
    `SELECT ${counts}, (SELECT jsonb_object_agg(id, balance) FROM account) AS balances,
            (SELECT sum(used)::text FROM limit_usage) AS used`,
  );
  return row ?? {};
}

import pg from 'pg';
import type { DevelopmentClock } from '../ground/clock.ts';
import { placed } from '../ground/place.ts';
import type { Database } from '../platform/db/database.ts';

const table = 'development_clock';

/** Whether a development start has been here, after which the database's time is not the real one. */
export async function hasDevelopmentClock(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [table]);
    return rows[0]?.found ?? false;
  });
}

/**
 * Gives the database of a development start the same clock as the process: `product_now()` then is as far ahead. Whichever
 * of the two was put further forward counts, for neither ever goes back.
 * @param ownerUrl of the schema's owner
 */
export async function openDatabaseClock(ownerUrl: string, clock: DevelopmentClock): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query('BEGIN');
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${table} (one boolean PRIMARY KEY DEFAULT true CHECK (one), ahead interval NOT NULL)`,
    );
    const { rows } = await client.query<{ ahead_ms: string }>(
      `INSERT INTO ${table} AS c (ahead) VALUES ($1 * interval '1 millisecond')
       ON CONFLICT (one) DO UPDATE SET ahead = greatest(c.ahead, excluded.ahead)
       RETURNING round(extract(epoch FROM ahead) * 1000) AS ahead_ms`,
      [clock.aheadMs()],
    );
    await client.query(placed(`GRANT SELECT, UPDATE ON ${table} TO trellis_app`));
    await client.query(
      placed(`CREATE OR REPLACE FUNCTION product_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
         SELECT clock_timestamp() + ahead FROM public.${table}
       $$`),
    );
    await client.query('COMMIT');
    const behindMs = Number(rows[0]?.ahead_ms ?? 0) - clock.aheadMs();
    if (behindMs > 0) clock.advance(behindMs);
  });
}

/** Puts the clock of process and database forward, both or neither. */
export async function putForward(database: Database, clock: DevelopmentClock, milliseconds: number): Promise<void> {
  await database.inTransaction(async () => {
    await database.change(
      `UPDATE ${table} SET ahead = $1 * interval '1 millisecond'`,
      [clock.aheadMs() + milliseconds],
      { rows: 1 },
    );
    clock.advance(milliseconds);
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

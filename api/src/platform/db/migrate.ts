import pg from 'pg';
import { Umzug } from 'umzug';
import { StartupError } from '../../ground/startupError.ts';
import { postgresFailure } from './database.ts';
import { migrations } from './migrations/index.ts';

/** Advisory lock of the migration step: two processes that start at once migrate one after the other. */
const migrationLock = 7_702;

/**
 * Brings the schema up to date. Its own step, on its own connection, as the owner of the schema.
 * @returns the names of the migrations that ran now
 */
export async function migrate(ownerUrl: string): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const ran = await planOf(client).up();
    await client.query('DO $$ BEGIN GRANT SELECT ON migration TO trellis_app; END $$');
    return ran.map(({ name }) => name);
  });
}

/** Names of migrations that have not run yet; a production start refuses to go on while there are any. */
export async function pendingMigrations(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ found: string | null }>(`SELECT to_regclass('migration')::text AS found`);
    if (!rows[0]?.found) return migrations.map(({ name }) => name);
    return (await planOf(client).pending()).map(({ name }) => name);
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'trellis migrate' });
  await client.connect().catch((error: unknown) => {
    throw new StartupError(
      `The database cannot be reached (${postgresFailure(error)?.code ?? 'no answer'}): see that it runs, and that DATABASE_URL names it with a user who may log in.`,
      { cause: error },
    );
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function planOf(client: pg.Client): Umzug<pg.Client> {
  return new Umzug({
    context: client,
    logger: undefined,
    migrations: migrations.map(({ name, sql }) => ({
      name,
      async up() {
        // The mark is part of the step's own transaction: a kill in between leaves neither.
        await client.query('BEGIN');
        try {
          await client.query(sql);
          await client.query('INSERT INTO migration (name) VALUES ($1)', [name]);
          await client.query('COMMIT');
        } catch (error) {
          await client.query('ROLLBACK');
          throw error;
        }
      },
    })),
    storage: {
      async logMigration() {
        // Done inside `up`.
      },
      async unlogMigration() {
        throw new Error('Migrations only go forward: write the next one.');
      },
      async executed() {
        const { rows } = await client.query<{ name: string }>('SELECT name FROM migration ORDER BY name');
        return rows.map(({ name }) => name);
      },
    },
  });
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { loginSettings } from '../platform/db/applicationRole.ts';

export interface TestDatabase {
  /** Address as the application's login. */
  readonly url: string;
  /** As the schema's owner, who is a superuser here. */
  readonly ownerUrl: string;
  /** As the owner with the login's time-outs, for tests of the money core: they post what no product does. */
  readonly coreUrl: string;
  /** Runs SQL as the owner, for set-up and for looking behind the application's back. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs SQL in a transaction that stays open, with its locks, until released. */
  hold(text: string): Promise<{ release(): Promise<void> }>;
  /** Makes it the template with the demo team, instead of dropping it. */
  keepAsDemo(): Promise<void>;
  drop(): Promise<void>;
}

const timeouts = Object.entries(loginSettings)
  .filter(([name]) => name.endsWith('timeout'))
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** What a test's database is a copy of: of `demo` the first application makes one, see `prepareDemo`. */
const templates = { nothing: 'template0', migrated: 'trellis', demo: 'trellis_demo' } as const;

/** A fresh database of this test file's own: with nothing in it, migrated, or with the demo team. */
export async function createTestDatabase(content: keyof typeof templates = 'migrated'): Promise<TestDatabase> {
  const { TEST_POSTGRES_URL: template, TEST_APPLICATION_URL: application } = process.env;
  if (template === undefined || application === undefined)
    throw new Error('TEST_POSTGRES_URL is missing: run through jest');
  if (content === 'demo' && process.env.TEST_DEMO_FAULT !== undefined)
    throw new Error(`the demo team could not be seeded: ${process.env.TEST_DEMO_FAULT}`);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOwner(new URL('/postgres', template).href, `CREATE DATABASE ${name} TEMPLATE ${templates[content]}`);
  const ownerUrl = new URL(`/${name}`, template).href;
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 4 });
  // A test that cuts every connection cuts these too; the next call opens another.
  pool.on('error', () => undefined);
  return {
    url: new URL(`/${name}`, application).href,
    ownerUrl,
    coreUrl: `${ownerUrl}?options=${encodeURIComponent(timeouts)}`,
    sql: async <Row extends object>(text: string, values: unknown[] = []) => (await pool.query<Row>(text, values)).rows,
    async hold(text) {
      const client = await pool.connect();
      await client.query('BEGIN');
      await client.query(text);
      return {
        async release() {
          await client.query('ROLLBACK');
          client.release();
        },
      };
    },
    async keepAsDemo() {
      await pool.end();
      await asOwner(new URL('/postgres', template).href, `ALTER DATABASE ${name} RENAME TO ${templates.demo}`);
    },
    async drop() {
      await pool.end();
      await asOwner(new URL('/postgres', template).href, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Copying a template needs it free of connections, so two files that start at once take turns. */
async function asOwner(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(7700)');
    await client.query(text);
  } finally {
    await client.end();
  }
}

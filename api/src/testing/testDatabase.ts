import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { ownersAddress, placed } from '../ground/place.ts';
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

/** What a test's database is a copy of; `prepareDemo` makes the last one. */
const templates = { nothing: 'template0', migrated: 'trellis', demo: 'trellis_demo' } as const;

/** A fresh database of this test file's own: with nothing in it, migrated, or with the demo team. */
export async function createTestDatabase(content: keyof typeof templates = 'migrated'): Promise<TestDatabase> {
  const { template, application } = testServer();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await run(`CREATE DATABASE ${name} TEMPLATE ${templates[content]}`);
  const ownerUrl = ownersAddress(new URL(`/${name}`, template).href);
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 4 });
  // A test that cuts every connection cuts these too; the next call opens another.
  pool.on('error', () => undefined);
  if (content === 'nothing') await pool.query(placed('CREATE SCHEMA IF NOT EXISTS public'));
  else await pool.query(`SELECT take_home('test', 'a copy of its own')`);
  return {
    url: new URL(`/${name}`, application).href,
    ownerUrl,
    coreUrl: ownersAddress(`${new URL(`/${name}`, template).href}?options=${encodeURIComponent(timeouts)}`),
    sql: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(placed(text), values)).rows,
    async hold(text) {
      const client = await pool.connect();
      await client.query('BEGIN');
      await client.query(placed(text));
      return {
        async release() {
          await client.query('ROLLBACK');
          client.release();
        },
      };
    },
    async keepAsDemo() {
      await pool.end();
      await run(`ALTER DATABASE ${name} RENAME TO ${templates.demo}`);
    },
    async drop() {
      await pool.end();
      await run(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

function testServer(): { readonly template: string; readonly application: string } {
  const { TEST_POSTGRES_URL: template, TEST_APPLICATION_URL: application } = process.env;
  if (template === undefined || application === undefined)
    throw new Error('TEST_POSTGRES_URL is missing: run through jest');
  return { template, application };
}

/** Copying a template needs it free of connections, so two files that start at once take turns. */
const copyingLock = 7_700;
const run = (text: string): Promise<unknown> => onServer(copyingLock, (server) => server.query(text));

/** Works as the owner on the server itself, one at a time of those who name the same lock. */
export async function onServer<T>(lock: number, work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: new URL('/postgres', testServer().template).href });
  await server.connect();
  try {
    await server.query('SELECT pg_advisory_lock($1)', [lock]);
    return await work(server);
  } finally {
    await server.end();
  }
}

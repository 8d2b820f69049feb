import { chmodSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { InstalledServer, installedPostgres } from '../embedded/installed.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/postgres.ts';
import { checkLogin } from './checkLogin.ts';
import { Database } from './database.ts';
import { setLoginPassword } from './makeLogin.ts';
import { migrate } from './migrate.ts';
import { schemaText } from './schemaText.ts';

// A server of its own: roles are the server's.
const folder = scratchFolder('trellis-restore-');
let saved: EmbeddedPostgres;
const clients: pg.Client[] = [];

/** An owner as README has an administrator make it: no superuser. */
const ownerName = 'trellis_owner';
const ownerOf = (server: EmbeddedPostgres): string => {
  const url = new URL('/wallet', server.url);
  [url.username, url.password] = [ownerName, 'owner'];
  return url.href;
};
const applicationOf = (server: EmbeddedPostgres): string => new URL('/wallet', server.applicationUrl).href;

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  clients.push(client);
  return client;
}

const makeOwner = [
  `CREATE ROLE ${ownerName} LOGIN CREATEROLE PASSWORD 'owner'`,
  `GRANT pg_read_all_stats TO ${ownerName}`,
  `CREATE DATABASE wallet OWNER ${ownerName}`,
];

beforeAll(async () => {
  chmodSync(folder, 0o755);
  saved = await startEmbeddedPostgres(folder);
  const admin = new pg.Client({ connectionString: new URL('/postgres', saved.url).href });
  await admin.connect();
  for (const statement of makeOwner) await admin.query(statement);
  await admin.end();
  await migrate(ownerOf(saved));
  await setLoginPassword(ownerOf(saved), applicationOf(saved));
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
});
afterAll(async () => {
  await saved.stop();
  rmSync(folder, { recursive: true, force: true });
});

const red = async (url: string) =>
  (await verifyAll(url)).flatMap(({ name, rows }) => (rows.length > 0 ? [name, ...rows] : []));

/** Rights as a restore leaves them on a server without the role: none, and for everybody what Postgres gives by default. */
async function loseRights(): Promise<void> {
  const owner = await connected(ownerOf(saved));
  await owner.query(`DO $$ DECLARE one record; BEGIN
    FOR one IN SELECT oid::regprocedure AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace LOOP
      EXECUTE format('REVOKE ALL ON FUNCTION %s FROM trellis_app; GRANT EXECUTE ON FUNCTION %1$s TO PUBLIC', one.name);
    END LOOP;
    FOR one IN SELECT oid::regclass AS name, attname FROM pg_class JOIN pg_attribute ON attrelid = oid AND attacl IS NOT NULL
                WHERE relnamespace = 'public'::regnamespace LOOP
      EXECUTE format('REVOKE ALL (%I) ON %s FROM trellis_app', one.attname, one.name);
    END LOOP;
  END $$;
  REVOKE ALL ON ALL TABLES IN SCHEMA public FROM trellis_app;
  REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM trellis_app;
  REVOKE ALL ON SCHEMA public FROM trellis_app;
  REVOKE ALL ON DATABASE wallet FROM trellis_app;
  GRANT TEMPORARY ON DATABASE wallet TO PUBLIC;
  ALTER DEFAULT PRIVILEGES GRANT EXECUTE ON FUNCTIONS TO PUBLIC`);
}

async function schemaOf(server: EmbeddedPostgres): Promise<string> {
  return schemaText(await connected(ownerOf(server)));
}

describe('after a restore', () => {
  test('that lost every right, verify is red and migrate puts all of them right, though every file is applied', async () => {
    const before = await schemaOf(saved);
    expect(before).toContain('GRANT EXECUTE ON FUNCTION readiness TO trellis_app;');
    await loseRights();
    expect(await schemaOf(saved)).not.toBe(before);
    expect(await red(ownerOf(saved))).toEqual(
      expect.arrayContaining(['the application may do what the last migration gave it, and nothing more']),
    );
    expect(await migrate(ownerOf(saved))).toEqual([expect.stringMatching(/^\d+ rights that were lost$/)]);
    expect(await schemaOf(saved)).toBe(before);
    expect(await red(ownerOf(saved))).toEqual([]);
    expect(await migrate(ownerOf(saved))).toEqual([]);
  });
});

const missing = installedPostgres === undefined ? ' (skipped: no Postgres of the machine itself is installed)' : '';
const drill = installedPostgres === undefined ? test.skip : test;

describe('the drill', () => {
  const scratch: string[] = [];
  const running: InstalledServer[] = [];
  const serverOn = async (prepare?: (data: string) => void): Promise<InstalledServer> => {
    const folder = scratchFolder('trellis-drill-');
    scratch.push(folder);
    const server = await InstalledServer.start(installedPostgres ?? '', folder, prepare && { prepare });
    running.push(server);
    return server;
  };
  afterAll(async () => {
    for (const server of running) await server.stop();
    for (const folder of scratch) rmSync(folder, { recursive: true, force: true });
  });
  const wallet = (server: InstalledServer, login = ownerName): string => server.url(login, 'wallet');
  const sql = async (url: string, ...statements: readonly string[]): Promise<void> => {
    const client = await connected(url);
    for (const statement of statements) await client.query(statement);
  };
  /** Names of objects with what may be done with each; Postgres writes conditions of triggers in another way after a restore. */
  const rightsOf = async (server: InstalledServer): Promise<string[]> =>
    (await schemaText(await connected(wallet(server))))
      .split('\n')
      .filter((line) => /^(CREATE (TABLE|VIEW|FUNCTION|SEQUENCE|ROLE)|GRANT|ALTER (DEFAULT|ROLE)) /.test(line));

  for (const flags of [['-x'], []])
    drill(
      `of a dump, ${flags.length > 0 ? 'without rights' : 'with rights'}: on a server that has only the owner, migrate makes role and rights, and the product works${missing}`,
      async () => {
        const [old, next] = [await serverOn(), await serverOn()];
        for (const server of [old, next]) await sql(server.url('postgres', 'postgres'), ...makeOwner);
        await migrate(wallet(old));
        const dump = join(scratch.at(-1) ?? '', 'data', 'wallet.dump');
        old.run('pg_dump', '-Fc', '-f', dump, wallet(old));
        let complaints = '';
        try {
          next.run('pg_restore', ...flags, '-d', wallet(next), dump);
        } catch (error) {
          complaints = String((error as { stderr?: string }).stderr);
        }
        // Without rights it has nothing to complain of, so that whatever it says is to be looked at.
        expect(complaints).toMatch(flags.length > 0 ? /^$/ : /role "trellis_app" does not exist/);
        expect(await migrate(wallet(next))).toEqual([expect.stringMatching(/^\d+ rights that were lost$/)]);
        expect(await rightsOf(next)).toEqual(await rightsOf(old));
        expect(await red(wallet(next))).toEqual([]);
        await works(next);
      },
    );

  drill(`of a base backup: it starts as it was, and migrate finds nothing to do${missing}`, async () => {
    const old = await serverOn();
    await sql(old.url('postgres', 'postgres'), ...makeOwner);
    await migrate(wallet(old));
    const copy = await serverOn((data) => {
      rmSync(data, { recursive: true });
      const inOld = join(data, '..', '..', `${Date.now()}-base`);
      old.run('pg_basebackup', '-D', inOld, '-d', old.url('postgres', 'postgres'), '-c', 'fast');
      renameSync(inOld, data);
    });
    expect(await migrate(wallet(copy))).toEqual([]);
    expect(await red(wallet(copy))).toEqual([]);
    await works(copy);
  });

  /** What the product does with its database: it logs in with its own rights, reads and writes, and seals are made. */
  async function works(server: InstalledServer): Promise<void> {
    const url = wallet(server, 'trellis_app');
    await checkLogin(url);
    const database = new Database({ url, poolSize: 2 });
    try {
      expect(await database.one('SELECT writes FROM readiness()')).toEqual({ writes: true });
      await database.rows('SELECT tree_place(NULL, 0::smallint)');
      // Another login is there, as an open psql is: whoever cannot see what it does refuses to seal.
      await connected(server.url('postgres', 'wallet'));
      await database.rows('SELECT * FROM seal_next(10)');
    } finally {
      await database.close();
    }
  }
});

import { chmodSync, rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { scratchFolder } from '../../testing/scratch.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/postgres.ts';
import { checkLogin } from './checkLogin.ts';
import { sqlState } from './database.ts';
import { makeLogin, setLoginPassword } from './makeLogin.ts';
import { migrate } from './migrate.ts';
import { blindOwnerOf } from './owner.ts';

// A server of its own: roles are the server's, and here they are bent.
const folder = scratchFolder('trellis-login-');
let server: EmbeddedPostgres;
let owner: pg.Client;
beforeAll(async () => {
  chmodSync(folder, 0o755);
  server = await startEmbeddedPostgres(folder);
  await migrate(server.url);
  await setLoginPassword(server.url, server.applicationUrl);
  owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** How to take back what a test did to the roles. */
let undo: string[] = [];
const bend = async (statement: string, back: string): Promise<void> => {
  await owner.query(statement);
  undo.push(back);
};
afterEach(async () => {
  for (const statement of undo.reverse()) await owner.query(statement);
  undo = [];
  expect(await refusal(server.applicationUrl)).toBe('none');
});

const refusal = (url: string): Promise<string> =>
  checkLogin(url).then(
    () => 'none',
    (error: Error) => (error.name === 'ExplainedError' ? error.message : `not explained: ${error}`),
  );
const withOptions = (url: string, options: string): string => `${url}?options=${encodeURIComponent(options)}`;
const as = async (url: string, ...statements: string[]): Promise<string | undefined> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
    return 'done';
  } catch (error) {
    return sqlState(error);
  } finally {
    await client.end();
  }
};

describe('a start', () => {
  test('with the owner, who is a superuser, is refused with what to set', async () => {
    expect(await refusal(server.url)).toMatch(
      /^DATABASE_URL logs in as trellis: .* trellis_app .* OWNER_DATABASE_URL for npm run migrate.*\.$/,
    );
  });

  test('with the owner who only steps down to the role is refused: SET ROLE NONE steps up again', async () => {
    expect(await refusal(withOptions(server.url, '-c role=trellis_app'))).toMatch(/^DATABASE_URL logs in as trellis: /);
  });

  test('with another login that may become the role is refused', async () => {
    await bend(`CREATE ROLE mate LOGIN PASSWORD 'mate' IN ROLE trellis_app`, 'DROP ROLE mate');
    const mate = new URL(server.url);
    [mate.username, mate.password] = ['mate', 'mate'];
    expect(await refusal(mate.href)).toMatch(/^DATABASE_URL logs in as mate: /);
    expect(await refusal(withOptions(mate.href, '-c role=trellis_app'))).toMatch(/^DATABASE_URL logs in as mate: /);
  });

  test.each([
    ['SUPERUSER', 'is a superuser'],
    ['CREATEROLE', 'may make roles'],
    ['CREATEDB', 'may make databases'],
    ['REPLICATION', 'may replicate'],
    ['BYPASSRLS', 'passes by row security'],
  ])('is refused where the role has become %s', async (attribute, reported) => {
    await bend(`ALTER ROLE trellis_app ${attribute}`, `ALTER ROLE trellis_app NO${attribute}`);
    expect(await refusal(server.applicationUrl)).toMatch(
      new RegExp(`can do more than the product may: it ${reported}\\.`),
    );
  });

  test('is refused where the role may become another, though it does not', async () => {
    await bend('CREATE ROLE stronger NOLOGIN', 'DROP ROLE stronger');
    await bend('GRANT stronger TO trellis_app WITH INHERIT FALSE', 'REVOKE stronger FROM trellis_app');
    await bend('GRANT pg_write_all_data TO trellis_app', 'REVOKE pg_write_all_data FROM trellis_app');
    expect(await refusal(server.applicationUrl)).toContain('it is a member of pg_write_all_data, stronger.');
  });

  test('is refused where the role owns what it works with', async () => {
    await bend('ALTER TABLE account OWNER TO trellis_app', 'ALTER TABLE account OWNER TO trellis');
    expect(await refusal(server.applicationUrl)).toContain('it owns what it works with.');
  });

  test('is refused without the time-outs, also where the address brings some along: a pooler drops them', async () => {
    await bend('ALTER ROLE trellis_app RESET statement_timeout', 'ALTER ROLE trellis_app SET statement_timeout = 5000');
    await bend('ALTER ROLE trellis_app SET lock_timeout = 0', 'ALTER ROLE trellis_app SET lock_timeout = 2000');
    const without =
      'The login trellis_app has not its own lock_timeout, statement_timeout: run npm run migrate, which sets them.';
    expect(await refusal(server.applicationUrl)).toBe(without);
    const options = '-c statement_timeout=5000 -c lock_timeout=2000';
    expect(await refusal(withOptions(server.applicationUrl, options))).toBe(without);
    await migrate(server.url);
    expect(await refusal(server.applicationUrl)).toBe('none');
  });

  test('compiles no statement, and is refused where it would', async () => {
    const client = new pg.Client({ connectionString: server.applicationUrl });
    await client.connect();
    try {
      expect((await client.query('SHOW jit')).rows).toEqual([{ jit: 'off' }]);
    } finally {
      await client.end();
    }
    await bend('ALTER ROLE trellis_app RESET jit', 'ALTER ROLE trellis_app SET jit = off');
    expect(await refusal(server.applicationUrl)).toBe(
      'The login trellis_app has not its own jit: run npm run migrate, which sets them.',
    );
  });

  test('on a standby, or a database that is set to be read only, is refused in a sentence', async () => {
    const name = new URL(server.url).pathname.slice(1);
    await bend(
      `ALTER DATABASE ${name} SET default_transaction_read_only = on`,
      `SET default_transaction_read_only = off; ALTER DATABASE ${name} RESET default_transaction_read_only`,
    );
    expect(await refusal(server.applicationUrl)).toMatch(/^The database of DATABASE_URL takes no writes: .*pg_promote/);
    await expect(migrate(server.url)).rejects.toThrow(/^The database of OWNER_DATABASE_URL takes no writes/);
  });

  test('that is not let in is shown who makes the login', async () => {
    const wrong = new URL(server.applicationUrl);
    wrong.password = 'guessed';
    expect(await refusal(wrong.href)).toMatch(/^The database lets trellis_app not in \(28P01\): npm run migrate makes/);
  });
});

describe('npm run migrate', () => {
  test('makes the login on a database of the version before, whose role logged in by nobody', async () => {
    await owner.query('ALTER ROLE trellis_app NOLOGIN PASSWORD NULL; ALTER ROLE trellis_app RESET ALL');
    expect(await refusal(server.applicationUrl)).toContain('not in (28P01)');
    await migrate(server.url);
    await setLoginPassword(server.url, server.applicationUrl);
    expect(await refusal(server.applicationUrl)).toBe('none');
  });

  test('works as an owner who is no superuser and may make roles', async () => {
    await bend(`CREATE ROLE landlord LOGIN CREATEROLE PASSWORD 'landlord'`, 'DROP ROLE landlord');
    await bend('GRANT trellis_app TO landlord WITH ADMIN OPTION', 'REVOKE trellis_app FROM landlord CASCADE');
    await bend('CREATE DATABASE let OWNER landlord', 'DROP DATABASE let');
    const address = new URL('/let', server.url);
    [address.username, address.password] = ['landlord', 'landlord'];
    await migrate(address.href);
    const application = new URL('/let', server.applicationUrl).href;
    await setLoginPassword(address.href, application);
    expect(await refusal(application)).toBe('none');
    expect(await refusal(address.href)).toContain('logs in as landlord');
    const { rows } = await owner.query('SELECT 1 FROM pg_auth_members WHERE member = $1::regrole', ['trellis_app']);
    expect(rows).toEqual([]);
  });

  test('shows an owner who may make no role what an administrator has to run, and the same of what seals need', async () => {
    expect(await blindOwnerOf(server.applicationUrl, 'DATABASE_URL')).toBeUndefined();
    await bend(`CREATE ROLE newcomer LOGIN PASSWORD 'newcomer'`, 'DROP ROLE newcomer');
    await bend('ALTER ROLE trellis_app RENAME TO away', 'ALTER ROLE away RENAME TO trellis_app');
    await bend('CREATE DATABASE bare OWNER newcomer', 'DROP DATABASE bare');
    const address = new URL('/bare', server.url);
    [address.username, address.password] = ['newcomer', 'newcomer'];
    await expect(migrate(address.href)).rejects.toThrow(
      /ALTER ROLE newcomer CREATEROLE; then run npm run migrate again/,
    );
    await owner.query('ALTER ROLE newcomer CREATEROLE');
    await migrate(address.href);
    undo.push('DROP ROLE trellis_app');
    undo.splice(undo.indexOf('DROP DATABASE bare'), 1);
    undo.push('DROP DATABASE bare');
    expect(await blindOwnerOf(address.href, 'OWNER_DATABASE_URL')).toMatch(/GRANT pg_read_all_stats TO newcomer\.$/);
    await owner.query('GRANT pg_read_all_stats TO newcomer');
    expect(await blindOwnerOf(address.href, 'OWNER_DATABASE_URL')).toBeUndefined();
  });

  test('shows an owner who may not change the role what an administrator has to run', async () => {
    await bend(`CREATE ROLE tenant LOGIN PASSWORD 'tenant'`, 'DROP ROLE tenant');
    const address = new URL(server.url);
    [address.username, address.password] = ['tenant', 'tenant'];
    const tenant = new pg.Client({ connectionString: address.href });
    await tenant.connect();
    // Nothing to do, and nothing is tried.
    await makeLogin(tenant);
    await setLoginPassword(address.href, server.applicationUrl);
    await bend('ALTER ROLE trellis_app RESET lock_timeout', 'ALTER ROLE trellis_app SET lock_timeout = 2000');
    await expect(makeLogin(tenant)).rejects.toThrow(
      /an administrator of the server run ALTER ROLE trellis_app SET lock_timeout = 2000\.$/,
    );
    await tenant.end();
  });
});

test('nothing that gets in as the application steps out of its rights', async () => {
  const url = server.applicationUrl;
  for (const step of ['SET ROLE NONE', 'RESET ROLE', 'RESET SESSION AUTHORIZATION'])
    expect([step, await as(url, step, 'UPDATE account SET balance = balance')]).toEqual([step, '42501']);
  expect(await as(url, 'SET ROLE trellis')).toBe('42501');
  expect(await as(url, 'SET SESSION AUTHORIZATION trellis')).toBe('42501');
  expect(await as(url, 'CREATE TEMPORARY TABLE account (id bigint)')).toBe('42501');
});

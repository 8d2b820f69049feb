import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { Database } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { InstalledServer, installedPostgres } from '../platform/embedded/installed.ts';
import { scratchFolder } from '../testing/scratch.ts';
import { SystemLedger } from '../testing/systemLedger.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { Past } from './past.ts';

/** A replica that has come as far as it was let: what was sealed is copied into it by hand. */
let system: SystemLedger;
let replica: TestDatabase;
let past: Past;
const lines: string[] = [];

beforeAll(async () => {
  system = await SystemLedger.start();
  await system.setMargin('0 seconds');
  replica = await createTestDatabase();
  past = new Past(
    system.database,
    { url: replica.url, poolSize: 1 },
    pino({}, { write: (line: string) => void lines.push(line) }),
  );
});
afterAll(async () => {
  await past.close();
  await system.close();
  await replica.drop().catch(() => undefined);
});

const look = () => past.job()?.run(new AbortController().signal);
const placeOf = (database: Database) => database.one<{ name: string }>('SELECT current_database() AS name');
const isReadThere = async (until: Date | undefined): Promise<boolean> =>
  (await past.read(until, placeOf))?.name === new URL(replica.url).pathname.slice(1);
const sealed = async () => {
  await system.post();
  await system.sealNext(10);
  const { rows } = await system.intruder.query('SELECT * FROM journal_seal ORDER BY number DESC LIMIT 1');
  return rows[0] as { number: string; up_to: Date; journals: number; sealed_at: Date; digest: Buffer };
};
type Seal = Awaited<ReturnType<typeof sealed>>;
const follow = ({ number, up_to, journals, sealed_at, digest }: Seal) =>
  replica.sql('INSERT INTO journal_seal (number, up_to, journals, sealed_at, digest) VALUES ($1, $2, $3, $4, $5)', [
    number,
    up_to,
    journals,
    sealed_at,
    digest,
  ]);

test('without a replica, and before it was seen how far one has come, everything is read in the database', async () => {
  const alone = new Past(system.database);
  expect(alone.job()).toBeUndefined();
  expect((await alone.read(new Date(0), placeOf))?.name).not.toBe('');
  expect(await isReadThere(new Date(0))).toBe(false);
  // A replica without any seal has nothing that is known to be whole.
  await look();
  expect([past.upTo, await isReadThere(new Date(0))]).toEqual([undefined, false]);
});

test('what was over by the last seal that both have is read in the replica, and nothing younger', async () => {
  const first = await sealed();
  await follow(first);
  const second = await sealed();
  await look();
  expect(past.upTo).toEqual(first.up_to);
  expect(await isReadThere(first.up_to)).toBe(true);
  expect(await isReadThere(new Date(first.up_to.getTime() + 1))).toBe(false);
  expect(await isReadThere(undefined)).toBe(false);
  await follow(second);
  expect(await isReadThere(second.up_to)).toBe(false);
  await look();
  expect(await isReadThere(second.up_to)).toBe(true);
});

test('a replica that went another way is not read, and the log says so', async () => {
  const third = await sealed();
  await follow({ ...third, digest: Buffer.alloc(32, 7) });
  await look();
  expect([past.upTo, await isReadThere(new Date(0))]).toEqual([undefined, false]);
  await look();
  // Said once, not at each look.
  expect(lines.filter((line) => line.includes('the replica follows another database'))).toHaveLength(1);
  await replica.sql(`SET session_replication_role = 'replica'`);
  await replica.sql('ALTER TABLE journal_seal DISABLE TRIGGER USER');
  await replica.sql('UPDATE journal_seal SET digest = $1 WHERE number = $2', [third.digest, third.number]);
  await look();
  expect(await isReadThere(third.up_to)).toBe(true);
  expect(lines.at(-1)).toContain('the replica is read again');
});

test('a replica that is logged in to as anybody else is not read', async () => {
  const strong = new Past(system.database, { url: replica.ownerUrl, poolSize: 1 });
  await strong.job()?.run(new AbortController().signal);
  expect(strong.upTo).toBeUndefined();
  await strong.close();
});

test('a connection that falls silent is waited for seconds, and the database answers', async () => {
  const { port } = new URL(replica.url);
  let isSilent = false;
  const silenced = new Set<object>();
  const between = createServer((client) => {
    const server = connect(Number(port), '127.0.0.1');
    client.on('error', () => server.destroy()).on('close', () => server.destroy());
    server.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.pipe(server);
    server.on('data', (part) => {
      if (isSilent) silenced.add(client);
      if (!silenced.has(client)) client.write(part);
    });
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const url = new URL(replica.url);
  url.port = String((between.address() as AddressInfo).port);
  const distant = new Past(system.database, { url: url.href, poolSize: 1 });
  await distant.job()?.run(new AbortController().signal);
  const { upTo } = distant;
  const nameOf = async () => (await distant.read(upTo, placeOf))?.name;
  expect(await nameOf()).toBe(new URL(replica.url).pathname.slice(1));
  isSilent = true;
  expect(await nameOf()).not.toBe(new URL(replica.url).pathname.slice(1));
  expect(distant.upTo).toBeUndefined();
  // That connection stays silent for good; another one is made.
  isSilent = false;
  for (let tries = 0; distant.upTo === undefined && tries < 3; tries += 1)
    await distant.job()?.run(new AbortController().signal);
  expect(distant.upTo).toEqual(upTo);
  await distant.close();
  between.close();
});

test('where the replica fails the database answers, at once and until it was seen again', async () => {
  const upTo = past.upTo;
  expect(upTo).toBeDefined();
  await replica.drop();
  expect(await isReadThere(upTo)).toBe(false);
  expect(past.upTo).toBeUndefined();
  await look();
  expect(await isReadThere(upTo)).toBe(false);
  // What is wrong with the question is said by the database.
  await expect(past.read(new Date(0), (database) => database.rows('SELECT nothing'))).rejects.toThrow('nothing');
});

const missing = installedPostgres === undefined ? ' (skipped: no Postgres of the machine itself is installed)' : '';
const drill = installedPostgres === undefined ? test.skip : test;

drill(`a standby that follows by itself is read, and the database again once it is gone${missing}`, async () => {
  const scratch = scratchFolder('trellis-standby-');
  chmodSync(scratch, 0o755);
  for (const name of ['first', 'standby']) mkdirSync(join(scratch, name));
  const servers: InstalledServer[] = [];
  const start = async (name: string, prepare?: (data: string) => void) => {
    const server = await InstalledServer.start(installedPostgres ?? '', join(scratch, name), prepare && { prepare });
    servers.unshift(server);
    return server;
  };
  const first = await start('first');
  const admin = new pg.Client({ connectionString: first.url('postgres', 'postgres') });
  await admin.connect();
  await admin.query('CREATE DATABASE wallet');
  await admin.end();
  await migrate(first.url('postgres', 'wallet'));
  const standby = await start('standby', (data) => {
    const copy = join(scratch, 'first', 'data', 'copy');
    first.run('pg_basebackup', '-R', '-D', copy, '-d', first.url('postgres', 'postgres'), '-c', 'fast');
    rmSync(data, { recursive: true });
    renameSync(copy, data);
  });
  const owner = new Database({ url: first.url('postgres', 'wallet'), poolSize: 1 });
  const application = new Database({ url: first.url('trellis_app', 'wallet'), poolSize: 1 });
  const following = new Past(application, { url: standby.url('trellis_app', 'wallet'), poolSize: 1 });
  const isStandby = async () =>
    (
      await following.read(following.upTo, (database) =>
        database.one<{ it: boolean }>('SELECT pg_is_in_recovery() AS it'),
      )
    )?.it;
  try {
    const upTo = new Date('2026-01-02T03:04:05Z');
    await owner.rows(
      `INSERT INTO journal_seal (number, up_to, journals, sealed_at, digest) VALUES (1, $1, 1, $1, sha256('')) RETURNING number`,
      [upTo],
    );
    while (following.upTo === undefined) await following.job()?.run(new AbortController().signal);
    expect(following.upTo).toEqual(upTo);
    expect(await isStandby()).toBe(true);
    await standby.stop();
    expect(await following.read(upTo, (database) => database.one('SELECT pg_is_in_recovery() AS it'))).toEqual({
      it: false,
    });
    expect(following.upTo).toBeUndefined();
  } finally {
    for (const each of [following, application, owner]) await each.close();
    for (const server of servers) await server.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
});

import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { InstalledServer, installedPostgres, scratchFolder, startTestBucket } from '../../api/src/testing/index.ts';
import { callerOf } from '../support/caller.ts';
import { type Product, projectRoot, startProduct } from '../support/product.ts';

// The drill: what a backup is worth is what comes back of it, and what the copy does before anybody says that it takes over.
const missing = installedPostgres === undefined ? ' (skipped: no Postgres of the machine itself is installed)' : '';
const drill = installedPostgres === undefined ? test.skip : test;
const hasArchive = existsSync('/usr/bin/pgbackrest');
const archiveDrill = installedPostgres !== undefined && hasArchive ? test : test.skip;
const scratch = scratchFolder('trellis-restores-');
// Postgres runs as somebody else than root, who has to get there.
chmodSync(scratch, 0o755);
const running: { stop(): Promise<unknown> }[] = [];
const ownerName = 'trellis_owner';
let old: InstalledServer;
let product: Product;

const folderOf = (name: string): string => {
  const folder = join(scratch, name);
  mkdirSync(folder, { recursive: true });
  return folder;
};
const addresses = (server: InstalledServer, database = 'wallet') => ({
  OWNER_DATABASE_URL: server.url(ownerName, database).replace('@', ':owner@'),
  DATABASE_URL: server.url('trellis_app', database).replace('@', ':app@'),
});

async function sql<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A server with an owner as production.md has an administrator make it. */
async function serverIn(name: string, settings: Readonly<Record<string, string>> = {}): Promise<InstalledServer> {
  const server = await InstalledServer.start(installedPostgres ?? '', folderOf(name), { settings });
  running.push(server);
  const admin = server.url('postgres', 'postgres');
  await sql(admin, `CREATE ROLE ${ownerName} LOGIN CREATEROLE PASSWORD 'owner'`);
  await sql(admin, `GRANT pg_read_all_stats TO ${ownerName}`);
  await sql(admin, `CREATE DATABASE wallet OWNER ${ownerName}`);
  return server;
}

async function command(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number; text: string }> {
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(projectRoot, 'api/src/commands/backup', `${name}.ts`), ...args],
      { env: { ...process.env, ...env }, cwd: projectRoot },
    );
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}

const productOn = async (server: InstalledServer, name: string, seed: boolean): Promise<Product> => {
  const started = await startProduct({
    dataDir: folderOf(name),
    env: { ...addresses(server), SEED_DEMO: String(seed), DATABASE_POOL: '4' },
  });
  running.push(started);
  return started;
};
const ready = async ({ origin }: Product): Promise<number> => (await fetch(`${origin}/readyz`)).status;
const lastDigest = async (server: InstalledServer): Promise<string | undefined> =>
  (
    await sql<{ digest: string }>(
      addresses(server).OWNER_DATABASE_URL,
      `SELECT encode(digest, 'hex') AS digest FROM journal_seal ORDER BY number DESC LIMIT 1`,
    )
  )[0]?.digest;
const archive = join(scratch, 'pgbackrest.conf');

beforeAll(async () => {
  if (installedPostgres === undefined) return;
  const repository = folderOf('repository');
  old = await serverIn('old', {
    ...(hasArchive && {
      archive_mode: 'on',
      archive_command: `pgbackrest --config=${archive} --stanza=trellis archive-push %p`,
      unix_socket_directories: join(scratch, 'old', 'data'),
    }),
  });
  old.give(repository);
  writeFileSync(
    archive,
    `[global]\nrepo1-path=${repository}/repo\nlog-path=${repository}/log\nlock-path=${repository}/lock\nspool-path=${repository}/spool\nlog-level-console=error\n` +
      `[trellis]\npg1-path=${join(scratch, 'old', 'data')}\npg1-port=${old.port}\npg1-socket-path=${join(scratch, 'old', 'data')}\npg1-user=postgres\n`,
  );
  product = await productOn(old, 'old-product', true);
  const demo = await callerOf(product, 'demo');
  expect((await demo.transfer('hana', '1')).status).toBe(201);
  // Something is sealed.
  await delay(11_000);
  await sql(addresses(old).OWNER_DATABASE_URL, 'SELECT seal_next(10000)');
});
afterAll(async () => {
  for (const each of running.toReversed()) await each.stop();
  rmSync(scratch, { recursive: true, force: true });
});

drill(`a backup is restored and looked at before it counts; one that is not whole does not${missing}`, async () => {
  const to = folderOf('backups');
  const taken = await command('backup', ['--to', to], addresses(old));
  expect(taken.text).toContain(`has the digest ${await lastDigest(old)}`);
  expect(taken.code).toBe(0);
  const [file = '', notes = ''] = readdirSync(to).toSorted();
  expect([file, notes]).toEqual([expect.stringMatching(/^trellis-.*Z\.dump$/), `${file}.json`]);
  expect(statSync(join(to, file)).mode & 0o077).toBe(0);
  const [row] = await sql<{ place: string; bytes: string; sha256: string }>(
    addresses(old).OWNER_DATABASE_URL,
    `SELECT place, bytes, encode(sha256, 'hex') AS sha256 FROM checked_backup`,
  );
  expect(row?.place).toContain(file);
  expect(JSON.parse(readFileSync(join(to, notes), 'utf8'))).toMatchObject({
    file,
    bytes: Number(row?.bytes),
    sha256: row?.sha256,
  });

  // A balance that no posting explains.
  const owner = addresses(old).OWNER_DATABASE_URL;
  const change = (by: number) =>
    sql(owner, `UPDATE account SET balance = balance + ${by} WHERE id = (SELECT min(id) FROM account WHERE seq > 0)`);
  await change(1);
  const faulty = await command('backup', ['--to', folderOf('faulty')], addresses(old));
  await change(-1);
  expect(faulty.code).toBe(1);
  expect(faulty.text).toContain('What was restored is not whole');
  expect(readdirSync(folderOf('faulty'))).toEqual([expect.stringMatching(/\.dump\.faulty$/)]);
  expect(await sql(owner, 'SELECT FROM checked_backup')).toHaveLength(1);
});

drill(
  `it is read from a standby where there is one, and counts only if that is of the same database${missing}`,
  async () => {
    const behind = folderOf('standby');
    const standby = await InstalledServer.start(installedPostgres ?? '', behind, {
      settings: { hot_standby_feedback: 'on', archive_mode: 'off' },
      prepare: (data) => {
        const copy = join(scratch, 'old', 'data', 'copy');
        old.run('pg_basebackup', '-R', '-D', copy, '-d', old.url('postgres', 'postgres'), '-c', 'fast');
        rmSync(data, { recursive: true });
        renameSync(copy, data);
      },
    });
    running.push(standby);
    const to = folderOf('of-standby');
    const env = { ...addresses(old), OWNER_REPLICA_URL: addresses(standby).OWNER_DATABASE_URL };
    const before = new Date();
    const taken = await command('backup', ['--to', to], env);
    expect(taken).toMatchObject({ code: 0, text: expect.stringContaining(`has the digest ${await lastDigest(old)}`) });
    const [row] = await sql<{ taken_at: Date }>(
      addresses(old).OWNER_DATABASE_URL,
      'SELECT taken_at FROM checked_backup ORDER BY id DESC LIMIT 1',
    );
    // As of what it had replayed: the product writes every few seconds.
    expect(row?.taken_at.getTime()).toBeGreaterThan(before.getTime() - 60_000);
    expect(row?.taken_at.getTime()).toBeLessThan(Date.now());

    const other = await serverIn('other');
    const noStandby = { ...addresses(old), OWNER_REPLICA_URL: addresses(other).OWNER_DATABASE_URL };
    const none = await command('backup', ['--to', folderOf('of-none')], noStandby);
    expect(none).toMatchObject({ code: 1, text: expect.stringContaining('OWNER_REPLICA_URL is no standby') });
    const ofOther = { ...addresses(other), OWNER_REPLICA_URL: addresses(standby).OWNER_DATABASE_URL };
    await command('../migrate', [], addresses(other));
    const refused = await command('backup', ['--to', folderOf('of-other')], ofOther);
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('is of another database') });
    expect(readdirSync(folderOf('of-other'))).toEqual([expect.stringMatching(/\.dump\.faulty$/)]);
    expect(await sql(addresses(other).OWNER_DATABASE_URL, 'SELECT FROM checked_backup')).toEqual([]);
  },
);

drill(
  `into a bucket and back out of it; what lies there changed is refused, what it does not take stays${missing}`,
  async () => {
    const bucket = await startTestBucket();
    running.push({ stop: () => bucket.close() });
    const to = 's3://releases/trellis/backups';
    const env = { ...addresses(old), AWS_ENDPOINT_URL: bucket.address.endpoint ?? '' };
    const way = folderOf('way');
    const taken = await command('backup', ['--to', to, '--by-way-of', way], env);
    expect(taken).toMatchObject({ code: 0, text: expect.stringContaining(`${to}/trellis-`) });
    const [file = '', ...others] = bucket.keys('backups/').map((key) => key.replace('backups/', ''));
    expect([file, others]).toEqual([expect.stringMatching(/^trellis-.*Z\.dump$/), [`${file}.json`]]);

    const next = await serverIn('out-of-bucket');
    const from = ['--by-way-of', folderOf('fetched'), `${to}/${file}`];
    const into = { ...env, ...addresses(next) };
    const digest = (await lastDigest(old)) ?? '';
    const absent = await command('restore', [`${to}/trellis-none.dump`, ...from.slice(0, 2)], into);
    expect(absent).toMatchObject({ code: 1, text: expect.stringContaining('trellis-none.dump cannot be fetched') });
    const restored = await command('restore', [...from, '--expect', digest], into);
    expect(restored).toMatchObject({ code: 0, text: expect.stringContaining(`has the digest ${digest}`) });
    expect(statSync(join(folderOf('fetched'), file)).mode & 0o077).toBe(0);
    bucket.tamper(`backups/${file}`, 'something else');
    const again = await command('restore', from, into);
    expect(again).toMatchObject({ code: 1, text: expect.stringContaining('is there already') });
    const changed = await command('restore', ['--by-way-of', folderOf('changed'), `${to}/${file}`], into);
    expect(changed).toMatchObject({ code: 1, text: expect.stringContaining('is not what was saved') });

    const recorded = await sql(env.OWNER_DATABASE_URL, 'SELECT FROM checked_backup');
    bucket.mood = 'failing';
    const untaken = await command('backup', ['--to', to, '--by-way-of', folderOf('other-way')], env);
    expect(untaken).toMatchObject({ code: 1, text: expect.stringContaining('the bucket did not take it') });
    expect(readdirSync(folderOf('other-way'))).toHaveLength(2);
    expect(await sql(env.OWNER_DATABASE_URL, 'SELECT FROM checked_backup')).toHaveLength(recorded.length);
  },
);

drill(`of a dump: a copy that sends nothing and turns members away, until somebody takes over${missing}`, async () => {
  const file = join(folderOf('backups'), readdirSync(folderOf('backups')).find((name) => name.endsWith('.dump')) ?? '');
  const next = await serverIn('next');
  const digest = (await lastDigest(old)) ?? '';
  const restored = await command('restore', [file, '--expect', digest], addresses(next));
  expect(restored).toMatchObject({ code: 0, text: expect.stringContaining(`has the digest ${digest}`) });
  const again = await command('restore', [file], addresses(next));
  expect(again).toMatchObject({ code: 1, text: expect.stringContaining('is not empty') });

  const copy = await productOn(next, 'next-product', false);
  expect(await ready(copy)).toBe(503);
  expect(copy.output()).toContain('ready at');
  // Longer than a process waits for a role.
  await delay(7_000);
  expect(
    await sql(addresses(next).OWNER_DATABASE_URL, 'SELECT FROM role_lease WHERE until > clock_timestamp()'),
  ).toEqual([]);
  expect(readFileSync(join(copy.dataDir, 'trellis.log'), 'utf8')).toContain('npm run restore -- take-over');
  await expect(callerOf(copy, 'demo')).rejects.toThrow(/503/);

  const taken = await command('restore', ['take-over', '--reason', 'a drill', '--by', 'ann'], addresses(next));
  expect(taken).toMatchObject({ code: 0 });
  for (let tries = 0; (await ready(copy)) !== 200 && tries < 100; tries += 1) await delay(100);
  for (let tries = 0; tries < 50 && (await fetch(`${copy.origin}/api/v1/session`)).status === 503; tries += 1)
    await delay(100);
  const demo = await callerOf(copy, 'demo');
  expect((await demo.transfer('hana', '1')).status).toBe(201);
  expect(
    await sql(
      addresses(next).OWNER_DATABASE_URL,
      `SELECT actor, reason FROM audit_event WHERE action = 'database.take_over'`,
    ),
  ).toEqual([{ actor: 'command:ann', reason: 'a drill' }]);
});

archiveDrill(
  `of an archive, to a time between two transfers${hasArchive ? missing : ' (skipped: pgbackrest is not installed)'}`,
  async () => {
    const run = (...args: string[]): void =>
      void old.runOther('pgbackrest', `--config=${archive}`, '--stanza=trellis', ...args);
    run('stanza-create');
    run('--type=full', '--start-fast', 'backup');
    const demo = await callerOf(product, 'demo');
    const kept = await demo.transfer('hana', '2');
    await delay(1_500);
    const [now] = await sql<{ at: string }>(addresses(old).OWNER_DATABASE_URL, 'SELECT clock_timestamp()::text AS at');
    await delay(1_500);
    const lost = await demo.transfer('hana', '3');
    await sql(old.url('postgres', 'postgres'), 'SELECT pg_switch_wal()');
    await delay(2_000);
    const into = join(scratch, 'into');
    const args = ['--stanza', 'trellis', '--config', archive, '--into', into, '--at', now?.at ?? ''];
    const restored = await command('restore', args, addresses(old));
    expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('It is a copy') });
    const server = await InstalledServer.start(installedPostgres ?? '', into, { prepare: () => undefined });
    running.push(server);
    const references = (await sql<{ id: string }>(addresses(server).OWNER_DATABASE_URL, 'SELECT id FROM journal')).map(
      ({ id }) => id,
    );
    const reference = ({ body }: typeof kept): unknown => (body as { reference: string }).reference;
    expect(references).toContain(reference(kept));
    expect(references).not.toContain(reference(lost));
    expect(await sql(addresses(server).OWNER_DATABASE_URL, 'SELECT is_home()')).toEqual([{ is_home: false }]);
    expect(globSync(join(into, 'data', 'postgresql.auto.conf')).map((name) => readFileSync(name, 'utf8'))[0]).toContain(
      "archive_mode = 'off'",
    );
  },
);

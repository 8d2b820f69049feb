import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { type EmbeddedPostgres, runningPostgresUrl, startEmbeddedPostgres } from './postgres.ts';

let dataDir: string;
let running: EmbeddedPostgres | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'trellis-postgres-'));
  chmodSync(dataDir, 0o755);
  running = undefined;
});
afterEach(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const postmaster = (): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await delay(50);
  return !isAlive(pid);
}

/** Another process that owns a Postgres on the folder. @returns it, and the line it printed */
async function owner(): Promise<{ child: ChildProcess; line: string }> {
  const script = resolve(import.meta.dirname, '../../testing/holdPostgres.ts');
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((next) =>
    child.stdout.once('data', (chunk: Buffer) => next(chunk.toString().trim())),
  );
  return { child, line };
}

test('a first start makes a cluster of UTF-8 with its own password, on loopback only; a second keeps the data', async () => {
  running = await startEmbeddedPostgres(dataDir);
  const [settings] = await query(
    running.url,
    `SELECT pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datlocale AS locale,
            current_setting('listen_addresses') AS listens, current_setting('unix_socket_directories') AS sockets,
            current_setting('max_wal_size') AS wal, current_setting('checkpoint_timeout') AS checkpoint,
            current_setting('fsync') AS fsync, current_setting('data_checksums') AS checksums
       FROM pg_database WHERE datname = current_database()`,
  );
  expect(settings).toEqual({
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    listens: '127.0.0.1',
    sockets: '',
    wal: '1GB',
    checkpoint: '5min',
    fsync: 'on',
    checksums: 'on',
  });
  const password = join(dataDir, 'postgres-password');
  expect(statSync(password).mode & 0o777).toBe(0o600);
  expect(readFileSync(password, 'utf8').length).toBeGreaterThanOrEqual(32);
  const wrong = new URL(running.url);
  wrong.password = 'guessed';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');

  await query(running.url, `CREATE TABLE kept AS SELECT 'ümlaut 木' AS text`);
  const pid = postmaster();
  await running.stop();
  expect(await gone(pid)).toBe(true);
  running = await startEmbeddedPostgres(dataDir);
  expect(await query(running.url, 'SELECT text FROM kept')).toEqual([{ text: 'ümlaut 木' }]);
  expect(await runningPostgresUrl(dataDir)).toBe(running.url);
});

describe('after a crash', () => {
  test('of its owner, the orphan is taken over with its data; a second owner is refused while one lives', async () => {
    const first = await owner();
    await query(first.line, 'CREATE TABLE kept AS SELECT 7 AS number');
    const pid = postmaster();
    await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow(
      `Another Trellis already runs on ${dataDir}: stop it, or choose another folder with DATA_DIR.`,
    );
    first.child.kill('SIGKILL');
    await new Promise((next) => first.child.once('exit', next));
    expect(isAlive(pid)).toBe(true);

    // The owner's connection ends a moment after the owner.
    for (let tries = 0; tries < 40 && !running; tries += 1) {
      running = await startEmbeddedPostgres(dataDir).catch(() => undefined);
      if (!running) await delay(50);
    }
    expect(postmaster()).toBe(pid);
    expect(await query(running?.url ?? '', 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
    expect((await owner()).line).toMatch(/^Another Trellis already runs on /);
    await running?.stop();
    expect(await gone(pid)).toBe(true);
  });

  test('of the server, the next start works at once and has what was committed', async () => {
    const first = await owner();
    await query(first.line, 'CREATE TABLE kept AS SELECT 8 AS number');
    process.kill(postmaster(), 'SIGKILL');
    first.child.kill('SIGKILL');
    running = await startEmbeddedPostgres(dataDir);
    expect(await query(running.url, 'SELECT number FROM kept')).toEqual([{ number: 8 }]);
  });

  test('in the middle of the first start, the half-made folder is made again', async () => {
    mkdirSync(join(dataDir, 'postgres.new', 'base'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres.new', 'base', 'half'), 'made');
    running = await startEmbeddedPostgres(dataDir);
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);
    expect(await query(running.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

test('a command alongside no running Trellis is shown what to do', async () => {
  await expect(runningPostgresUrl(dataDir)).rejects.toThrow(`No Trellis runs on ${dataDir}: start it with npm start`);
});

test('a folder that cannot be written in is one plain sentence', async () => {
  // Root may write everywhere but into the kernel's own folders.
  const closed = process.getuid?.() === 0 ? '/sys/trellis' : join(dataDir, 'closed', 'data');
  if (closed.startsWith(dataDir)) mkdirSync(join(dataDir, 'closed'), { mode: 0o555 });
  await expect(startEmbeddedPostgres(closed)).rejects.toMatchObject({
    name: 'ExplainedError',
    message: expect.stringMatching(/^(?:No permission to write in|The folder) .*DATA_DIR\.$/),
  });
});

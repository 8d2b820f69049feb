import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { demoPassword } from '../../development/demo/team.ts';
import { suspend } from '../../testing/members.ts';
import { Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
const minute = 60_000;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.close());

const isAlive = async (client: Client): Promise<boolean> => (await client.get('/api/v1/balances')).status === 200;
const tokenOf = ({ cookie }: Client): string => /session=([^;]*)/.exec(cookie)?.[1] ?? '';

describe('a session', () => {
  test('ends after an hour of silence', async () => {
    const client = await app.logIn('demo');
    app.clock.advance(59 * minute);
    expect(await isAlive(client)).toBe(true);
    app.clock.advance(59 * minute);
    expect(await isAlive(client)).toBe(true);
    app.clock.advance(61 * minute);
    expect(await isAlive(client)).toBe(false);
    expect((await client.get('/api/v1/session')).body).toEqual({ member: null });
  });

  test('ends after a day, however busy', async () => {
    const client = await app.logIn('demo');
    for (let half = 1; half < 48; half += 1) {
      app.clock.advance(30 * minute);
      expect(await isAlive(client)).toBe(true);
    }
    app.clock.advance(30 * minute);
    expect(await isAlive(client)).toBe(false);
  });

  test('ends at log-out: the cookie is removed, and its token counts for nothing', async () => {
    const client = await app.logIn('demo');
    const other = await app.logIn('demo');
    const answer = await client.send('DELETE', '/api/v1/session', undefined);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBe('trellis-dev-session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0');
    expect(await isAlive(client)).toBe(false);
    expect(await isAlive(other)).toBe(true);
  });

  test('is replaced at log-in: a token planted before counts for nothing', async () => {
    const before = await app.logIn('hana');
    const answer = await before.post('/api/v1/session', { username: 'hana', password: demoPassword });
    const after = new Client(app.origin, answer.headers.get('set-cookie')?.split(';')[0]);
    expect(tokenOf(after)).not.toBe(tokenOf(before));
    expect(await isAlive(before)).toBe(false);
    expect(await isAlive(after)).toBe(true);
  });

  test('of another than the page was made for answers nothing, and says whose it is', async () => {
    const client = await app.logIn('hana');
    const { status, problem } = await client.get('/api/v1/balances', { 'x-page-of': 'demo' });
    expect([status, problem.code, problem.params]).toEqual([409, 'auth.other_session', { user: 'hana' }]);
    expect((await client.get('/member-events?of=demo')).status).toBe(409);
    const order = { recipient: 'demo', amount: '1', unit: 'USD' };
    const headers = { 'x-page-of': 'demo', 'idempotency-key': newKey() };
    expect((await client.post('/api/v1/transfers', order, headers)).problem.code).toBe('auth.other_session');
    expect((await client.post('/api/v1/transfers', order, { ...headers, 'x-page-of': 'hana' })).status).toBe(201);
    expect((await client.send('DELETE', '/api/v1/session', undefined, { 'x-page-of': 'demo' })).status).toBe(409);
    expect(await isAlive(client)).toBe(true);
    // Who has no session is informed, whoever the page was of.
    expect((await new Client(app.origin).get('/api/v1/balances', { 'x-page-of': 'demo' })).status).toBe(401);
  });

  test('of an operator opens nothing of a member', async () => {
    const client = await app.logIn('emma');
    await app.database.sql(`UPDATE session SET audience = 'operator' WHERE token_hash = $1`, [
      createHash('sha256').update(tokenOf(client)).digest(),
    ]);
    expect(await isAlive(client)).toBe(false);
  });

  test('leaves only the digest of its token in the database', async () => {
    const client = await app.logIn('ren');
    const token = tokenOf(client);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const rows = await app.database.sql<{ row: string }>('SELECT s::text AS row FROM session s');
    expect(rows.some(({ row }) => row.includes(createHash('sha256').update(token).digest('hex')))).toBe(true);
    const plain = [token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')];
    for (const { row } of rows) for (const form of plain) expect(row).not.toContain(form);
  });

  test.each(['', 'A', 'A'.repeat(43), '%00', 'A'.repeat(5000)])('is not opened by the token %.20j', async (token) => {
    const outsider = new Client(app.origin, `trellis-dev-session=${token}`);
    expect((await outsider.get('/api/v1/balances')).problem.code).toBe('auth.session_required');
  });
});

test('suspension takes hold of sessions that are open', async () => {
  const client = await app.logIn('sora');
  await suspend(app.database, 'sora');
  expect((await client.get('/api/v1/session')).body).toMatchObject({ member: { suspended: true } });
  expect((await client.transfer('minjun', '1')).problem).toMatchObject({
    status: 403,
    title: 'Restricted Access: Your account is currently suspended',
  });
});

describe('the cookie', () => {
  test('over plain http has no Secure, which Safari would not store, and an ordinary name', async () => {
    const { headers } = await app.visitor.post('/api/v1/session', { username: 'demo', password: demoPassword });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^trellis-dev-session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=86400$/,
      ),
      expect.stringMatching(
        /^trellis-dev-device=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=31536000$/,
      ),
    ]);
  });

  test('over https is a __Host- cookie, and no other name is read', async () => {
    const secure = await startTestApplication({ publicOrigin: 'https://wallet.example' });
    try {
      const { headers } = await secure.visitor.post('/api/v1/session', { username: 'demo', password: demoPassword });
      const [cookie = '', device] = headers.getSetCookie();
      expect(device).toMatch(
        /^__Host-device=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=31536000; Secure$/,
      );
      expect(cookie).toMatch(
        /^__Host-session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=86400; Secure$/,
      );
      const pair = cookie.split(';')[0] ?? '';
      expect(await isAlive(new Client(secure.origin, pair))).toBe(true);
      expect(await isAlive(new Client(secure.origin, pair.replace('__Host-session', 'trellis-dev-session')))).toBe(
        false,
      );
    } finally {
      await secure.close();
    }
  });
});

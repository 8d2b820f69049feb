import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Database } from '../../platform/db/database.ts';
import {
  codeOf,
  enrolled,
  loggedIn,
  OpsClient,
  otherCode,
  stepMs,
  type TestOperator,
  toNextStep,
  withAccounts,
} from '../../testing/operators.ts';
import { goodPassword } from '../../testing/registering.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { OperatorSessions } from './session.ts';

let app: TestApplication;
let visitor: OpsClient;
let serial = 0;
let name: string;
const minute = 60_000;

beforeAll(async () => {
  app = await startTestApplication();
  visitor = new OpsClient(app);
});
afterAll(() => app.close());
beforeEach(() => {
  serial += 1;
  name = `ann${serial}`;
});

const open = (token: string, password = goodPassword) => visitor.post('/enrolment', { token, password });
const logIn = (given: { name: string; password?: string; code: string }) =>
  visitor.post('/session', { password: goodPassword, ...given });
const isIn = async (client: OpsClient) => (await client.get('/session')).body.operator !== null;
const expectRefused = async (answer: Promise<{ problem: object }>) =>
  expect((await answer).problem).toMatchObject({ status: 401, code: 'auth.credentials_invalid' });

describe('the log-in', () => {
  let operator: TestOperator;
  beforeEach(async () => {
    operator = await enrolled(app, name, ['viewer']);
    toNextStep(app);
  });

  test('needs name, password and code, and gives one answer for whatever is wrong', async () => {
    const code = codeOf(app, operator.secret);
    await expectRefused(logIn({ name, password: 'wrong-Password-1', code }));
    await expectRefused(logIn({ name, code: otherCode(code) }));
    await expectRefused(logIn({ name, password: 'wrong-Password-1', code: otherCode(code) }));
    await expectRefused(logIn({ name: 'nobody', code }));
    // What no name can be is refused for its form, whoever there is.
    expect((await logIn({ name: '\0', code })).problem).toMatchObject({ status: 400, code: 'request.invalid' });
    for (const missing of [
      { name, password: goodPassword },
      { name, code },
      { password: goodPassword, code },
    ])
      expect((await visitor.post('/session', missing)).problem).toMatchObject({ status: 400, code: 'request.invalid' });
    const answer = await logIn({ name: name.toUpperCase(), code });
    expect(answer.body).toEqual({ operator: { name, roles: ['viewer'] } });
    expect(answer.cookie).toMatch(
      /^trellis-dev-ops-session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800$/,
    );
  });

  test('takes a code once, however many send it at the same moment', async () => {
    const code = codeOf(app, operator.secret);
    const answers = await Promise.all(Array.from({ length: 20 }, () => logIn({ name, code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const sessions = await app.database.sql(
      'SELECT 1 FROM operator_session s JOIN operator o ON o.id = s.operator_id WHERE o.name = $1',
      [name],
    );
    expect(sessions).toHaveLength(1);
  });

  test('takes the code of the step before, and none that is older than one that was taken', async () => {
    const before = codeOf(app, operator.secret);
    app.clock.advance(stepMs);
    const now = codeOf(app, operator.secret);
    expect((await logIn({ name, code: now })).status).toBe(200);
    await expectRefused(logIn({ name, code: before }));
    app.clock.advance(2 * stepMs);
    await expectRefused(logIn({ name, code: now }));
    const previous = codeOf(app, operator.secret);
    app.clock.advance(stepMs);
    expect((await logIn({ name, code: previous })).status).toBe(200);
  });

  test('of one who guesses is delayed, and the right answer is not even looked at meanwhile', async () => {
    // The second to wait is not to pass on a slow machine.
    const clock = jest.spyOn(app.clock, 'now').mockReturnValue(app.clock.now());
    for (let failure = 1; failure <= 6; failure += 1)
      await expectRefused(logIn({ name, password: 'wrong-Password-1', code: '000000' }));
    const refused = await logIn({ name, code: codeOf(app, operator.secret) });
    clock.mockRestore();
    expect(refused.problem).toMatchObject({ status: 429, code: 'auth.too_many_attempts' });
    app.clock.advance(1500);
    expect((await logIn({ name, code: codeOf(app, operator.secret) })).status).toBe(200);
  });

  test('of 50 guesses at once lets no more through than one after the other', async () => {
    const guess = () => logIn({ name, password: 'wrong-Password-1', code: '000000' });
    const clock = jest.spyOn(app.clock, 'now').mockReturnValue(app.clock.now());
    const statuses = (await Promise.all(Array.from({ length: 50 }, guess))).map(({ status }) => status);
    clock.mockRestore();
    expect(statuses.filter((status) => status === 401)).toHaveLength(6);
    expect(statuses.filter((status) => status === 429)).toHaveLength(44);
    app.clock.advance(1500);
    expect((await logIn({ name, code: codeOf(app, operator.secret) })).status).toBe(200);
  });

  test('codes guessed by who knows the password count over all networks, and no answer says so', async () => {
    const proxied = await startTestApplication({ trustedProxies: 1 });
    try {
      const bob = await enrolled(proxied, name, ['viewer']);
      proxied.clock.advance(stepMs);
      const from = (network: number, given: string) =>
        new OpsClient(proxied).post(
          '/session',
          { name, password: goodPassword, code: given },
          { 'x-forwarded-for': `10.0.${network}.1` },
        );
      const right = codeOf(proxied, bob.secret);
      const clock = jest.spyOn(proxied.clock, 'now').mockReturnValue(proxied.clock.now());
      for (let network = 1; network <= 6; network += 1) await expectRefused(from(network, otherCode(right, network)));
      await expectRefused(from(7, right));
      clock.mockRestore();
      proxied.clock.advance(2500);
      expect((await from(8, codeOf(proxied, bob.secret))).status).toBe(200);
    } finally {
      await proxied.close();
    }
  });
});

describe('a session', () => {
  let operator: TestOperator;
  beforeEach(async () => {
    operator = await enrolled(app, name, ['viewer']);
  });

  test('ends after a quarter of an hour of silence', async () => {
    const client = await loggedIn(app, operator);
    for (let visit = 0; visit < 3; visit += 1) {
      app.clock.advance(14 * minute);
      expect(await isIn(client)).toBe(true);
    }
    app.clock.advance(15 * minute + 1000);
    expect(await isIn(client)).toBe(false);
  });

  test('ends after eight hours in any case', async () => {
    const client = await loggedIn(app, operator);
    for (let passed = 0; passed < 8 * 60 - 10; passed += 10) {
      app.clock.advance(10 * minute);
      expect(await isIn(client)).toBe(true);
    }
    app.clock.advance(10 * minute + 1000);
    expect(await isIn(client)).toBe(false);
  });

  test('says when it ends, which a call of the page’s own does not move, and nobody else’s says nothing', async () => {
    const client = await loggedIn(app, operator);
    const left = async (headers: Record<string, string> = {}) => {
      const { body } = await client.send('GET', '/session', undefined, headers);
      return [body.idleEndsAt, body.endsAt].map((at) =>
        Math.round((Date.parse(String(at)) - app.clock.now().getTime()) / minute),
      );
    };
    expect(await left()).toEqual([15, 480]);
    app.clock.advance(13 * minute);
    expect(await left({ 'x-background': '1' })).toEqual([2, 467]);
    expect(await left({ 'x-background': '1' })).toEqual([2, 467]);
    expect(await left()).toEqual([15, 467]);
    app.clock.advance(16 * minute);
    const nobody = { operator: null, idleEndsAt: null, endsAt: null };
    expect((await client.get('/session')).body).toEqual(nobody);
    expect((await visitor.get('/session')).body).toEqual(nobody);
  });

  test('ends by log-out, at the next log-in of that browser, at a suspension and at a reset', async () => {
    const left = await loggedIn(app, operator);
    const answer = await left.send('DELETE', '/session');
    expect(answer.cookie).toMatch(/^trellis-dev-ops-session=; .*Max-Age=0$/);
    expect(await isIn(left)).toBe(false);

    const first = await loggedIn(app, operator);
    app.clock.advance(stepMs);
    await first.post('/session', { name, password: goodPassword, code: codeOf(app, operator.secret) });
    expect(await isIn(first)).toBe(false);

    const suspended = await loggedIn(app, operator);
    await withAccounts(app, (accounts) => accounts.suspend(name));
    expect(await isIn(suspended)).toBe(false);
    app.clock.advance(stepMs);
    await expectRefused(logIn({ name, code: codeOf(app, operator.secret) }));

    const token = await withAccounts(app, (accounts) => accounts.reset(name));
    expect(await isIn(suspended)).toBe(false);
    await expectRefused(logIn({ name, code: codeOf(app, operator.secret) }));
    expect((await open(token)).status).toBe(200);
  });

  test('is not opened for who was reset between log-in and session', async () => {
    const [row] = await app.database.sql<{ id: string; passwordHash: string }>(
      'SELECT id, password_hash AS "passwordHash" FROM operator WHERE name = $1',
      [name],
    );
    const loggedInAs = row ?? { id: '', passwordHash: '' };
    const browser = { userAgent: 'a browser', address: '192.0.2.7' };
    const database = new Database({ url: app.database.url, poolSize: 1 });
    const sessions = new OperatorSessions(database, app.clock);
    try {
      expect(await sessions.open(loggedInAs, browser)).toHaveLength(43);
      await withAccounts(app, (accounts) => accounts.reset(name));
      await expect(sessions.open(loggedInAs, browser)).rejects.toThrow('auth.credentials_invalid');
    } finally {
      await database.close();
    }
  });

  test('knows the roles of this very moment', async () => {
    const client = await loggedIn(app, operator);
    await app.database.sql(`UPDATE operator SET roles = '{releases}' WHERE name = $1`, [name]);
    expect((await client.get('/session')).body).toMatchObject({ operator: { name, roles: ['releases'] } });
  });
});

import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { demoPassword } from '../../development/demo/team.ts';
import { Database } from '../../platform/db/database.ts';
import { type Answer, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { failureSubject, LoginFailures } from '../credentials/failures.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.close());

const logIn = (username: string, password: string): Promise<Answer> =>
  app.visitor.post('/api/v1/session', { username, password });
const wrong = 'not-the-Password-1';
const secondsLeft = ({ problem }: Answer): number => Number(problem.params?.seconds);

test('opens a session, whatever case the name is typed in', async () => {
  const answer = await logIn('DeMo', demoPassword);
  expect(answer.body).toEqual({ member: { username: 'demo', language: 'en', suspended: false } });
});

test.each([
  ['nobody', 'auth.username_unknown', 'Username Does Not Exist', 'username'],
  ['hana', 'auth.password_incorrect', 'Incorrect Password', 'password'],
])('of %s with a wrong password says: %s', async (username, code, title, path) => {
  const { problem } = await logIn(username, wrong);
  expect(problem).toMatchObject({ status: 401, code, title, fields: [{ path, code }] });
});

describe.each([
  ['a member', 'emma', 'auth.password_incorrect'],
  ['a name that does not exist', 'emmanuel', 'auth.username_unknown'],
])('for %s', (_whose, username, distinct) => {
  test('five failures say what was wrong; then one message, and delays that double up to a quarter of an hour', async () => {
    for (let failure = 1; failure <= 5; failure += 1)
      expect((await logIn(username, wrong)).problem.code).toBe(distinct);
    for (let expected = 1; expected < 900; expected *= 2) {
      const generic = await logIn(username, wrong);
      expect(generic.problem).toMatchObject({ status: 401, code: 'auth.credentials_invalid' });
      expect(generic.problem.fields).toBeUndefined();
      const refused = await logIn(username, wrong);
      expect(refused.problem).toMatchObject({ status: 429, code: 'auth.too_many_attempts' });
      expect(secondsLeft(refused)).toBeLessThanOrEqual(expected);
      expect(secondsLeft(refused)).toBeGreaterThanOrEqual(expected - 1);
      expect(refused.headers.get('retry-after')).toBe(String(secondsLeft(refused)));
      app.clock.advance(secondsLeft(refused) * 1000 + 50);
    }
  });

  test('after a quiet quarter of an hour everything is as before', async () => {
    app.clock.advance(16 * 60_000);
    expect((await logIn(username, wrong)).problem.code).toBe(distinct);
  });
});

test('the right password is not even looked at during a delay, and clears the count after it', async () => {
  for (let failure = 1; failure <= 6; failure += 1) await logIn('ren', wrong);
  expect((await logIn('ren', demoPassword)).status).toBe(429);
  expect((await logIn('yuna', demoPassword)).status).toBe(200);
  app.clock.advance(1500);
  expect((await logIn('REN', demoPassword)).status).toBe(200);
  expect((await logIn('ren', wrong)).problem.code).toBe('auth.password_incorrect');
});

test('of 50 wrong tries at once no more get through than one after the other, and a known browser is not kept out', async () => {
  const own = await app.logIn('noah');
  const clock = jest.spyOn(app.clock, 'now').mockReturnValue(app.clock.now());
  const answers = await Promise.all(Array.from({ length: 50 }, () => logIn('noah', wrong)));
  const codes = answers.map(({ problem }) => problem.code);
  expect(codes.filter((code) => code === 'auth.password_incorrect')).toHaveLength(5);
  expect(codes.filter((code) => code === 'auth.credentials_invalid')).toHaveLength(1);
  expect(codes.filter((code) => code === 'auth.too_many_attempts')).toHaveLength(44);
  // The same network; the browser that has logged in before, and one that has not. Still at the same moment: the delay is
  // shorter than a busy machine takes for a password.
  expect((await own.post('/api/v1/session', { username: 'noah', password: demoPassword })).status).toBe(200);
  expect((await logIn('noah', demoPassword)).status).toBe(429);
  clock.mockRestore();
});

test('a known browser has its own five guesses', async () => {
  const own = await app.logIn('lihua');
  const guess = () => own.post('/api/v1/session', { username: 'lihua', password: wrong });
  for (let failure = 1; failure <= 6; failure += 1) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
  expect((await logIn('lihua', demoPassword)).status).toBe(200);
});

test('of several processes at once, too, six tries are let in', async () => {
  const databases = [1, 2, 3].map(() => new Database({ url: app.database.url, poolSize: 4 }));
  const processes = databases.map((database) => new LoginFailures(database, app.clock));
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, place) => processes[place % 3]?.admitOrRefuse(failureSubject('tried by many'))),
  );
  const admitted = results.filter(({ status }) => status === 'fulfilled');
  expect(admitted).toHaveLength(6);
  for (const database of databases) await database.close();
});

test('20 right log-ins at once all get in', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => logIn('minjun', demoPassword)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('the table of failures names nobody', async () => {
  const rows = await app.database.sql<{ subject: string }>('SELECT subject FROM login_failure');
  expect(rows.length).toBeGreaterThan(0);
  for (const { subject } of rows) expect(subject).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

test('guessers in many networks wait together, and keep nobody out of a browser that they know', async () => {
  const behind = await startTestApplication({ trustedProxies: 1 });
  try {
    const own = await behind.logIn('yuna');
    const ask = (network: number, password: string, client = behind.visitor): Promise<Answer> =>
      client.post('/api/v1/session', { username: 'yuna', password }, { 'x-forwarded-for': `198.51.${network}.7` });
    for (let network = 0; network < 100; network += 1)
      expect((await ask(network, wrong)).problem.code).toBe('auth.password_incorrect');
    // The second to wait is not to pass on a slow machine.
    const clock = jest.spyOn(behind.clock, 'now').mockReturnValue(behind.clock.now());
    await ask(100, wrong);
    const refused = await ask(101, demoPassword);
    expect(refused.problem).toMatchObject({ status: 429, code: 'auth.too_many_attempts' });
    // Whoever waits for others is not counted meanwhile.
    for (let tries = 1; tries <= 8; tries += 1) expect((await ask(101, demoPassword)).status).toBe(429);
    const [waiting] = await behind.database.sql<{ failures: number }>(
      'SELECT failures FROM login_failure WHERE subject = $1',
      [failureSubject('yuna', '198.51.101.7')],
    );
    expect(waiting?.failures).toBe(0);
    expect((await ask(102, demoPassword, own)).status).toBe(200);
    clock.mockRestore();
    behind.clock.advance(secondsLeft(refused) * 1000 + 50);
    expect((await ask(103, demoPassword)).status).toBe(200);
  } finally {
    await behind.close();
  }
});

test('a home that has many IPv6 networks guesses as one, and leaves its neighbours alone', async () => {
  const behind = await startTestApplication({ trustedProxies: 1 });
  try {
    const ask = (address: string, password: string): Promise<Answer> =>
      behind.visitor.post('/api/v1/session', { username: 'noah', password }, { 'x-forwarded-for': address });
    const clock = jest.spyOn(behind.clock, 'now').mockReturnValue(behind.clock.now());
    const codes: string[] = [];
    for (let network = 0; network < 20; network += 1)
      codes.push((await ask(`2001:db8:7:1${network.toString(16).padStart(2, '0')}::1`, wrong)).problem.code);
    // Twice what one network has, and one more that begins to wait.
    expect(codes.filter((code) => code === 'auth.password_incorrect')).toHaveLength(10);
    expect(codes.filter((code) => code === 'auth.too_many_attempts')).toHaveLength(9);
    expect((await ask('2001:db8:7:1ff::1', demoPassword)).status).toBe(429);
    expect((await ask('2001:db8:7:200::1', demoPassword)).status).toBe(200);
    clock.mockRestore();
  } finally {
    await behind.close();
  }
});

test('when a thousand log-ins have failed, nobody learns any more which names exist', async () => {
  await app.database.sql(
    `INSERT INTO login_failure AS f (subject, failures, window_start) VALUES ($1, 1000, $2)
     ON CONFLICT (subject) DO UPDATE SET failures = 1000, window_start = excluded.window_start`,
    [failureSubject('everybody'), app.clock.now()],
  );
  for (const username of ['sora', 'nobody-at-all']) {
    const { problem } = await logIn(username, wrong);
    expect(problem).toMatchObject({ status: 401, code: 'auth.credentials_invalid' });
    expect(problem.fields).toBeUndefined();
  }
  app.clock.advance(16 * 60_000);
  expect((await logIn('sora', wrong)).problem.code).toBe('auth.password_incorrect');
});

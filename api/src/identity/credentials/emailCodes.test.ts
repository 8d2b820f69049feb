import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mails, templatesTo } from '../../testing/mails.ts';
import { mailedCode, proveAddress, registration, requestCode } from '../../testing/registering.ts';
import { type Answer, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let serial = 0;
let email: string;
const minute = 60_000;

beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.close());
beforeEach(() => {
  serial += 1;
  email = `code${serial}@example.com`;
});

const ask = (address = email): Promise<Answer> =>
  app.visitor.post('/api/v1/email-codes', { purpose: 'register', email: address, language: 'ko' });
const verify = (code: string, address = email): Promise<Answer> =>
  app.visitor.post('/api/v1/email-codes/verification', { purpose: 'register', email: address, code });
const register = (overrides: object): Promise<Answer> =>
  app.visitor.post('/api/v1/members', registration({ email, username: `coded${serial}`, ...overrides }));
const other = (code: string, step = 1): string => ((Number(code) + step) % 1_000_000).toString().padStart(6, '0');

test('400 wrong guesses at once count five; then the right code is dead, too', async () => {
  const code = await requestCode(app, email);
  const guesses = await Promise.all(Array.from({ length: 400 }, (_, index) => verify(other(code, index + 1))));
  const codes = guesses.map(({ problem }) => problem.code);
  expect(codes.filter((found) => found === 'code.incorrect')).toHaveLength(5);
  expect(codes.filter((found) => found === 'code.invalid_or_expired')).toHaveLength(395);
  expect((await verify(code)).problem).toMatchObject({ status: 422, code: 'code.invalid_or_expired' });
  expect((await register({ emailCode: code })).problem.code).toBe('code.invalid_or_expired');
});

test('five guesses are shared by verification and registration', async () => {
  const code = await requestCode(app, email);
  for (let guess = 1; guess <= 5; guess += 1) {
    const answer =
      guess % 2 === 0 ? await verify(other(code, guess)) : await register({ emailCode: other(code, guess) });
    expect(answer.problem.code).toBe('code.incorrect');
  }
  expect((await register({ emailCode: code })).problem.code).toBe('code.invalid_or_expired');
});

test('a right code outlives other mistakes of its owner', async () => {
  const emailCode = await requestCode(app, email);
  for (let mistake = 0; mistake < 7; mistake += 1)
    expect((await register({ emailCode, username: 'demo' })).problem.code).toBe('member.username_taken');
  expect((await register({ emailCode })).status).toBe(201);
});

describe('time', () => {
  test('a code lives ten minutes', async () => {
    const code = await requestCode(app, email);
    app.clock.advance(10 * minute + 1000);
    expect((await verify(code)).problem.code).toBe('code.invalid_or_expired');
    expect((await register({ emailCode: code })).problem.code).toBe('code.invalid_or_expired');
  });

  test('a code still works just before', async () => {
    const code = await requestCode(app, email);
    app.clock.advance(10 * minute - 5000);
    expect((await verify(code)).status).toBe(200);
  });

  test('the next code comes a minute later, and kills the one before', async () => {
    const first = await requestCode(app, email);
    const refused = await ask();
    expect(refused.problem).toMatchObject({ status: 429, code: 'auth.too_many_attempts' });
    const seconds = Number(refused.problem.params?.seconds);
    expect(seconds).toBeGreaterThan(55);
    expect(seconds).toBeLessThanOrEqual(60);
    app.clock.advance((seconds - 5) * 1000);
    expect((await ask()).status).toBe(429);
    app.clock.advance(6000);
    const answer = await ask();
    expect(answer.body).toMatchObject({ resendAfterSeconds: 60, mailbox: `/dev/mail?to=${encodeURIComponent(email)}` });
    const second = await mailedCode(app, email);
    if (first !== second) expect((await verify(first)).problem.code).toBe('code.incorrect');
    expect((await verify(second)).status).toBe(200);
  });

  test('ten requests for a code at once send one mail', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask()));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(await templatesTo(app.database, email)).toHaveLength(1);
  });

  test('a ticket lives half an hour', async () => {
    const emailTicket = await proveAddress(app, email);
    app.clock.advance(31 * minute);
    expect((await register({ emailTicket })).problem.code).toBe('code.invalid_or_expired');
  });
});

describe('a ticket', () => {
  test('is given once for a code, which is then used up', async () => {
    const code = await requestCode(app, email);
    expect((await verify(code)).body).toMatchObject({ ticket: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) });
    expect((await verify(code)).problem.code).toBe('code.invalid_or_expired');
    expect((await register({ emailCode: code })).problem.code).toBe('code.invalid_or_expired');
  });

  test('of one address proves no other', async () => {
    const emailTicket = await proveAddress(app, email);
    await proveAddress(app, 'someone.else@example.com');
    expect((await register({ emailTicket, email: 'someone.else@example.com' })).problem.code).toBe(
      'code.invalid_or_expired',
    );
  });

  test('and code are kept as digests only', async () => {
    const code = await requestCode(app, email);
    const answer = await verify(code);
    const [row] = await app.database.sql('SELECT c::text AS text FROM email_code c WHERE email_key = $1', [email]);
    expect(JSON.stringify(row)).not.toContain(String(answer.body.ticket));
    expect(JSON.stringify(row)).not.toContain(`,${code},`);
  });
});

test('a code of one address is worth nothing for another', async () => {
  const code = await requestCode(app, email);
  const stranger = `stranger${serial}@example.com`;
  const strangersCode = await requestCode(app, stranger);
  if (code !== strangersCode) expect((await verify(code, stranger)).problem.code).toBe('code.incorrect');
  expect((await verify(code, email.toUpperCase())).status).toBe(200);
});

test("asked for a member's address, the answer is the same, and the mail another", async () => {
  const [stranger, member] = [await ask(), await ask('DEMO@Example.com')];
  expect(member.status).toBe(stranger.status);
  expect(Object.keys(member.body)).toEqual(Object.keys(stranger.body));
  const told = await mails(app.database, { to: 'DEMO@Example.com' });
  expect(told).toMatchObject([{ template: 'alreadyMember', language: 'ko', params: { link: '/login' } }]);
  expect((await verify('123456', 'demo@example.com')).problem.code).toMatch(/^code\./);
});

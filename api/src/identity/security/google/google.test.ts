import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { demoPassword } from '../../../development/demo/team.ts';
import { bindGoogle, phoneWith } from '../../../testing/authenticator.ts';
import { templatesTo } from '../../../testing/mails.ts';
import { mailedCode } from '../../../testing/registering.ts';
import {
  type Answer,
  type Client,
  startTestApplication,
  type TestApplication,
} from '../../../testing/testApplication.ts';

let app: TestApplication;
const members = ['hana', 'emma', 'noah', 'yuna', 'ren', 'lihua', 'demoleft', 'demo'];
let name: string;
let email: string;
let member: Client;

beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  name = members.pop() ?? '';
  email = `${name}@example.com`;
  member = await app.logIn(name);
});

const binding = '/api/v1/security/google/binding';
const logIn = (body: object): Promise<Answer> =>
  app.visitor.post('/api/v1/session', { username: name, password: demoPassword, ...body });
const security = async (): Promise<Record<string, { boundAt: string | null; recoveryCodesLeft: number }>> =>
  (await member.get('/api/v1/security')).body as never;
const transfer = (amount: string, code?: string, key = crypto.randomUUID()): Promise<Answer> =>
  member.post(
    '/api/v1/transfers',
    { recipient: name === 'demo' ? 'demoleft' : 'demo', amount, unit: 'USD', ...(code !== undefined && { code }) },
    { 'idempotency-key': key },
  );
const shifted = (code: string, by: number): string => ((Number(code) + by) % 1_000_000).toString().padStart(6, '0');

describe('binding', () => {
  test('needs password and mailbox, a code, and one recovery code typed back; then log-in needs a code, once', async () => {
    await member.post('/api/v1/security/email-codes', { purpose: 'bindGoogle' });
    const emailCode = await mailedCode(app, email);
    const wrongPassword = await member.post(binding, { password: 'not-the-Password-1', emailCode });
    expect(wrongPassword.problem.fields).toEqual([{ path: 'password', code: 'auth.password_incorrect' }]);
    const wrongMail = await member.post(binding, { password: demoPassword, emailCode: shifted(emailCode, 1) });
    expect(wrongMail.problem).toMatchObject({ status: 422, code: 'code.incorrect' });
    const started = await member.post(binding, { password: demoPassword, emailCode });
    expect(started.body).toMatchObject({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauthUri: expect.stringMatching(new RegExp(`^otpauth://totp/Trellis:${name}\\?secret=`)),
      qr: expect.stringContaining('<svg'),
    });
    expect((await member.post(binding, { password: demoPassword, emailCode })).problem.code).toBe(
      'code.invalid_or_expired',
    );
    const phone = phoneWith(app, String(started.body.secret));
    const wrong = await member.post(`${binding}/code`, { code: shifted(phone.codeNow(), 1) });
    expect(wrong.problem).toMatchObject({ status: 422, code: 'twofactor.incorrect' });
    const { body } = await member.post(`${binding}/code`, { code: phone.codeNow() });
    const codes = body.recoveryCodes as string[];
    expect(new Set(codes).size).toBe(10);
    expect((await logIn({})).status).toBe(200);
    const mistyped = await member.post(`${binding}/recovery-code`, { recoveryCode: codes[0]?.replace(/./, 'A1') });
    expect(mistyped.problem.fields).toEqual([{ path: 'recoveryCode', code: 'twofactor.incorrect' }]);
    expect((await security()).google).toEqual({ boundAt: null, recoveryCodesLeft: 0 });
    expect((await member.post(`${binding}/recovery-code`, { recoveryCode: codes[3] })).status).toBe(200);
    expect((await security()).google).toEqual({ boundAt: expect.any(String), recoveryCodesLeft: 10 });

    expect((await logIn({})).problem).toMatchObject({ status: 401, code: 'auth.second_factor_required' });
    // The code that bound it is used up.
    expect((await logIn({ code: phone.codeNow() })).problem.code).toBe('twofactor.incorrect');
    const code = phone.code();
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn({ code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await logIn({ code })).problem.code).toBe('twofactor.incorrect');
    expect((await logIn({ password: 'not-the-Password-1', code: phone.code() })).problem.code).toBe(
      'auth.password_incorrect',
    );
    const again = await member.post('/api/v1/security/email-codes', { purpose: 'bindGoogle' });
    expect(again.status).toBe(202);
    const twice = await member.post(binding, { password: demoPassword, emailCode: await mailedCode(app, email) });
    expect(twice.problem).toMatchObject({ status: 409, code: 'twofactor.bound_already' });
  });

  test('is in the database sealed, with recovery codes as digests', async () => {
    const phone = await bindGoogle(app, member, email);
    const rows = await app.database.sql<{ dump: string }>(
      `SELECT concat(m, r) AS dump FROM member m JOIN recovery_code r ON r.member_id = m.id WHERE m.username = $1`,
      [name],
    );
    expect(rows).toHaveLength(10);
    for (const code of phone.recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code);
  });
});

describe('guessing', () => {
  test('400 guesses at once try a few codes only, and the right one waits too; the next day all is as before', async () => {
    const phone = await bindGoogle(app, member, email);
    const code = phone.code();
    const guesses = await Promise.all(Array.from({ length: 400 }, (_, by) => logIn({ code: shifted(code, by + 1) })));
    const tried = guesses.filter(({ problem }) => problem.code === 'twofactor.incorrect');
    // Five, and one more whenever a delay of one, two, four seconds has passed meanwhile.
    expect(tried.length).toBeLessThanOrEqual(10);
    expect(guesses.every(({ status }) => [422, 429, 503].includes(status))).toBe(true);
    expect((await logIn({ code })).status).toBe(429);
    app.clock.advance(24 * 3_600_000);
    expect((await logIn({ code: phone.code() })).status).toBe(200);
  });

  test('a patient guesser has twenty a day', async () => {
    const phone = await bindGoogle(app, member, email);
    // From the beginning of a UTC day, so that none ends meanwhile.
    app.clock.advance(86_400_000 - (app.clock.now().getTime() % 86_400_000) + 1000);
    let tried = 0;
    for (let round = 0; round < 40; round += 1) {
      const answer = await logIn({ code: shifted(phone.codeNow(), 7) });
      if (answer.problem.code === 'twofactor.incorrect') tried += 1;
      app.clock.advance(16 * 60_000);
    }
    expect(tried).toBe(20);
    app.clock.advance(24 * 3_600_000);
    expect((await logIn({ code: phone.code() })).status).toBe(200);
  });
});

describe('a transfer', () => {
  test('needs a bound authenticator, and a code that nothing else was done with', async () => {
    expect((await transfer('1')).problem).toMatchObject({
      status: 403,
      code: 'twofactor.required',
      title: 'Please Bind Google Authenticator First',
    });
    const phone = await bindGoogle(app, member, email);
    expect((await transfer('1')).problem.fields).toEqual([{ path: 'code', code: 'field.required' }]);
    const code = phone.code();
    expect((await transfer('1', shifted(code, 1))).problem).toMatchObject({ status: 422, code: 'twofactor.incorrect' });
    expect((await transfer('1', phone.recoveryCodes[0])).problem.code).toBe('twofactor.incorrect');
    const key = crypto.randomUUID();
    const first = await transfer('1', code, key);
    expect(first.status).toBe(201);
    const replay = await transfer('1', code, key);
    expect(replay.status).toBe(201);
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    expect(replay.text).toBe(first.text);
    expect((await transfer('1', code)).problem.code).toBe('twofactor.incorrect');
    expect((await logIn({ code })).problem.code).toBe('twofactor.incorrect');
  });

  test('of many with one code at once, one is made', async () => {
    const phone = await bindGoogle(app, member, email);
    const code = phone.code();
    const answers = await Promise.all(Array.from({ length: 12 }, () => transfer('2', code)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('that is refused leaves its code good', async () => {
    const phone = await bindGoogle(app, member, email);
    const code = phone.code();
    expect((await transfer('4999', code)).problem.code).toBe('money.insufficient_balance');
    expect((await transfer('1', code)).status).toBe(201);
  });
});

describe('switching off', () => {
  test('needs password and code, locks the ways out for a day, and tells the owner', async () => {
    const phone = await bindGoogle(app, member, email);
    const off = (body: object) => member.post('/api/v1/security/google/removal', body);
    expect((await off({ password: demoPassword })).problem.fields).toEqual([{ path: 'code', code: 'field.required' }]);
    const code = phone.code();
    expect((await off({ password: 'not-the-Password-1', code })).problem.code).toBe('auth.password_incorrect');
    // A lost phone: a recovery code will do, once.
    const done = await off({ password: demoPassword, code: phone.recoveryCodes[0] });
    expect(done.status).toBe(200);
    const hours = (Date.parse(String(done.body.lockedUntil)) - app.clock.now().getTime()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
    expect((await logIn({})).status).toBe(200);
    const told = await templatesTo(app.database, email);
    expect(told).toEqual(expect.arrayContaining(['googleBound', 'recoveryCodeUsed', 'googleUnbound']));

    const rebound = await bindGoogle(app, member, email);
    expect((await transfer('1', rebound.code())).problem).toMatchObject({
      status: 403,
      code: 'member.security_lock',
      params: { until: done.body.lockedUntil },
    });
    app.clock.advance(24 * 3_600_000);
    member = await app.visitor.after(await logIn({ code: rebound.code() }));
    expect((await transfer('1', rebound.code())).status).toBe(201);
  });
});

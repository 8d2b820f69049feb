import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { demoPassword } from '../../../development/demo/team.ts';
import { bindGoogle, phoneWith } from '../../../testing/authenticator.ts';
import { templatesTo } from '../../../testing/mails.ts';
import { hashCost } from '../../../testing/prepareDemo.ts';
import { mailedCode } from '../../../testing/registering.ts';
import {
  type Answer,
  type Client,
  startTestApplication,
  type TestApplication,
} from '../../../testing/testApplication.ts';
import { Passwords } from '../../credentials/passwords.ts';

let app: TestApplication;
const members = ['oliver', 'xinyi', 'minjun', 'hana', 'emma', 'noah', 'yuna', 'ren', 'lihua', 'demoleft', 'demo'];
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

/** As SQL: what was kept of a code of 120 bits. */
const longCodeDigest = (code: string, memberId: string): string =>
  `sha256(convert_to(concat('recovery-code', chr(10), ${memberId}, chr(10), '${code}'), 'UTF8'))`;

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
    const bindingCode = phone.codeNow();
    const { body } = await member.post(`${binding}/code`, { code: bindingCode });
    const codes = body.recoveryCodes as string[];
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
    const another = await member.post(`${binding}/recovery-code`, { recoveryCode: 'ABCDE-FGHIJ' });
    expect(another.problem.fields).toEqual([{ path: 'recoveryCode', code: 'twofactor.incorrect' }]);
    expect((await logIn({})).status).toBe(200);
    const mistyped = await member.post(`${binding}/recovery-code`, { recoveryCode: codes[0]?.replace(/./, 'A1') });
    expect(mistyped.problem.fields).toEqual([{ path: 'recoveryCode', code: 'twofactor.incorrect' }]);
    expect((await security()).google).toEqual({ boundAt: null, recoveryCodesLeft: 0 });
    const bound = await member.post(`${binding}/recovery-code`, { recoveryCode: codes[3] });
    expect(bound.status).toBe(200);
    member.keep(bound);
    expect((await security()).google).toEqual({ boundAt: expect.any(String), recoveryCodesLeft: 10 });

    expect((await logIn({})).problem).toMatchObject({ status: 401, code: 'auth.second_factor_required' });
    // The code that bound it is used up.
    // When the next one comes is said with it.
    const { problem } = await logIn({ code: bindingCode });
    expect(problem.fields).toEqual([{ path: 'code', code: 'twofactor.used', params: { seconds: expect.any(Number) } }]);
    expect(Number(problem.params?.seconds)).toBeGreaterThan(0);
    const code = phone.code();
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn({ code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await logIn({ code })).problem.code).toBe('twofactor.used');
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
    // 50 bits are tried out in a day where a try costs next to nothing.
    const cheap = phone.recoveryCodes.map((code) =>
      longCodeDigest(code, '(SELECT id FROM member WHERE username = $1)'),
    );
    for (const digest of cheap)
      expect(await app.database.sql(`SELECT 1 FROM recovery_code WHERE digest = ${digest}`, [name])).toEqual([]);
  });

  test('keeps its ten codes under a salt of their own, drawn for this binding', async () => {
    await bindGoogle(app, member, email);
    const kept = await app.database.sql<{ digest: Buffer }>(
      'SELECT digest FROM recovery_code WHERE member_id = (SELECT id FROM member WHERE username = $1)',
      [name],
    );
    expect(kept.map(({ digest }) => digest.length)).toEqual(Array(10).fill(16 + 32));
    const salts = new Set(kept.map(({ digest }) => digest.subarray(0, 16).toString('hex')));
    expect(salts.size).toBe(1);
    const others = await app.database.sql<{ salt: string }>(
      `SELECT DISTINCT encode(substring(digest FOR 16), 'hex') AS salt FROM recovery_code
        WHERE member_id <> (SELECT id FROM member WHERE username = $1)`,
      [name],
    );
    for (const { salt } of others) expect(salts.has(salt)).toBe(false);
  });

  test('codes of before, with ten characters and a salt that follows from whose they are, go on working', async () => {
    await bindGoogle(app, member, email);
    const [row] = await app.database.sql<{ id: string }>('SELECT id FROM member WHERE username = $1', [name]);
    const derived = createHash('sha256').update(`recovery-code\n${row?.id}`).digest();
    const digest = await new Passwords('', hashCost).digest('ABCDE-FGHIJ', derived);
    await app.database.sql('INSERT INTO recovery_code (member_id, digest) VALUES ($1, $2)', [row?.id, digest]);
    expect((await logIn({ code: 'abcde fghij' })).status).toBe(200);
    expect((await logIn({ code: 'abcde fghij' })).problem.code).toBe('twofactor.incorrect');
  });

  test('codes of before, with 24 characters, go on working, each once', async () => {
    await bindGoogle(app, member, email);
    const old = 'ABCD-EFGH-IJKL-MNOP-QRST-UVWX';
    await app.database.sql(
      `INSERT INTO recovery_code (member_id, digest) SELECT id, ${longCodeDigest(old, 'id')} FROM member WHERE username = $1`,
      [name],
    );
    const code = old.toLowerCase().replaceAll('-', ' ');
    expect((await logIn({ code })).status).toBe(200);
    expect((await logIn({ code })).problem.code).toBe('twofactor.incorrect');
    expect((await security()).google?.recoveryCodesLeft).toBe(10);
  });
});

describe('guessing', () => {
  test('120 guesses at once try a few codes only, and the right one waits too; the next day all is as before', async () => {
    const phone = await bindGoogle(app, member, email);
    const code = phone.code();
    // The waits after wrong codes do not end, however long all of this takes.
    const clock = jest.spyOn(app.clock, 'now').mockReturnValue(app.clock.now());
    const guesses = await Promise.all(Array.from({ length: 120 }, (_, by) => logIn({ code: shifted(code, by + 1) })));
    const tried = guesses.filter(({ problem }) => problem.code === 'twofactor.incorrect');
    expect(tried.length).toBeLessThanOrEqual(6);
    expect(guesses.every(({ status }) => [422, 429, 503].includes(status))).toBe(true);
    expect((await logIn({ code })).status).toBe(429);
    clock.mockRestore();
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
    expect((await transfer('1', code)).problem.code).toBe('twofactor.used');
    expect((await logIn({ code })).problem.code).toBe('twofactor.used');
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
  test('needs password and code, locks the ways out for a day, and notifies the owner', async () => {
    const phone = await bindGoogle(app, member, email);
    const off = (body: object) => member.post('/api/v1/security/google/removal', body);
    expect((await off({ password: demoPassword })).problem.fields).toEqual([{ path: 'code', code: 'field.required' }]);
    const code = phone.code();
    expect((await off({ password: 'not-the-Password-1', code })).problem.code).toBe('auth.password_incorrect');
    // A lost phone: a recovery code will do, once.
    const done = await off({ password: demoPassword, code: phone.recoveryCodes[0] });
    expect(done.status).toBe(200);
    member.keep(done);
    const hours = (Date.parse(String(done.body.lockedUntil)) - app.clock.now().getTime()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
    expect((await logIn({})).status).toBe(200);
    const reported = await templatesTo(app.database, email);
    expect(reported).toEqual(expect.arrayContaining(['googleBound', 'recoveryCodeUsed', 'googleUnbound']));

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

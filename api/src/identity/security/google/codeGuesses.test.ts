import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { generateSync } from 'otplib';
import { demoPassword } from '../../../development/demo/team.ts';
import { bindGoogle, type Phone } from '../../../testing/authenticator.ts';
import { lastMail, mailedToken, templatesTo } from '../../../testing/mails.ts';
import { goodPassword, mailedCode } from '../../../testing/registering.ts';
import {
  type Answer,
  type Client,
  newKey,
  startTestApplication,
  type TestApplication,
} from '../../../testing/testApplication.ts';
import { clockDrift, codeStep } from '../../credentials/googleCode.ts';
import { SecretBox } from '../../credentials/secretBox.ts';

/** A thief has the password, and no phone: they guess from browsers that nobody knows. */
const secrets = [randomBytes(32)];
let app: TestApplication;
const members = [
  'sora',
  'weijie',
  'oliver',
  'xinyi',
  'minjun',
  'hana',
  'emma',
  'noah',
  'yuna',
  'ren',
  'lihua',
  'demoleft',
];
let name: string;
let email: string;
let own: Client;
let phone: Phone;

beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true, secrets });
});
afterAll(() => app.close());
beforeEach(async () => {
  name = members.pop() ?? '';
  email = `${name}@example.com`;
  own = await app.logIn(name);
  phone = await bindGoogle(app, own, email);
  // From the beginning of a UTC day, so that none ends meanwhile.
  app.clock.advance(86_400_000 - (app.clock.now().getTime() % 86_400_000) + 1000);
  own = own.after(await logIn(own, phone.code()));
});

const logIn = (browser: Client, code?: string): Promise<Answer> =>
  browser.post('/api/v1/session', { username: name, password: demoPassword, ...(code !== undefined && { code }) });
const shifted = (code: string, by: number): string => ((Number(code) + by) % 1_000_000).toString().padStart(6, '0');
const wrongCode = (): string => shifted(phone.codeNow(), 517_017);

/** The whole day's guesses of all unknown browsers, as fast as they are let. @returns how many were looked at */
async function guessAllDay(): Promise<number> {
  let checked = 0;
  for (let round = 0; round < 30; round += 1) {
    if ((await logIn(app.visitor, wrongCode())).problem.code === 'twofactor.incorrect') checked += 1;
    app.clock.advance(16 * 60_000);
  }
  return checked;
}

test('all unknown browsers together have twenty guesses a day, and keep none of the owner’s ways shut', async () => {
  expect(await guessAllDay()).toBe(20);
  expect((await logIn(app.visitor, phone.code())).status).toBe(429);
  // The browser that they know, and the session in it. Sessions end after an hour of silence.
  const again = await logIn(own, phone.code());
  expect(again.status).toBe(200);
  own.keep(again);
  const sent = await own.transfer('demo', '1.00', newKey(), phone.code());
  expect(sent.status).toBe(201);
  // A recovery code, where no browser is known.
  expect((await logIn(app.visitor, phone.recoveryCodes[0])).status).toBe(200);
  // A new password by mail, in a browser that is not known; then the thief's password counts for nothing, and so are
  // their guesses.
  const purpose = 'resetPassword';
  await app.visitor.post('/api/v1/email-codes', { purpose, email, language: 'en' });
  const code = await mailedCode(app, email);
  const proven = await app.visitor.post('/api/v1/email-codes/verification', { purpose, email, code });
  const browser = app.visitor.after(proven);
  const password = { password: goodPassword, passwordAgain: goodPassword };
  const reset = await browser.post('/api/v1/passwords', {
    ticket: proven.body.ticket,
    ...password,
    code: phone.code(),
  });
  expect(reset.status).toBe(200);
  const fresh = { username: name, password: goodPassword, code: phone.code() };
  expect((await app.visitor.post('/api/v1/session', fresh)).status).toBe(200);
});

test('a known browser has twenty guesses a day of its own', async () => {
  let checked = 0;
  for (let round = 0; round < 30; round += 1) {
    if ((await logIn(own, wrongCode())).problem.code === 'twofactor.incorrect') checked += 1;
    app.clock.advance(16 * 60_000);
  }
  expect(checked).toBe(20);
  expect((await logIn(own, phone.code())).status).toBe(429);
  expect((await logIn(app.visitor, phone.code())).status).toBe(200);
});

test('guesses at the password in a stolen session keep the owner’s other sessions out of nothing', async () => {
  const stolen = app.visitor.after(await logIn(app.visitor, phone.code()));
  const set = (browser: Client, password: string) =>
    browser.post('/api/v1/security/anti-phishing-code', { antiPhishingCode: 'Grey Heron', password });
  for (let tries = 0; tries < 8; tries += 1) await set(stolen, 'not-the-Password-1');
  expect((await set(stolen, demoPassword)).status).toBe(429);
  expect((await set(own, demoPassword)).status).toBe(200);
  const passwords = { oldPassword: demoPassword, password: goodPassword, passwordAgain: goodPassword };
  expect((await own.post('/api/v1/security/password', { ...passwords, code: phone.code() })).status).toBe(200);
});

test('recovery codes have a count of their own: a few at once, a hundred a day', async () => {
  const guess = () => logIn(app.visitor, 'ABCDE-FGHIJ');
  const answers = await Promise.all(Array.from({ length: 40 }, guess));
  const checked = answers.filter(({ problem }) => problem.code === 'twofactor.incorrect').length;
  expect(checked).toBeGreaterThanOrEqual(5);
  expect(checked).toBeLessThanOrEqual(8);
  expect((await guess()).status).toBe(429);
  // Six digits are counted for themselves.
  expect((await logIn(app.visitor, phone.code())).status).toBe(200);
});

describe('the owner', () => {
  const guessed = async () => (await templatesTo(app.database, email)).filter((each) => each === 'codeGuessed').length;

  test('gets one mail at the first wrong code after the right password, whose link stops the account', async () => {
    expect((await logIn(app.visitor)).problem.code).toBe('auth.second_factor_required');
    expect(await guessed()).toBe(0);
    for (let guess = 0; guess < 4; guess += 1) await logIn(app.visitor, wrongCode());
    expect(await guessed()).toBe(1);
    const { notices } = (await own.get('/api/v1/notices')).body as { notices: { template: string }[] };
    expect(notices.filter(({ template }) => template === 'codeGuessed')).toHaveLength(1);
    app.clock.advance(5 * 3_600_000);
    await logIn(app.visitor, wrongCode());
    expect(await guessed()).toBe(1);
    app.clock.advance(2 * 3_600_000);
    await logIn(app.visitor, 'ABCDE-FGHIJ');
    expect(await guessed()).toBe(2);
    const { params } = await lastMail(app.database, email, 'codeGuessed');
    expect(params.link).toMatch(/^\/freeze#[A-Za-z0-9_-]{43}$/);
    const token = await mailedToken(app.database, email, 'codeGuessed');
    expect((await app.visitor.post('/api/v1/account-freezes', { token })).status).toBe(200);
    expect((await logIn(own, phone.code())).problem.code).toBe('auth.account_frozen');
  });

  test('gets none for a wrong code in a browser that they know, nor for a wrong password', async () => {
    await logIn(own, wrongCode());
    await app.visitor.post('/api/v1/session', { username: name, password: 'not-the-Password-1', code: wrongCode() });
    expect(await guessed()).toBe(0);
  });
});

describe('a phone whose clock is', () => {
  /** What a phone shows whose clock is off by so many seconds. */
  const shows = async (seconds: number): Promise<string> => {
    const secret = await secretOf();
    return generateSync({ secret, epoch: Math.floor(app.clock.now().getTime() / 1000) + seconds, period: 30 });
  };
  /** Opens what is kept of the secret, as the product does. */
  const secretOf = async (): Promise<string> => {
    const [row] = await app.database.sql<{ id: string; google_secret: Buffer; google_key: string }>(
      'SELECT id, google_secret, google_key FROM member WHERE username = $1',
      [name],
    );
    if (!row) throw new Error('no member');
    return new SecretBox(secrets, 'member google codes').open(
      { sealed: row.google_secret, keyId: row.google_key },
      row.id,
    );
  };

  test('30 seconds fast gets in, each code once', async () => {
    app.clock.advance(60_000);
    const code = await shows(30);
    expect((await logIn(own, code)).status).toBe(200);
    expect((await logIn(own, code)).problem.code).toBe('twofactor.used');
    app.clock.advance(30_000);
    expect((await logIn(own, code)).problem.code).toBe('twofactor.used');
    expect((await logIn(own, await shows(30))).status).toBe(200);
  });

  test.each([
    ['three minutes fast', 180, 'twofactor.clock_fast', 3],
    ['two minutes slow', -120, 'twofactor.clock_slow', 2],
  ])('%s is shown so in a browser that is known, and nowhere else', async (_how, seconds, code, minutes) => {
    app.clock.advance(60_000);
    const answer = await logIn(own, await shows(seconds));
    expect(answer.problem.fields).toEqual([{ path: 'code', code, params: { minutes } }]);
    expect((await logIn(app.visitor, await shows(seconds))).problem.code).toBe('twofactor.incorrect');
  });
});

test('a code of the step before, of this one and of the next is right, and of no other; one that is minutes off is another refusal', () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const now = new Date('2026-03-09T15:04:10.000Z');
  const present = BigInt(Math.floor(now.getTime() / 30_000));
  const at = (steps: number) => generateSync({ secret, epoch: now.getTime() / 1000 + steps * 30, period: 30 });
  for (const steps of [-1, 0, 1]) expect(codeStep(secret, at(steps), now)).toBe(present + BigInt(steps));
  for (const steps of [-2, 2]) expect(codeStep(secret, at(steps), now)).toBeUndefined();
  expect([-10, -4, -2, 2, 4, 10].map((steps) => clockDrift(secret, at(steps), now))).toEqual([-5, -2, -1, 1, 2, 5]);
  expect([-12, 12].map((steps) => clockDrift(secret, at(steps), now))).toEqual([undefined, undefined]);
});

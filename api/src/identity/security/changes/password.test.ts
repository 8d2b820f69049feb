import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { demoPassword } from '../../../development/demo/team.ts';
import { bindGoogle } from '../../../testing/authenticator.ts';
import { lastMail, templatesTo } from '../../../testing/mails.ts';
import { goodPassword, mailedCode } from '../../../testing/registering.ts';
import { setRule } from '../../../testing/rules.ts';
import {
  type Answer,
  type Client,
  startTestApplication,
  type TestApplication,
} from '../../../testing/testApplication.ts';

let app: TestApplication;
const members = ['minjun', 'hana', 'emma', 'noah', 'yuna', 'ren', 'lihua', 'demoleft', 'demo'];
let name: string;
let email: string;

beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true });
});
afterAll(() => app.close());
beforeEach(() => {
  name = members.pop() ?? '';
  email = `${name}@example.com`;
});

const hour = 3_600_000;
const logIn = (password: string): Promise<Answer> => app.visitor.post('/api/v1/session', { username: name, password });
const isIn = async (client: Client): Promise<boolean> => (await client.get('/api/v1/security')).status === 200;
const mailsTo = (address: string): Promise<string[]> => templatesTo(app.database, address);

/** A browser that has typed the mailed code, with the ticket it got. */
async function ticketOf(address = email): Promise<{ browser: Client; ticket: string }> {
  const purpose = 'resetPassword';
  const sent = await app.visitor.post('/api/v1/email-codes', { purpose, email: address, language: 'en' });
  expect(sent.status).toBe(202);
  const code = await mailedCode(app, email);
  const answer = await app.visitor.post('/api/v1/email-codes/verification', { purpose, email: address, code });
  expect(answer.status).toBe(200);
  return { browser: app.visitor.after(answer), ticket: String(answer.body.ticket) };
}
const newPassword = (ticket: string, rest: object = {}): object => ({
  ticket,
  password: goodPassword,
  passwordAgain: goodPassword,
  ...rest,
});

describe('a forgotten password', () => {
  test('is set again by the mailed code, once, in the same browser; every session ends and the owner is notified', async () => {
    const thief = await app.logIn(name);
    const { browser, ticket } = await ticketOf(email.toUpperCase());
    const elsewhere = await app.visitor.post('/api/v1/passwords', newPassword(ticket));
    expect(elsewhere.problem).toMatchObject({ status: 422, code: 'code.invalid_or_expired' });
    expect((await app.visitor.post('/api/v1/passwords/tickets', { ticket })).problem.code).toBe(
      'code.invalid_or_expired',
    );
    expect((await browser.post('/api/v1/passwords/tickets', { ticket })).body).toMatchObject({ needsCode: false });

    const weak = await browser.post(
      '/api/v1/passwords',
      newPassword(ticket, { password: 'password123', passwordAgain: 'password123' }),
    );
    expect(weak.problem.fields).toEqual([{ path: 'password', code: 'member.password_weak' }]);
    const differ = await browser.post('/api/v1/passwords', newPassword(ticket, { passwordAgain: 'another-Word-77' }));
    expect(differ.problem.fields).toEqual([{ path: 'passwordAgain', code: 'member.entries_differ' }]);

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => browser.post('/api/v1/passwords', newPassword(ticket))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await isIn(thief)).toBe(false);
    expect((await logIn(demoPassword)).problem.code).toBe('auth.password_incorrect');
    expect((await logIn(goodPassword)).status).toBe(200);
    expect(await mailsTo(email)).toEqual(expect.arrayContaining(['resetCode', 'passwordReset']));
    const own = await app.logIn(name, goodPassword);
    const { lock } = (await own.get('/api/v1/security')).body as { lock: { until: string; cause: string } };
    expect(lock.cause).toBe('password_reset');
    expect((Date.parse(lock.until) - app.clock.now().getTime()) / hour).toBeCloseTo(24, 1);
  });

  test('of an address without an account gets the same answer, and a mail that says so', async () => {
    const purpose = 'resetPassword';
    const known = await app.visitor.post('/api/v1/email-codes', { purpose, email, language: 'en' });
    const outsider = `nobody-${name}@example.com`;
    const unknown = await app.visitor.post('/api/v1/email-codes', { purpose, email: outsider, language: 'en' });
    expect(unknown.status).toBe(known.status);
    expect(Object.keys(unknown.body)).toEqual(Object.keys(known.body));
    expect(await mailsTo(outsider)).toEqual(['noAccount']);
    const code = await mailedCode(app, email);
    const crossed = await app.visitor.post('/api/v1/email-codes/verification', { purpose, email: outsider, code });
    expect(crossed.problem.code).toBe('code.incorrect');
    const other = await app.visitor.post('/api/v1/email-codes/verification', { purpose: 'register', email, code });
    expect(other.problem.code).toMatch(/^code\./);
  });

  test('with an authenticator bound needs its code, too: a mailbox alone sets nothing', async () => {
    const phone = await bindGoogle(app, await app.logIn(name), email);
    const { browser, ticket } = await ticketOf();
    expect((await browser.post('/api/v1/passwords/tickets', { ticket })).body).toMatchObject({ needsCode: true });
    const without = await browser.post('/api/v1/passwords', newPassword(ticket));
    expect(without.problem.fields).toEqual([{ path: 'code', code: 'field.required' }]);
    const wrong = await browser.post('/api/v1/passwords', newPassword(ticket, { code: '000000' }));
    expect(wrong.problem.code).toBe('twofactor.incorrect');
    expect((await browser.post('/api/v1/passwords', newPassword(ticket, { code: phone.code() }))).status).toBe(200);
  });

  test('has a ticket for a quarter of an hour', async () => {
    const { browser, ticket } = await ticketOf();
    app.clock.advance(15 * 60_000 + 1000);
    expect((await browser.post('/api/v1/passwords', newPassword(ticket))).problem.code).toBe('code.invalid_or_expired');
  });

  test('sends ten codes a day', async () => {
    const ask = () =>
      app.visitor.post('/api/v1/email-codes', { purpose: 'resetPassword', email: 'flood@example.com', language: 'en' });
    app.clock.advance(24 * hour - (app.clock.now().getTime() % (24 * hour)) + 1000);
    for (let sent = 0; sent < 10; sent += 1) {
      expect((await ask()).status).toBe(202);
      app.clock.advance(61_000);
    }
    const refused = await ask();
    expect(refused.problem).toMatchObject({ status: 429, code: 'auth.too_many_attempts' });
    app.clock.advance(24 * hour);
    expect((await ask()).status).toBe(202);
  });
});

describe('a change of the password', () => {
  test('needs the old one, ends the other sessions and locks the ways out for a day', async () => {
    const own = await app.logIn(name);
    const other = await app.logIn(name);
    const change = (body: object) =>
      own.post('/api/v1/security/password', { ...newPassword(''), ticket: undefined, ...body });
    const wrong = await change({ oldPassword: 'not-the-Password-1' });
    expect(wrong.problem).toMatchObject({
      status: 422,
      code: 'member.old_password_incorrect',
      title: 'Old Login Password Incorrect',
      fields: [{ path: 'oldPassword', code: 'member.old_password_incorrect' }],
    });
    const done = await change({ oldPassword: demoPassword });
    expect(done.status).toBe(200);
    expect(await isIn(own.after(done))).toBe(true);
    // The cookie is another one: whoever had the one of before has nothing.
    expect(await isIn(own)).toBe(false);
    expect(await isIn(other)).toBe(false);
    expect((await logIn(goodPassword)).status).toBe(200);
    expect(await mailsTo(email)).toContain('passwordChanged');
  });

  test('with an authenticator bound needs its code', async () => {
    const own = await app.logIn(name);
    const phone = await bindGoogle(app, own, email);
    const body = { oldPassword: demoPassword, password: goodPassword, passwordAgain: goodPassword };
    expect((await own.post('/api/v1/security/password', body)).problem.fields).toEqual([
      { path: 'code', code: 'field.required' },
    ]);
    expect((await own.post('/api/v1/security/password', { ...body, code: phone.code() })).status).toBe(200);
  });

  test('says before it how long it locks the ways out, as operators have set it, and keeps to it', async () => {
    const own = await app.logIn(name);
    const outcomeOf = async () => (await own.get('/api/v1/security')).body.lockHours;
    expect(await outcomeOf()).toEqual({ password_changed: 24, google_unbound: 24, email_changed: 48 });
    await setRule(app.database, 'securityLock', 'password_changed', { hours: 30 });
    // So long a process may go by what was in force before.
    await delay(2_100);
    expect(await outcomeOf()).toMatchObject({ password_changed: 30 });
    const body = { oldPassword: demoPassword, password: goodPassword, passwordAgain: goodPassword };
    const { lockedUntil } = (await own.post('/api/v1/security/password', body)).body;
    const locked = Date.parse(String(lockedUntil)) - app.clock.now().getTime();
    expect(Math.round(locked / hour)).toBe(30);
  });
});

describe('the first log-in from a new browser', () => {
  test('is asked to the owner, who stops everything with one link; a new password opens the account again', async () => {
    // The first browser of a member is no news.
    const first = await logIn(demoPassword);
    const known = app.visitor.after(first);
    expect(await mailsTo(email)).toEqual([]);
    const again = await known.post('/api/v1/session', { username: name, password: demoPassword });
    expect(again.status).toBe(200);
    expect(await mailsTo(email)).toEqual([]);

    const thief = await app.logIn(name);
    expect(await mailsTo(email)).toEqual(['newDevice']);
    const { link } = (await lastMail(app.database, email)).params;
    const token = link?.split('#')[1];
    expect(link).toMatch(/^\/freeze#[A-Za-z0-9_-]{43}$/);
    const stops = await Promise.all(
      Array.from({ length: 4 }, () => app.visitor.post('/api/v1/account-freezes', { token })),
    );
    expect(stops.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await isIn(thief)).toBe(false);
    expect((await logIn(demoPassword)).problem).toMatchObject({ status: 403, code: 'auth.account_frozen' });
    expect((await logIn('not-the-Password-1')).problem.code).toBe('auth.password_incorrect');

    const { browser, ticket } = await ticketOf();
    expect((await browser.post('/api/v1/passwords', newPassword(ticket))).status).toBe(200);
    expect((await logIn(goodPassword)).status).toBe(200);
  });
});

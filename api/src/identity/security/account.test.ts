import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { demoPassword } from '../../development/demo/team.ts';
import { bindGoogle, type Phone, phoneWith } from '../../testing/authenticator.ts';
import { lastMail, mails } from '../../testing/mails.ts';
import { goodPassword, mailedCode } from '../../testing/registering.ts';
import { setRule } from '../../testing/rules.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { untilWaiting } from '../../testing/waiting.ts';
import { Passwords } from '../credentials/passwords.ts';

let app: TestApplication;
const members = 'oliver sora weijie xinyi hana emma noah yuna ren lihua demoleft demo'.split(' ');
let name: string;
let email: string;
let own: Client;

beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true, rateLimitFactor: 100 });
});
afterAll(() => app.close());
beforeEach(async () => {
  name = members.pop() ?? '';
  email = `${name}@example.com`;
  own = await app.logIn(name);
});

const logInWith = async (phone: Phone): Promise<Client> =>
  app.visitor.after(
    await app.visitor.post('/api/v1/session', { username: name, password: demoPassword, code: phone.code() }),
  );

const codeFor = async (purpose: string, address = email): Promise<string> => {
  const body = purpose === 'newEmail' ? { purpose, email: address } : { purpose };
  const sent = await own.post('/api/v1/security/email-codes', body);
  if (sent.status !== 202) throw new Error(sent.text);
  return mailedCode(app, address);
};

describe('another e-mail address', () => {
  test('needs a bound authenticator', async () => {
    const body = { email: 'new@example.com', oldEmailCode: '123456', newEmailCode: '123456', code: '123456' };
    expect((await own.post('/api/v1/security/email', body)).problem.code).toBe('twofactor.required');
  });

  test('needs a code of both mailboxes, notifies both, and locks the ways out for two days', async () => {
    const phone = await bindGoogle(app, own, email);
    const address = `${name}.new@example.com`;
    const codes = { oldEmailCode: await codeFor('changeEmail'), newEmailCode: await codeFor('newEmail', address) };
    const other = `${name}.other@example.com`;
    const crossed = await own.post('/api/v1/security/email', { email: other, ...codes, code: phone.code() });
    expect(crossed.problem.fields).toEqual([{ path: 'newEmailCode', code: 'code.invalid_or_expired' }]);
    const done = await own.post('/api/v1/security/email', { email: address, ...codes, code: phone.code() });
    expect(done.status).toBe(200);
    own.keep(done);
    const hours = (Date.parse(String(done.body.lockedUntil)) - app.clock.now().getTime()) / 3_600_000;
    expect(hours).toBeCloseTo(48, 1);
    expect((await own.get('/api/v1/profile')).body.email).toBe(address);
    const reported = (await mails(app.database, { like: 'emailChanged' })).map(({ recipient }) => recipient);
    expect(reported.sort()).toEqual([address, email].sort());
  });

  test('that has an account already is refused, and nothing is used up', async () => {
    const phone = await bindGoogle(app, own, email);
    const taken = members[0] === undefined ? 'demo@example.com' : `${members[0]}@example.com`;
    const codes = { oldEmailCode: await codeFor('changeEmail'), newEmailCode: await codeFor('newEmail', taken) };
    const body = { email: taken, ...codes, code: phone.code() };
    expect((await own.post('/api/v1/security/email', body)).problem).toMatchObject({
      status: 409,
      code: 'member.email_taken',
    });
    const address = `${name}.new@example.com`;
    const newEmailCode = await codeFor('newEmail', address);
    const done = await own.post('/api/v1/security/email', { ...body, email: address, newEmailCode });
    expect(done.status).toBe(200);
  });
});

describe('another e-mail address, or no authenticator any more,', () => {
  test('ends every other session, and the word against phishing goes only to mailboxes that are proven', async () => {
    const phone = await bindGoogle(app, own, email);
    await own.post('/api/v1/security/anti-phishing-code', {
      antiPhishingCode: 'Grey Heron',
      password: demoPassword,
    });
    const elsewhere = await logInWith(phone);
    const address = `${name}.proven@example.com`;
    const codes = { oldEmailCode: await codeFor('changeEmail'), newEmailCode: await codeFor('newEmail', address) };
    expect((await lastMail(app.database, address)).params.antiPhishing).toBeUndefined();
    const changed = await own.post('/api/v1/security/email', { email: address, ...codes, code: phone.code() });
    expect(changed.status).toBe(200);
    own.keep(changed);
    expect((await elsewhere.get('/api/v1/profile')).status).toBe(401);
    expect((await own.get('/api/v1/profile')).status).toBe(200);
    for (const mailbox of [address, email])
      expect((await lastMail(app.database, mailbox, 'emailChanged')).params.antiPhishing).toBe('Grey Heron');

    const again = await logInWith(phone);
    const unbound = await own.post('/api/v1/security/google/removal', { password: demoPassword, code: phone.code() });
    expect(unbound.status).toBe(200);
    own.keep(unbound);
    expect((await again.get('/api/v1/profile')).status).toBe(401);
    expect((await own.get('/api/v1/profile')).status).toBe(200);
  });

  test('is refused where the owner has another password since it was looked at', async () => {
    const phone = await bindGoogle(app, own, email);
    const address = `${name}.late@example.com`;
    const codes = { oldEmailCode: await codeFor('changeEmail'), newEmailCode: await codeFor('newEmail', address) };
    const newPassword = () =>
      app.database.sql(`UPDATE member SET password_hash = password_hash || 'x' WHERE username = $1`, [name]);

    const held = await app.database.hold('SELECT 1 FROM mailed_code FOR UPDATE');
    const change = own.post('/api/v1/security/email', { email: address, ...codes, code: phone.code() });
    await untilWaiting(app.database, 1);
    await newPassword();
    await held.release();
    expect((await change).problem.code).toBe('auth.session_required');

    jest.spyOn(Passwords.prototype, 'verify').mockImplementationOnce(async () => {
      await newPassword();
      return true;
    });
    const removal = await own.post('/api/v1/security/google/removal', { password: demoPassword, code: phone.code() });
    expect(removal.problem.code).toBe('auth.session_required');
    expect((await own.get('/api/v1/security')).body.google).toMatchObject({ boundAt: expect.any(String) });
  });
});

test('a binding that was begun before a new password is not finished after it', async () => {
  const started = await own.post('/api/v1/security/google/binding', {
    password: demoPassword,
    emailCode: await codeFor('bindGoogle'),
  });
  const phone = phoneWith(app, String(started.body.secret));
  const confirmed = await own.post('/api/v1/security/google/binding/code', { code: phone.code() });
  const [recoveryCode] = confirmed.body.recoveryCodes as string[];
  const entries = { oldPassword: demoPassword, password: goodPassword, passwordAgain: goodPassword };
  const changed = await own.post('/api/v1/security/password', entries);
  expect(changed.status).toBe(200);
  const still = own.after(changed);
  const finished = await still.post('/api/v1/security/google/binding/recovery-code', { recoveryCode });
  expect(finished.problem.fields).toEqual([{ path: 'code', code: 'code.invalid_or_expired' }]);
  expect((await still.get('/api/v1/security')).body.google).toMatchObject({ boundAt: null });
});

describe('sessions', () => {
  test('are listed with what their owner can recognise, and end one or all others', async () => {
    const agent =
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';
    const phone = app.visitor.after(
      await app.visitor.post('/api/v1/session', { username: name, password: demoPassword }, { 'user-agent': agent }),
    );
    const third = await app.logIn(name);
    const { sessions } = (await own.get('/api/v1/sessions')).body as {
      sessions: { id: string; current: boolean; browser: string; system: string; network: string }[];
    };
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    const android = sessions.find(({ system }) => system === 'Android');
    expect(android).toMatchObject({ browser: 'Chrome', network: '127.0.0.…', current: false });
    expect(JSON.stringify(sessions)).not.toContain(phone.cookie.split('=')[1]?.slice(0, 20));

    const outsider = await app.logIn(members[0] ?? 'demo');
    expect((await outsider.send('DELETE', `/api/v1/sessions/${android?.id}`, undefined)).status).toBe(404);
    expect((await own.send('DELETE', `/api/v1/sessions/${android?.id}`, undefined)).status).toBe(200);
    expect((await own.send('DELETE', `/api/v1/sessions/${android?.id}`, undefined)).status).toBe(404);
    expect((await phone.get('/api/v1/profile')).status).toBe(401);
    expect((await third.get('/api/v1/profile')).status).toBe(200);
    expect((await own.send('DELETE', '/api/v1/sessions', undefined)).body).toEqual({ ended: 1 });
    expect((await third.get('/api/v1/profile')).status).toBe(401);
    expect((await own.get('/api/v1/profile')).status).toBe(200);
  });

  test('are five: the one that was quiet for longest ends, and its owner is notified', async () => {
    const small = await startTestApplication({ rateLimitFactor: 1 });
    try {
      const clients: Client[] = [];
      for (let count = 0; count < 6; count += 1) {
        clients.push(await small.logIn('hana'));
        small.clock.advance(61_000);
        if (count > 0) await clients[0]?.get('/api/v1/profile');
      }
      const states = await Promise.all(clients.map((client) => client.get('/api/v1/profile')));
      expect(states.map(({ status }) => status)).toEqual([200, 401, 200, 200, 200, 200]);
      expect(await mails(small.database, { like: 'sessionEnded' })).not.toEqual([]);
    } finally {
      await small.close();
    }
  });
});

test('the anti-phishing code needs the password, and stands in every mail from then on', async () => {
  const set = (body: object) => own.post('/api/v1/security/anti-phishing-code', body);
  const wrong = await set({ antiPhishingCode: 'Blue Heron', password: 'not-the-Password-1' });
  expect(wrong.problem.code).toBe('auth.password_incorrect');
  expect((await set({ antiPhishingCode: '<b>', password: demoPassword })).problem.fields).toEqual([
    { path: 'antiPhishingCode', code: 'field.format' },
  ]);
  expect((await set({ antiPhishingCode: 'Blue Heron', password: demoPassword })).status).toBe(200);
  expect((await own.get('/api/v1/security')).body.antiPhishingCode).toBe('Blue Heron');
  await codeFor('bindGoogle');
  expect((await lastMail(app.database, email)).params.antiPhishing).toBe('Blue Heron');
});

test('language and time zone are kept, and mails are written by them', async () => {
  const odd = await own.post('/api/v1/profile/preferences', { timeZone: 'Mars/Olympus' });
  expect(odd.problem.fields).toEqual([{ path: 'timeZone', code: 'field.choice' }]);
  const body = { language: 'ko', timeZone: 'Asia/Seoul' };
  expect((await own.post('/api/v1/profile/preferences', body)).status).toBe(200);
  expect((await own.get('/api/v1/profile')).body).toMatchObject(body);
  // Pages show times in it.
  expect((await own.get('/api/v1/session')).body).toMatchObject({ member: { timeZone: 'Asia/Seoul' } });
  await codeFor('bindGoogle');
  expect((await lastMail(app.database, email)).language).toBe('ko');
});

test('what each action asks for is shown before it is tried', async () => {
  const actionsNow = async () => ((await own.get('/api/v1/security')).body as { actions: object }).actions;
  expect(await actionsNow()).toMatchObject({
    transfer: { factor: 'google', bindFirst: true },
    exchange: { factor: 'email', bindFirst: false, above: { amount: '1000.00', unit: 'USD' } },
    depositAddress: { factor: 'email', bindFirst: false },
    changePassword: { factor: 'none', bindFirst: false },
  });
  await bindGoogle(app, own, email);
  expect(await actionsNow()).toMatchObject({
    transfer: { factor: 'google', bindFirst: false },
    exchange: { factor: 'google' },
    changePassword: { factor: 'google' },
  });
});

test('a rule that asks for a code where none can be mailed asks who has no authenticator to bind one', async () => {
  await setRule(app.database, 'action', 'transfer', {
    ...{ needsGoogle: false, code: 'always', above: null, securityLock: false },
  });
  const sent = async () => {
    const order = { recipient: 'demo', amount: '1', unit: 'USD', code: '123456' };
    return (await own.post('/api/v1/transfers', order, { 'idempotency-key': newKey() })).problem;
  };
  // Rules are kept for a moment.
  for (let tries = 0; tries < 50 && (await sent()).code !== 'twofactor.required'; tries += 1) await delay(100);
  expect(await sent()).toMatchObject({ status: 403, code: 'twofactor.required' });
  const { actions } = (await own.get('/api/v1/security')).body as { actions: { transfer: object } };
  expect(actions.transfer).toMatchObject({ factor: 'google', bindFirst: true });
  // Where a rule leaves small amounts free, the act says so, and not the whole form.
  await setRule(app.database, 'action', 'transfer', {
    ...{ needsGoogle: false, code: 'above', above: '5000000', securityLock: false },
  });
  const demanded = async () =>
    ((await own.get('/api/v1/security')).body as { actions: { transfer: { bindFirst: boolean } } }).actions.transfer;
  for (let tries = 0; tries < 50 && (await demanded()).bindFirst; tries += 1) await delay(100);
  expect(await demanded()).toMatchObject({ factor: 'google', bindFirst: false, above: { amount: '5.00' } });
  expect(await sent()).toMatchObject({ status: 403, code: 'twofactor.required' });
});

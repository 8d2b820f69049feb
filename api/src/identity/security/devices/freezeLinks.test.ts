import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { demoPassword } from '../../../development/demo/team.ts';
import { writeMail } from '../../../platform/mail/templates.ts';
import { bindGoogle, type Phone } from '../../../testing/authenticator.ts';
import { lastMail, mailedToken } from '../../../testing/mails.ts';
import { goodPassword, mailedCode } from '../../../testing/registering.ts';
import { type Client, startTestApplication, type TestApplication } from '../../../testing/testApplication.ts';

/** Links that stop an account, in a mailbox that its owner has left, or that is of no use to them any more. */
let app: TestApplication;
const members = ['emma', 'noah', 'yuna', 'ren'];
let name: string;
let email: string;
let own: Client;

beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  name = members.pop() ?? '';
  email = `${name}@example.com`;
  own = await app.logIn(name);
  // Another browser: its mail has a link.
  await app.logIn(name);
});

const freeze = async (token: string) => (await app.visitor.post('/api/v1/account-freezes', { token })).status;
const newLink = () => mailedToken(app.database, email, 'newDevice');

async function changeEmail(phone: Phone, address: string): Promise<void> {
  await own.post('/api/v1/security/email-codes', { purpose: 'changeEmail' });
  const oldEmailCode = await mailedCode(app, email);
  await own.post('/api/v1/security/email-codes', { purpose: 'newEmail', email: address });
  const newEmailCode = await mailedCode(app, address);
  const body = { email: address, oldEmailCode, newEmailCode, code: phone.code() };
  const done = await own.post('/api/v1/security/email', body);
  expect(done.status).toBe(200);
  own.keep(done);
}

describe('after another e-mail address', () => {
  test('the links of the old mailbox are dead, but for one that stops a change by somebody else', async () => {
    const link = await newLink();
    const address = `${name}.new@example.com`;
    await changeEmail(await bindGoogle(app, own, email), address);
    expect(await freeze(link)).toBe(422);
    const left = await lastMail(app.database, email, 'emailChanged');
    expect(left.params.link).toMatch(/^\/freeze#[A-Za-z0-9_-]{43}$/);
    // Whoever reads there may be anybody.
    expect(JSON.stringify(left)).not.toContain(address);
    const context = { productName: 'Trellis', publicOrigin: 'https://wallet.example', params: left.params };
    for (const language of ['en', 'jp', 'zh', 'ko'] as const)
      expect(JSON.stringify(writeMail('emailChanged', language, context))).not.toContain(address);
    expect(await freeze(await mailedToken(app.database, email, 'emailChanged'))).toBe(200);
    expect((await own.get('/api/v1/profile')).status).toBe(401);
  });

  test('that link ends with a new password, and the new mailbox has one of its own', async () => {
    const address = `${name}.new@example.com`;
    const phone = await bindGoogle(app, own, email);
    await changeEmail(phone, address);
    const [old, fresh] = [
      await mailedToken(app.database, email, 'emailChanged'),
      await mailedToken(app.database, address, 'emailChanged'),
    ];
    expect(old).not.toBe(fresh);
    const body = { oldPassword: demoPassword, password: goodPassword, passwordAgain: goodPassword, code: phone.code() };
    expect((await own.post('/api/v1/security/password', body)).status).toBe(200);
    expect(await freeze(old)).toBe(422);
    expect(await freeze(fresh)).toBe(422);
  });
});

test('a new password ends the links of before: by the old one, and by mail', async () => {
  const link = await newLink();
  const body = { oldPassword: demoPassword, password: goodPassword, passwordAgain: goodPassword };
  expect((await own.post('/api/v1/security/password', body)).status).toBe(200);
  expect(await freeze(link)).toBe(422);

  await app.logIn(name, goodPassword);
  const newer = await newLink();
  expect(newer).not.toBe(link);
  const purpose = 'resetPassword';
  await app.visitor.post('/api/v1/email-codes', { purpose, email, language: 'en' });
  const code = await mailedCode(app, email);
  const proven = await app.visitor.post('/api/v1/email-codes/verification', { purpose, email, code });
  const password = { password: 'quartz-Lantern-58-fig', passwordAgain: 'quartz-Lantern-58-fig' };
  const reset = await app.visitor.after(proven).post('/api/v1/passwords', { ticket: proven.body.ticket, ...password });
  expect(reset.status).toBe(200);
  expect(await freeze(newer)).toBe(422);
});

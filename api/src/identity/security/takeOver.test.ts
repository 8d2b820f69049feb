import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { demoPassword } from '../../development/demo/team.ts';
import { bindGoogle, type Phone } from '../../testing/authenticator.ts';
import { balancesOf } from '../../testing/balances.ts';
import { mailedToken, templatesTo } from '../../testing/mails.ts';
import { goodPassword, mailedCode } from '../../testing/registering.ts';
import {
  type Answer,
  type Client,
  newKey,
  startTestApplication,
  type TestApplication,
} from '../../testing/testApplication.ts';

/**
 * Ways to take an account over, each by somebody who has one thing of its owner's. Within a day none moves anything, and
 * the owner hears of it. The thief does all that the thing allows, and then tries to send money for 24 hours.
 */
let app: TestApplication;
const owners = [
  'hana',
  'emma',
  'noah',
  'yuna',
  'ren',
  'lihua',
  'demoleft',
  'demoright',
  'minjun',
  'jisoo',
  'sora',
  'demo',
];
let name: string;
let email: string;
let owner: Client;

beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  name = owners.shift() ?? '';
  email = `${name}@example.com`;
  owner = await app.logIn(name);
});

const hour = 3_600_000;
const logIn = (body: object = {}): Promise<Answer> =>
  app.visitor.post('/api/v1/session', { username: name, password: demoPassword, ...body });
const recipient = (): string => (name === 'demo' ? 'demoleft' : 'demo');
const steal = (client: Client, code?: string): Promise<Answer> =>
  client.post(
    '/api/v1/transfers',
    { recipient: recipient(), amount: '1', unit: 'USD', ...(code !== undefined && { code }) },
    { 'idempotency-key': newKey() },
  );
const balance = async (): Promise<bigint> => (await balancesOf(app.database, name)).usdAvailable;
const outcomeOf = (): Promise<string[]> => templatesTo(app.database, email);

/** Runs a theft; whatever it does, nothing has moved when it ends, nor in the day after. */
async function isSafe(theft: () => Promise<Client>, code?: () => string): Promise<void> {
  const before = await balance();
  const thief = await theft();
  for (const wait of [0, 12 * hour, 11 * hour]) {
    app.clock.advance(wait);
    expect((await steal(thief, code?.())).status).not.toBe(201);
  }
  expect(await balance()).toBe(before);
}

const reset = async (): Promise<{ browser: Client; ticket: string }> => {
  const purpose = 'resetPassword';
  await app.visitor.post('/api/v1/email-codes', { purpose, email, language: 'en' });
  const code = await mailedCode(app, email);
  const answer = await app.visitor.post('/api/v1/email-codes/verification', { purpose, email, code });
  return { browser: app.visitor.after(answer), ticket: String(answer.body.ticket) };
};
const twice = { password: goodPassword, passwordAgain: goodPassword };

describe('who knows the password', () => {
  test('logs in and sends: refused, for no authenticator is bound', async () => {
    await isSafe(async () => app.visitor.after(await logIn()));
    expect(await outcomeOf()).toContain('newDevice');
  });

  test('cannot even log in where an authenticator is bound', async () => {
    await bindGoogle(app, owner, email);
    expect((await logIn()).problem.code).toBe('auth.second_factor_required');
    await isSafe(async () => app.visitor.after(await logIn({ code: '123456' })));
  });

  test('cannot bind an authenticator of their own without the mailbox', async () => {
    await isSafe(async () => {
      const thief = app.visitor.after(await logIn());
      await thief.post('/api/v1/security/email-codes', { purpose: 'bindGoogle' });
      const started = await thief.post('/api/v1/security/google/binding', {
        password: demoPassword,
        emailCode: '123456',
      });
      expect(started.status).toBe(422);
      return thief;
    });
    expect(await outcomeOf()).toEqual(expect.arrayContaining(['newDevice', 'bindGoogleCode']));
  });

  test('changes it, and still sends nothing', async () => {
    await isSafe(async () => {
      const thief = app.visitor.after(await logIn());
      const changed = await thief.post('/api/v1/security/password', { oldPassword: demoPassword, ...twice });
      expect(changed.status).toBe(200);
      return thief;
    });
    expect(await outcomeOf()).toContain('passwordChanged');
  });
});

describe('who has the cookie', () => {
  test('sends nothing without the phone', async () => {
    const phone = await bindGoogle(app, owner, email);
    await isSafe(async () => owner);
    // Nor with a code that its owner has used.
    const code = phone.code();
    expect((await logIn({ code })).status).toBe(200);
    expect((await steal(owner, code)).status).not.toBe(201);
  });

  test('changes neither address, nor password, nor authenticator', async () => {
    await bindGoogle(app, owner, email);
    await isSafe(async () => {
      const email2 = 'thief@example.com';
      await owner.post('/api/v1/security/email-codes', { purpose: 'newEmail', email: email2 });
      const newEmailCode = await mailedCode(app, email2);
      const body = { email: email2, oldEmailCode: '123456', newEmailCode, code: '123456' };
      expect((await owner.post('/api/v1/security/email', body)).status).toBe(422);
      const password = await owner.post('/api/v1/security/password', { oldPassword: 'a guess', ...twice, code: '1' });
      expect(password.status).not.toBe(200);
      const off = await owner.post('/api/v1/security/google/removal', { password: 'a guess', code: '123456' });
      expect(off.status).not.toBe(200);
      return owner;
    });
  });
});

describe('who reads the mailbox', () => {
  test('sets a new password, and sends nothing for a day', async () => {
    await isSafe(async () => {
      const { browser, ticket } = await reset();
      expect((await browser.post('/api/v1/passwords', { ticket, ...twice })).status).toBe(200);
      return app.visitor.after(await logIn({ password: goodPassword }));
    });
    expect(await outcomeOf()).toEqual(expect.arrayContaining(['resetCode', 'passwordReset']));
  });

  test('sets none where an authenticator is bound', async () => {
    await bindGoogle(app, owner, email);
    await isSafe(async () => {
      const { browser, ticket } = await reset();
      expect((await browser.post('/api/v1/passwords', { ticket, ...twice, code: '123456' })).status).toBe(422);
      return browser;
    });
  });

  test('and binds an authenticator after it: the lock of the new password holds', async () => {
    let phone: Phone | undefined;
    await isSafe(
      async () => {
        const { browser, ticket } = await reset();
        await browser.post('/api/v1/passwords', { ticket, ...twice });
        const thief = app.visitor.after(await logIn({ password: goodPassword }));
        phone = await bindGoogle(app, thief, email, goodPassword);
        return thief;
      },
      () => phone?.code() ?? '',
    );
    expect(await outcomeOf()).toEqual(expect.arrayContaining(['passwordReset', 'googleBound']));
  });
});

test('who found the recovery codes and knows the password gets in and unbinds, and sends nothing for a day', async () => {
  const phone = await bindGoogle(app, owner, email);
  const [first, second] = phone.recoveryCodes;
  await isSafe(async () => {
    const thief = app.visitor.after(await logIn({ code: first }));
    const off = { password: demoPassword, code: second };
    const removed = await thief.post('/api/v1/security/google/removal', off);
    expect(removed.status).toBe(200);
    thief.keep(removed);
    return thief;
  });
  expect(await outcomeOf()).toEqual(expect.arrayContaining(['recoveryCodeUsed', 'googleUnbound']));
});

test('who has the link that stops the account can stop it, and nothing else', async () => {
  await logIn();
  const token = await mailedToken(app.database, email, 'newDevice');
  await isSafe(async () => {
    expect((await app.visitor.post('/api/v1/passwords/tickets', { ticket: token })).status).toBe(422);
    expect((await app.visitor.post('/api/v1/account-freezes', { token })).status).toBe(200);
    return app.visitor;
  });
  expect((await logIn()).problem.code).toBe('auth.account_frozen');
});

test('who plants a session in a browser has nothing when its owner logs in there', async () => {
  const planted = await app.logIn(name);
  const answer = await planted.post('/api/v1/session', { username: name, password: demoPassword });
  expect(answer.status).toBe(200);
  expect((await planted.get('/api/v1/profile')).status).toBe(401);
});

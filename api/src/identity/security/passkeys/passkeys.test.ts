import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { demoPassword } from '../../../development/demo/team.ts';
import { bindGoogle } from '../../../testing/authenticator.ts';
import { mailedToken } from '../../../testing/mails.ts';
import { newTestPasskey, type TestPasskey, testPasskeyOrigin } from '../../../testing/passkey.ts';
import { goodPassword, mailedCode } from '../../../testing/registering.ts';
import {
  type Answer,
  type Client,
  startTestApplication,
  type TestApplication,
} from '../../../testing/testApplication.ts';
import { untilWaiting } from '../../../testing/waiting.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true, rateLimitFactor: 100, publicOrigin: testPasskeyOrigin });
});
afterAll(() => app.close());

const emailOf = (username: string): string => `${username}@example.com`;

/** A code for adding a passkey, from the member's mailbox. */
async function codeByMail(member: Client, username: string): Promise<string> {
  await member.post('/api/v1/security/email-codes', { purpose: 'addPasskey' });
  return mailedCode(app, emailOf(username));
}

async function add(member: Client, more: object): Promise<{ answer: Answer; key: TestPasskey }> {
  const key = newTestPasskey();
  const { options } = (await member.post('/api/v1/security/passkeys/options', {})).body;
  const body = { name: 'Phone', password: demoPassword, attestation: key.attestation(options), ...more };
  const answer = await member.post('/api/v1/security/passkeys', body);
  if (answer.status === 201) member.keep(answer);
  return { key, answer };
}

/** A member's own passkey, added as they would. */
async function added(member: Client, username: string): Promise<TestPasskey> {
  const { answer, key } = await add(member, { code: await codeByMail(member, username) });
  if (answer.status !== 201) throw new Error(`no passkey was added: ${answer.text}`);
  return key;
}

async function logInWith(key: TestPasskey): Promise<string> {
  const { options } = (await app.visitor.post('/api/v1/session/passkey/options', {})).body;
  const answer = await app.visitor.post('/api/v1/session/passkey', { assertion: key.assertion(options) });
  return answer.status === 200 ? 'logged in' : answer.problem.code;
}

const noticed = async (username: string): Promise<number> =>
  (
    await app.database.sql(
      `SELECT FROM notice n JOIN member m ON m.id = n.member WHERE m.username = $1 AND n.template = 'passkeysEnded'`,
      [username],
    )
  ).length;

describe('a passkey is added', () => {
  test('by password and a code of the mailbox, where no authenticator is bound: a password alone adds none', async () => {
    const sora = await app.logIn('sora');
    expect((await add(sora, {})).answer.problem.fields).toEqual([{ path: 'code', code: 'field.required' }]);
    const code = await codeByMail(sora, 'sora');
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await add(sora, { code: wrong })).answer.problem.code).toBe('code.incorrect');
    const { answer, key } = await add(sora, { code });
    expect(answer.status).toBe(201);
    expect(await logInWith(key)).toBe('logged in');
    expect((await add(sora, { code })).answer.problem.code).toBe('code.invalid_or_expired');
  });

  test('by a code of the authenticator, where one is bound: the mailbox does no more', async () => {
    const emma = await app.logIn('emma');
    const mailed = await codeByMail(emma, 'emma');
    const phone = await bindGoogle(app, emma, emailOf('emma'));
    expect((await add(emma, { code: mailed })).answer.problem.code).toBe('twofactor.incorrect');
    expect((await add(emma, { code: phone.code() })).answer.status).toBe(201);
  });

  test('not while the password is changed: that ends the keys there are, and would have missed it', async () => {
    const ren = await app.logIn('ren');
    const thief = await app.logIn('ren');
    const code = await codeByMail(thief, 'ren');
    const held = await app.database.hold(`SELECT 1 FROM member WHERE username = 'ren' FOR NO KEY UPDATE`);
    const change = { oldPassword: demoPassword, password: goodPassword, passwordAgain: goodPassword };
    const changed = ren.post('/api/v1/security/password', change);
    await untilWaiting(app.database, 1);
    const adding = add(thief, { code });
    await untilWaiting(app.database, 2);
    await held.release();
    expect((await changed).status).toBe(200);
    const { answer, key } = await adding;
    expect(answer.problem.code).toBe('auth.session_required');
    expect(await logInWith(key)).toBe('passkey.refused');
  });
});

describe('passkeys of before end', () => {
  test.each([
    [
      'with a new password',
      'lihua',
      async (own: Client) => {
        const body = { oldPassword: demoPassword, password: goodPassword, passwordAgain: goodPassword };
        expect((await own.post('/api/v1/security/password', body)).status).toBe(200);
      },
    ],
    [
      'with the authenticator that is bound',
      'hana',
      async (own: Client) => {
        await bindGoogle(app, own, emailOf('hana'));
      },
    ],
    [
      'by the link that stops the account, before anything else is set',
      'noah',
      async () => {
        await app.visitor.post('/api/v1/session', { username: 'noah', password: demoPassword });
        const token = await mailedToken(app.database, emailOf('noah'), 'newDevice');
        expect((await app.visitor.post('/api/v1/account-freezes', { token })).status).toBe(200);
      },
    ],
  ] as const)('%s', async (_case, username, happen) => {
    const own = await app.logIn(username);
    const key = await added(own, username);
    expect(await logInWith(key)).toBe('logged in');
    await happen(own);
    expect(await logInWith(key)).toBe('passkey.refused');
    expect(await noticed(username)).toBe(1);
  });
});

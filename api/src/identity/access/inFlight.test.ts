import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { demoPassword } from '../../development/demo/team.ts';
import { phoneWith } from '../../testing/authenticator.ts';
import { mailedToken } from '../../testing/mails.ts';
import { givePasskey, testPasskeyOrigin } from '../../testing/passkey.ts';
import { goodPassword, mailedCode } from '../../testing/registering.ts';
import { type Answer, type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { untilWaiting } from '../../testing/waiting.ts';

/** Log-ins that were proven before something took their proof back, and open their session after it. */
let app: TestApplication;
const names = ['hana', 'emma', 'noah', 'yuna', 'ren', 'lihua', 'sora'];
let name: string;
let owner: Client;

beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true, rateLimitFactor: 100, publicOrigin: testPasskeyOrigin });
});
afterAll(() => app.close());
beforeEach(async () => {
  name = names.shift() ?? '';
  owner = await app.logIn(name);
});

const logIn = (): Promise<Answer> => app.visitor.post('/api/v1/session', { username: name, password: demoPassword });
const sessions = async (): Promise<number> =>
  (
    await app.database.sql(
      `SELECT FROM session s JOIN member m ON m.id = s.member_id WHERE m.username = $1 AND s.revoked_at IS NULL`,
      [name],
    )
  ).length;

/** What takes back is first in the queue for the member, log-ins come behind it. */
async function takeBackAlongside(takeBack: () => Promise<Answer>, logIns: () => Promise<Answer>): Promise<Answer[]> {
  const held = await app.database.hold(`SELECT 1 FROM member WHERE username = '${name}' FOR UPDATE`);
  const taken = takeBack();
  await untilWaiting(app.database, 1);
  const sent = Array.from({ length: 3 }, logIns);
  await untilWaiting(app.database, 4);
  await held.release();
  expect((await taken).status).toBe(200);
  return Promise.all(sent);
}
const codes = (answers: readonly Answer[]): unknown[] => answers.map(({ problem }) => problem.code);

test('with the old password, alongside a change of it: none opens, and the owner stays, with a session of its own', async () => {
  const body = { oldPassword: demoPassword, password: goodPassword, passwordAgain: goodPassword };
  let changed = owner;
  const late = await takeBackAlongside(async () => {
    const answer = await owner.post('/api/v1/security/password', body);
    changed = owner.after(answer);
    return answer;
  }, logIn);
  expect(codes(late)).toEqual(Array(3).fill('auth.credentials_invalid'));
  expect(await sessions()).toBe(1);
  expect((await changed.get('/api/v1/profile')).status).toBe(200);
});

test('log-ins with the old password push the owner out of no new one', async () => {
  const body = { oldPassword: demoPassword, password: goodPassword, passwordAgain: goodPassword };
  // Held while it stores: its session is found, and ends before it is done, as five others would have it.
  const held = await app.database.hold(`SELECT 1 FROM member WHERE username = '${name}' FOR UPDATE`);
  const changing = owner.post('/api/v1/security/password', body);
  await untilWaiting(app.database, 1);
  await app.database.sql(
    `UPDATE session SET revoked_at = now() WHERE member_id = (SELECT id FROM member WHERE username = $1)`,
    [name],
  );
  await held.release();
  const answer = await changing;
  expect(answer.status).toBe(200);
  expect((await owner.after(answer).get('/api/v1/profile')).status).toBe(200);
});

test('alongside the link that stops the account: none opens', async () => {
  await logIn();
  const token = await mailedToken(app.database, `${name}@example.com`, 'newDevice');
  const late = await takeBackAlongside(() => app.visitor.post('/api/v1/account-freezes', { token }), logIn);
  expect(codes(late)).toEqual(Array(3).fill('auth.credentials_invalid'));
  expect(await sessions()).toBe(0);
});

test('by a passkey, alongside a change of the password that ends it: none opens', async () => {
  const key = await givePasskey(app, name, 0);
  const body = { oldPassword: demoPassword, password: goodPassword, passwordAgain: goodPassword };
  const late = await takeBackAlongside(
    () => owner.post('/api/v1/security/password', body),
    async () => {
      const { options } = (await app.visitor.post('/api/v1/session/passkey/options', {})).body;
      return app.visitor.post('/api/v1/session/passkey', { assertion: key.assertion(options) });
    },
  );
  expect(codes(late)).toEqual(Array(3).fill('passkey.refused'));
  expect(await sessions()).toBe(1);
});

test('without a code, alongside the binding of an authenticator: none opens', async () => {
  await owner.post('/api/v1/security/email-codes', { purpose: 'bindGoogle' });
  const emailCode = await mailedCode(app, `${name}@example.com`);
  const started = await owner.post('/api/v1/security/google/binding', { password: demoPassword, emailCode });
  const code = phoneWith(app, String(started.body.secret)).code();
  const confirmed = await owner.post('/api/v1/security/google/binding/code', { code });
  const [recoveryCode] = confirmed.body.recoveryCodes as string[];
  const late = await takeBackAlongside(
    () => owner.post('/api/v1/security/google/binding/recovery-code', { recoveryCode }),
    logIn,
  );
  expect(codes(late)).toEqual(Array(3).fill('auth.credentials_invalid'));
  expect(await sessions()).toBe(1);
});

test('another new password by the same old one, alongside the owner’s: the owner’s stays', async () => {
  const thief = await app.logIn(name);
  const change = (own: Client, password: string): Promise<Answer> =>
    own.post('/api/v1/security/password', { oldPassword: demoPassword, password, passwordAgain: password });
  const late = await takeBackAlongside(
    () => change(owner, goodPassword),
    () => change(thief, `${goodPassword} of a thief`),
  );
  expect(codes(late)).toEqual(Array(3).fill('auth.session_required'));
  expect((await app.logIn(name, goodPassword)).get).toBeDefined();
});

test('a session that is somehow left of an account that was stopped is dead', async () => {
  await app.database.sql('UPDATE member SET frozen_at = now() WHERE username = $1', [name]);
  expect((await owner.get('/api/v1/profile')).status).toBe(401);
});

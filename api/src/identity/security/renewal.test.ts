import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { demoPassword } from '../../development/demo/team.ts';
import { bindGoogle, type Phone, phoneWith } from '../../testing/authenticator.ts';
import { newTestPasskey, testPasskeyOrigin } from '../../testing/passkey.ts';
import { goodPassword, mailedCode } from '../../testing/registering.ts';
import { type Answer, Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { untilWaiting } from '../../testing/waiting.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true, publicOrigin: testPasskeyOrigin });
});
afterAll(() => app.close());

const isAlive = async (client: Client): Promise<boolean> => (await client.get('/api/v1/profile')).status === 200;

/** A code that was mailed to a member, or to an address they say is theirs. */
async function codeFor(own: Client, purpose: string, address: string): Promise<string> {
  await own.post('/api/v1/security/email-codes', { purpose, ...(purpose === 'newEmail' && { email: address }) });
  return mailedCode(app, address);
}

async function addPasskey(own: Client, code: string): Promise<Answer> {
  const { options } = (await own.post('/api/v1/security/passkeys/options', {})).body;
  const attestation = newTestPasskey().attestation(options);
  return own.post('/api/v1/security/passkeys', { name: 'Phone', password: demoPassword, attestation, code });
}

type Change = (own: Client, email: string, phone: Phone | undefined) => Promise<Answer>;

/** What changes how a member proves who they are; each asks them to prove it. */
const changes: [what: string, username: string, isBound: boolean, endsOthers: boolean, change: Change][] = [
  [
    'another password',
    'hana',
    false,
    true,
    (own) => {
      const entries = { oldPassword: demoPassword, password: goodPassword, passwordAgain: goodPassword };
      return own.post('/api/v1/security/password', entries);
    },
  ],
  [
    'another e-mail address',
    'emma',
    true,
    true,
    async (own, email, phone) => {
      const oldEmailCode = await codeFor(own, 'changeEmail', email);
      const newEmailCode = await codeFor(own, 'newEmail', 'emma.new@example.com');
      const codes = { oldEmailCode, newEmailCode, code: phone?.code() };
      return own.post('/api/v1/security/email', { email: 'emma.new@example.com', ...codes });
    },
  ],
  [
    'an authenticator that is bound',
    'noah',
    false,
    true,
    async (own, email) => {
      const emailCode = await codeFor(own, 'bindGoogle', email);
      const started = await own.post('/api/v1/security/google/binding', { password: demoPassword, emailCode });
      const code = phoneWith(app, String(started.body.secret)).code();
      const confirmed = await own.post('/api/v1/security/google/binding/code', { code });
      const [recoveryCode] = confirmed.body.recoveryCodes as string[];
      return own.post('/api/v1/security/google/binding/recovery-code', { recoveryCode });
    },
  ],
  [
    'an authenticator that is switched off',
    'yuna',
    true,
    true,
    (own, _email, phone) =>
      own.post('/api/v1/security/google/removal', { password: demoPassword, code: phone?.code() }),
  ],
  [
    'a passkey that is added',
    'sora',
    false,
    false,
    async (own, email) => addPasskey(own, await codeFor(own, 'addPasskey', email)),
  ],
  [
    'a passkey that is removed',
    'jisoo',
    false,
    false,
    async (own, email) => {
      const added = await addPasskey(own, await codeFor(own, 'addPasskey', email));
      own.keep(added);
      const { id } = added.body.passkey as { id: string };
      return own.post('/api/v1/security/passkeys/removal', { id, password: demoPassword });
    },
  ],
];

describe('after what changes how a member proves who they are', () => {
  test.each(changes)(
    '%s, the browser goes on under a new token, and the one before counts for nothing',
    async (_what, username, isBound, endsOthers, change) => {
      const email = `${username}@example.com`;
      const own = await app.logIn(username);
      const phone = isBound ? await bindGoogle(app, own, email) : undefined;
      const elsewhere = app.visitor.after(
        await app.visitor.post('/api/v1/session', { username, password: demoPassword, code: phone?.code() }),
      );
      expect(await isAlive(elsewhere)).toBe(true);

      const answer = await change(own, email, phone);
      if (answer.status >= 300) throw new Error(answer.text);
      const before = new Client(app.origin, own.cookie);
      own.keep(answer);
      expect(own.cookie).not.toBe(before.cookie);
      expect(await isAlive(own)).toBe(true);
      expect(await isAlive(before)).toBe(false);
      expect(await isAlive(elsewhere)).toBe(!endsOthers);
      const { sessions } = (await own.get('/api/v1/sessions')).body as { sessions: { current: boolean }[] };
      expect(sessions.filter(({ current }) => current)).toHaveLength(1);
      expect(sessions).toHaveLength(endsOthers ? 1 : 2);
    },
  );
});

test('a session that was ended while its change was under way does not come back by it', async () => {
  const own = await app.logIn('lihua');
  const thief = await app.logIn('lihua');
  const code = await codeFor(thief, 'addPasskey', 'lihua@example.com');
  const held = await app.database.hold(`SELECT 1 FROM member WHERE username = 'lihua' FOR NO KEY UPDATE`);
  const adding = addPasskey(thief, code);
  await untilWaiting(app.database, 1);
  expect((await own.send('DELETE', '/api/v1/sessions', undefined)).body).toEqual({ ended: 1 });
  await held.release();
  const refused = await adding;
  expect(refused.problem.code).toBe('auth.session_required');
  expect(refused.headers.getSetCookie()).toEqual([]);
  expect((await own.get('/api/v1/security')).body.passkeys).toEqual([]);
});

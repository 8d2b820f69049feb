import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { demoPassword } from '../../development/demo/team.ts';
import { Database } from '../../platform/db/database.ts';
import { memberId } from '../../testing/members.ts';
import { type PushService, startPushService } from '../../testing/pushService.ts';
import { goodPassword } from '../../testing/registering.ts';
import { Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { Sessions } from '../members/sessions.ts';
import { PushSubscriptions } from './pushSubscriptions.ts';

let app: TestApplication;
let service: PushService;
let key: string;
let phone: Client;
beforeAll(async () => {
  app = await startTestApplication();
  service = await startPushService();
});
afterAll(async () => {
  await service.stop();
  await app.close();
});
beforeEach(async () => {
  await app.database.sql('DELETE FROM push_subscription');
  phone = await app.logIn('hana');
  key = String((await phone.get('/api/v1/push')).body.key);
});

const settings = { kinds: ['money', 'stake'], inFull: false };
const turnOn = (client: Client, subscription = service.subscribe(), more: object = settings) =>
  client.post('/api/v1/push', { ...subscription, key, ...more });
const confirm = async (client: Client, subscription = service.subscribe()) =>
  (await client.post('/api/v1/push/confirmation', { ...subscription, key })).body.wanted;
const pushOf = async (client: Client) => (await client.get('/api/v1/push')).body;
/** The same browser, in which somebody logs in again. */
const logInAgain = async (client: Client, username: string, password = demoPassword) =>
  client.after(await client.post('/api/v1/session', { username, password }));
const members = async () =>
  (
    await app.database.sql<{ username: string }>(
      'SELECT username FROM push_subscription s JOIN member m ON m.id = s.member_id ORDER BY s.id',
    )
  ).map(({ username }) => username);

test('is off until it is turned on, and then as it was chosen', async () => {
  expect(await pushOf(phone)).toEqual({ key, device: null, others: 0 });
  expect(await confirm(phone)).toBe(false);
  const subscription = service.subscribe();
  expect((await turnOn(phone, subscription)).status).toBe(200);
  await turnOn(phone, subscription, { kinds: ['team'], inFull: true });
  expect(await pushOf(phone)).toEqual({ key, device: { kinds: ['team'], inFull: true }, others: 0 });
  expect(await confirm(phone)).toBe(true);
});

/** With browsers that are written slowly, so that what comes meanwhile is there in time. */
async function slowly(meanwhile: () => Promise<void>): Promise<void> {
  await app.database.sql(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(0.7); RETURN NEW; END $$`);
  await app.database.sql(
    'CREATE TRIGGER slow BEFORE INSERT OR UPDATE ON push_subscription FOR EACH ROW EXECUTE FUNCTION slow()',
  );
  try {
    await meanwhile();
  } finally {
    await app.database.sql('DROP FUNCTION slow CASCADE');
  }
}

test('two pages of a browser that turn it on at once are one subscription', async () => {
  await slowly(async () => {
    const subscription = service.subscribe();
    const turned = await Promise.all([turnOn(phone, subscription), turnOn(phone, subscription)]);
    expect(turned.map(({ status }) => status)).toEqual([200, 200]);
  });
  expect(await members()).toEqual(['hana']);
});

test.each([
  ['an address in the network', { endpoint: 'http://10.0.0.1/x' }, 422],
  ['another host', { endpoint: 'https://push.evil.example/x' }, 422],
  ['no address', { endpoint: 'x' }, 400],
  ['a key that is not ours', { key: 'A'.repeat(87) }, 422],
  ['security, which nobody turns off', { kinds: ['security'] }, 400],
  ['a kind twice', { kinds: ['money', 'money'] }, 400],
  ['a secret of another length', { auth: 'abc' }, 400],
  ['a key that is no point of the curve', { p256dh: 'A'.repeat(87) }, 422],
  ['another scheme in capitals', { endpoint: 'HTTP://10.0.0.1/x' }, 422],
])('refuses %s, and nothing changes', async (_what, wrong, status) => {
  expect((await turnOn(phone, service.subscribe(), { ...settings, ...wrong })).status).toBe(status);
  expect(await pushOf(phone)).toMatchObject({ device: null });
});

describe('ends', () => {
  beforeEach(() => turnOn(phone));

  test('with the log-out', async () => {
    await phone.send('DELETE', '/api/v1/session', undefined, {});
    expect(await members()).toEqual([]);
  });

  for (const name of ['session', 'device'])
    test(`with a log-out, and with another member, in a browser that has only its cookie of the ${name} left`, async () => {
      const left = () =>
        new Client(
          app.origin,
          phone.cookie.split('; ').find((pair) => pair.includes(name)),
        );
      await left().send('DELETE', '/api/v1/session', undefined, {});
      expect(await members()).toEqual([]);
      phone = await app.logIn('hana');
      await turnOn(phone);
      await logInAgain(left(), 'emma');
      expect(await members()).toEqual([]);
    });

  test('with a session that one more has ended', async () => {
    const database = new Database({ url: app.database.url, poolSize: 1 });
    const [{ token }, subscriptions] = [
      await new Sessions(database, app.clock, 1).open(await memberId(app.database, 'emma'), {
        userAgent: '',
        address: '',
        device: undefined,
      }),
      new PushSubscriptions(database, app.clock),
    ];
    const emma = { memberId: await memberId(app.database, 'emma'), session: token, device: 'a' };
    await subscriptions.set(emma, { ...service.subscribe(), key, ...settings, kinds: [] });
    expect(await members()).toEqual(['hana', 'emma']);
    app.clock.advance(1_000);
    await new Sessions(database, app.clock, 1).open(emma.memberId, { userAgent: '', address: '', device: undefined });
    expect(await members()).toEqual(['hana']);
    // What comes of it only now is too late.
    await expect(subscriptions.set(emma, { ...service.subscribe(), key, ...settings, kinds: [] })).rejects.toThrow();
    await expect(subscriptions.confirm(emma, { ...service.subscribe(), key })).rejects.toThrow();
    await database.close();
  });

  test('where its session ends while it is turned on', async () => {
    const other = await app.logIn('hana');
    await slowly(async () => {
      const turning = turnOn(phone);
      await new Promise((resolve) => setTimeout(resolve, 300));
      await other.send('DELETE', '/api/v1/sessions', undefined, {});
      await turning;
    });
    expect(await members()).toEqual([]);
    expect((await turnOn(phone)).status).toBe(401);
  });

  test('with a log-out of a session that was over', async () => {
    await app.database.sql('UPDATE session SET revoked_at = now()');
    await phone.send('DELETE', '/api/v1/session', undefined, {});
    expect(await members()).toEqual([]);
  });

  test('when another member logs in in the browser', async () => {
    const other = await logInAgain(phone, 'emma');
    expect(await members()).toEqual([]);
    expect(await confirm(other)).toBe(false);
  });

  test('when its subscription is another member’s', async () => {
    const subscription = service.subscribe();
    await turnOn(phone, subscription);
    await turnOn(await app.logIn('emma'), subscription);
    expect(await members()).toEqual(['emma']);
  });

  test('with the end of its session from another device, and of all others', async () => {
    const other = await app.logIn('hana');
    const { sessions } = (await other.get('/api/v1/sessions')).body as { sessions: { id: string; current: boolean }[] };
    for (const { id } of sessions.filter(({ current }) => !current))
      await other.send('DELETE', `/api/v1/sessions/${id}`, undefined, {});
    expect(await members()).toEqual([]);
    await turnOn(other);
    await turnOn(await app.logIn('hana'));
    expect((await pushOf(other)).others).toBe(1);
    await other.send('DELETE', '/api/v1/sessions', undefined, {});
    expect(await pushOf(other)).toMatchObject({ others: 0, device: settings });
  });

  test('with a new password in other browsers, and not in its own', async () => {
    await turnOn(await app.logIn('hana'));
    const body = { oldPassword: demoPassword, password: goodPassword, passwordAgain: goodPassword };
    const changed = await phone.post('/api/v1/security/password', body);
    expect(changed.status).toBe(200);
    phone.keep(changed);
    expect(await pushOf(phone)).toMatchObject({ others: 0, device: settings });
    await app.database.sql(
      `UPDATE member SET password_hash = (SELECT password_hash FROM member WHERE username = 'emma') WHERE username = 'hana'`,
    );
  });

  test('in this browser or in the others, as the member says', async () => {
    const other = await app.logIn('hana');
    await turnOn(other);
    await other.post('/api/v1/push/end', { which: 'others' });
    expect([(await pushOf(other)).device, (await pushOf(phone)).device]).toEqual([settings, null]);
    await other.post('/api/v1/push/end', { which: 'this' });
    expect(await members()).toEqual([]);
  });

  test('of the eleventh browser the one that was not here for longest', async () => {
    for (let count = 0; count < 10; count += 1) await turnOn(await app.logIn('emma'));
    app.clock.advance(1_000);
    const last = await app.logIn('emma');
    await turnOn(last);
    expect(await pushOf(last)).toMatchObject({ others: 9, device: settings });
    expect(await pushOf(phone)).toMatchObject({ device: settings });
  });
});

describe('goes on', () => {
  test('over the end of the session for want of use, and after the next log-in', async () => {
    await turnOn(phone);
    app.clock.advance(2 * 3_600_000);
    expect((await phone.get('/api/v1/push')).status).toBe(401);
    expect(await members()).toEqual(['hana']);
    const again = await logInAgain(phone, 'hana');
    expect(await pushOf(again)).toMatchObject({ device: settings });
    // It belongs to the session of now, with which it ends.
    const { sessions } = (await again.get('/api/v1/sessions')).body as { sessions: { id: string; current: boolean }[] };
    const other = await app.logIn('hana');
    const id = sessions.find(({ current }) => current)?.id;
    await other.send('DELETE', `/api/v1/sessions/${id}`, undefined, {});
    expect(await members()).toEqual([]);
  });

  test('a month after its session was forgotten, and all others can be ended then', async () => {
    await turnOn(phone);
    await app.database.sql('DELETE FROM session');
    const other = await app.logIn('hana');
    expect(await members()).toEqual(['hana']);
    await other.send('DELETE', '/api/v1/sessions', undefined, {});
    expect(await members()).toEqual([]);
  });
});

test('nothing that leads to a browser is in an answer', async () => {
  const subscription = service.subscribe();
  await turnOn(phone, subscription);
  const { text } = await phone.get('/api/v1/push');
  for (const secret of [subscription.endpoint, subscription.p256dh, subscription.auth])
    expect(text).not.toContain(secret);
  expect(await memberId(app.database, 'hana')).toBeDefined();
});

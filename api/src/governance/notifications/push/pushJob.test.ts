import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { MovableClock } from '../../../ground/clock.ts';
import { PushSubscriptions } from '../../../identity/push/pushSubscriptions.ts';
import { Database } from '../../../platform/db/database.ts';
import { heardLog } from '../../../testing/heardLog.ts';
import { memberId } from '../../../testing/members.ts';
import { prepareDemo } from '../../../testing/prepareDemo.ts';
import { type PushService, startPushService } from '../../../testing/pushService.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { Notices } from '../notices.ts';
import { pushJob } from './pushJob.ts';
import { pushKeysOf } from './pushKeys.ts';
import { PushOutbox } from './pushOutbox.ts';

let own: TestDatabase;
let database: Database;
let clock: MovableClock;
let service: PushService;
let member: string;
const secrets = [randomBytes(32), randomBytes(32)];
const keys = pushKeysOf(secrets);

beforeAll(async () => {
  await prepareDemo();
  own = await createTestDatabase('demo');
  database = new Database({ url: own.url, poolSize: 8 });
  service = await startPushService();
  member = await memberId(own, 'hana');
  await own.sql(`UPDATE member SET language = 'en'`);
});
afterAll(async () => {
  await service.stop();
  await database.close();
  await own.drop();
});
beforeEach(async () => {
  clock = new MovableClock();
  heard.heard.length = 0;
  service.answer();
  (service.delivered as unknown[]).length = 0;
  await own.sql('DELETE FROM outbox_push');
  await own.sql('DELETE FROM push_subscription');
  await own.sql('DELETE FROM notice');
});

interface Options {
  readonly kinds?: readonly string[];
  readonly inFull?: boolean;
  readonly from?: PushService;
  readonly key?: string;
  readonly p256dh?: string;
}
async function subscribe({
  kinds = ['money'],
  inFull = false,
  from = service,
  key = keys[0]?.publicKey,
  ...more
}: Options = {}): Promise<string> {
  const { endpoint, p256dh, auth } = { ...from.subscribe(), ...more };
  await own.sql(
    `INSERT INTO push_subscription (id, member_id, device, session, endpoint, p256dh, auth, vapid_key, kinds, in_full, created_at, seen_at)
     VALUES (gen_random_uuid(), $1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [member, randomBytes(32), endpoint, p256dh, auth, key, kinds, inFull, clock.now()],
  );
  return endpoint;
}
const notify = (template: 'depositCredited' | 'newDevice' | 'stakeStarted' = 'depositCredited', link?: string) =>
  new Notices(database, clock).add({
    memberId: member,
    kind: template === 'newDevice' ? 'security' : template === 'stakeStarted' ? 'stake' : 'money',
    template,
    params: { amount: '4,711.00 USD', received: '4,711.00 USDT', device: 'Chrome, Android' },
    link,
  });
const heard = heardLog();
const jobOf = () => {
  const parts = {
    outbox: new PushOutbox(database, clock, new PushSubscriptions(database, clock)),
    keys,
    production: false,
    log: heard.log,
  };
  return pushJob({
    ...parts,
    productName: 'Acme',
    publicOrigin: 'https://acme.example',
    mailFrom: 'Acme <a@b.example>',
  });
};
const run = (stopping = new AbortController().signal) => jobOf().run(stopping);
const waiting = async () => (await own.sql('SELECT 1 FROM outbox_push')).length;
const subscribed = async () => (await own.sql('SELECT 1 FROM push_subscription')).length;
const status = (code: number, headers = {}) =>
  service.answer((_, response) => void response.writeHead(code, headers).end());

describe('a notice', () => {
  test('goes to each browser that wants it, in the words of its reader, without an amount', async () => {
    await Promise.all([subscribe(), subscribe(), subscribe({ kinds: ['team'] })]);
    await notify('depositCredited', '/wallet/records/7');
    expect(await run()).toBe(true);
    expect(await run()).toBe(false);
    expect(service.delivered).toHaveLength(2);
    const [message] = service.delivered;
    expect(JSON.parse(message?.text ?? '')).toEqual({
      web_push: 8030,
      notification: {
        title: 'Deposit credited',
        body: 'Your deposit is in your available balance.',
        lang: 'en',
        tag: expect.stringMatching(/^notice \d+$/),
        navigate: 'https://acme.example/wallet/records/7',
        app_badge: '1',
      },
    });
    expect(message?.headers).toMatchObject({ ttl: expect.stringMatching(/^86[34]\d\d$/), urgency: 'high' });
    expect([await waiting(), await subscribed()]).toEqual([0, 3]);
  });

  test('of security goes to all of them, and first', async () => {
    await subscribe({ kinds: [] });
    await subscribe();
    await notify();
    await notify('newDevice');
    await run();
    const titles = service.delivered.map(({ text }) => JSON.parse(text).notification.title);
    expect(titles.sort()).toEqual(['Deposit credited', 'New device logged in', 'New device logged in']);
    const claimed = async () => {
      await notify();
      await notify('newDevice');
      const [first] = await new PushOutbox(database, clock, new PushSubscriptions(database, clock)).claim(1);
      return first?.template;
    };
    expect(await claimed()).toBe('newDevice');
  });

  test('has its amount only where that was chosen, and all are of one length', async () => {
    await subscribe({ inFull: true });
    await subscribe();
    await notify();
    await run();
    const said = service.delivered.map(({ text }) => text.includes('4,711.00'));
    expect(said.sort()).toEqual([false, true]);
    expect(new Set(service.delivered.map(({ bytes }) => bytes)).size).toBe(1);
  });

  test('that was rolled back, read meanwhile or is old news is not sent', async () => {
    await subscribe();
    const failed = database.inTransaction(async () => {
      await notify();
      throw new Error('not after all');
    });
    await expect(failed).rejects.toThrow('not after all');
    expect(await waiting()).toBe(0);
    await notify();
    await own.sql('UPDATE notice SET read_at = now()');
    await run();
    await notify();
    await notify('newDevice');
    clock.advance(25 * 3_600_000);
    await run();
    expect(service.delivered.map(({ text }) => JSON.parse(text).notification.title)).toEqual(['New device logged in']);
    expect([await waiting(), heard.heard]).toEqual([0, []]);
  });

  test('is written at once while its browser logs out, and is sent to the others', async () => {
    await subscribe();
    const going = await subscribe();
    await database.inTransaction(async () => {
      await database.change('DELETE FROM push_subscription WHERE endpoint = $1', [going], { rows: 1 });
      const other = new Database({ url: own.url, poolSize: 1 });
      await new Notices(other, clock).add({ memberId: member, kind: 'money', template: 'depositHeld', params: {} });
      await other.close();
    });
    await run();
    expect([service.delivered.length, await waiting(), await subscribed()]).toEqual([1, 0, 1]);
  });

  test('goes by the key that its browser subscribed with; one whose key is gone waits for its next page', async () => {
    await subscribe({ key: keys[1]?.publicKey ?? '' });
    await subscribe({ key: pushKeysOf([randomBytes(32)])[0]?.publicKey ?? '' });
    await notify();
    await run();
    expect(service.delivered.map(({ headers }) => headers.authorization?.split('k=')[1])).toEqual([keys[1]?.publicKey]);
    expect([await subscribed(), await waiting()]).toEqual([2, 1]);
  });

  test('that cannot be put into words takes no browser away', async () => {
    await subscribe({ inFull: true });
    await new Notices(database, clock).add({
      ...{ memberId: member, kind: 'money', template: 'withdrawalSubmittedUntil' },
      params: { amount: '1.00 USD', until: 'no moment' },
    });
    await run();
    expect([service.delivered.length, await subscribed(), await waiting()]).toEqual([0, 1, 0]);
  });

  test('to a browser whose keys are none holds up no other', async () => {
    for (let count = 0; count < 4; count += 1) await subscribe({ p256dh: 'A'.repeat(87) });
    await subscribe();
    await notify();
    await run();
    expect([service.delivered.length, await subscribed(), await waiting()]).toEqual([1, 1, 0]);
  });
});

describe('a push service', () => {
  test.each([404, 410])('that answers %i knows of no such browser: it is forgotten', async (code) => {
    await subscribe();
    await notify();
    status(code);
    await run();
    expect([await subscribed(), await waiting()]).toEqual([0, 0]);
  });

  test('that answers so of an address of before does not end the one of now', async () => {
    await subscribe();
    await notify();
    service.answer(async (_, response) => {
      await own.sql(`UPDATE push_subscription SET endpoint = 'http://127.0.0.1:1/other'`);
      response.writeHead(410).end();
    });
    await run();
    expect(await subscribed()).toBe(1);
  });

  test.each([
    [429, { 'retry-after': '120' }, 125],
    [429, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 65],
    [503, {}, 35],
  ])('that answers %i gets it later', async (code, headers, seconds) => {
    await subscribe();
    await notify();
    status(code, headers);
    await run();
    status(201);
    clock.advance((seconds - 10) * 1_000);
    expect([await run(), await waiting()]).toEqual([false, 1]);
    clock.advance(10_000);
    // Of the process of before it would know that the service is to be left alone; by its own time, which is real.
    expect([await run(), await waiting()]).toEqual([true, 0]);
  });

  test('that has too many messages of one browser still gets those of others', async () => {
    await subscribe();
    await notify();
    status(429, { 'retry-after': '3600' });
    const job = jobOf();
    await job.run(new AbortController().signal);
    status(201);
    await subscribe();
    await notify();
    await job.run(new AbortController().signal);
    // It was no try that counts: the next one is not later for it.
    expect(
      (await own.sql<{ attempts: number }>('SELECT attempts FROM outbox_push')).map(({ attempts }) => attempts),
    ).toEqual([0]);
    // The one of before, and both of now.
    expect([service.delivered.length, await waiting()]).toEqual([3, 1]);
  });

  test('that refuses what we send is reported, and not tried again', async () => {
    await subscribe();
    await notify();
    await notify();
    status(413);
    await run();
    expect([await subscribed(), await waiting()]).toEqual([1, 0]);
    const said = JSON.stringify(heard.heard);
    expect(said).toContain('"alarm":"push refused"');
    expect(said).not.toContain('/push/');
    expect(heard.heard.filter(({ facts }) => facts.alarm !== undefined)).toHaveLength(1);
  });

  test.each([
    [403, 1],
    [400, 0],
  ])('that answers %i: what can be mended is tried again', async (code, left) => {
    await subscribe();
    await notify();
    status(code);
    await run();
    expect([await subscribed(), await waiting()]).toEqual([1, left]);
  });

  test('is called at no address that it leads to', async () => {
    const other = await startPushService();
    await subscribe();
    await notify();
    status(302, { location: other.subscribe().endpoint });
    await run();
    expect([other.delivered.length, await waiting()]).toEqual([0, 1]);
    await other.stop();
  });

  test('that hangs holds up no message of another', async () => {
    const hanging = await startPushService();
    const held: ServerResponse[] = [];
    hanging.answer((_, response) => void held.push(response));
    for (let count = 0; count < 8; count += 1) await subscribe({ from: hanging });
    await notify();
    const stopping = new AbortController();
    const running = run(stopping.signal);
    while (held.length < 8) await new Promise((resolve) => setTimeout(resolve, 10));
    await subscribe();
    await notify();
    while (service.delivered.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    // None of them was given up for it.
    expect(held.filter(({ destroyed }) => destroyed)).toEqual([]);
    stopping.abort();
    hanging.answer();
    for (const response of held) response.writeHead(201).end();
    await running;
    await hanging.stop();
  });
});

test('two processes send each message once', async () => {
  for (let count = 0; count < 20; count += 1) await subscribe();
  for (let count = 0; count < 10; count += 1) await notify();
  await Promise.all([run(), run(), run()]);
  expect(service.delivered).toHaveLength(200);
  expect(await waiting()).toBe(0);
});

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { dayText, utcDayOf } from '../../ground/utcDay.ts';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database } from '../../platform/db/database.ts';
import { give } from '../../testing/balances.ts';
import { mails } from '../../testing/mails.ts';
import { memberId } from '../../testing/members.ts';
import { outcomeOf } from '../../testing/outcomes.ts';
import { fundPackagePool } from '../../testing/packages.ts';
import { noticesIn } from '../../testing/records.ts';
import { setRule } from '../../testing/rules.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** Packages that many buy at once. */
const names = ['hana', 'minjun', 'lihua', 'emma'] as const;
let app: TestApplication;
/** As the application's own role. */
let database: Database;
const clients = new Map<string, Client>();

beforeAll(async () => {
  app = await startTestApplication();
  database = new Database({ url: app.database.url, poolSize: 4 });
  await app.database.sql(`UPDATE member SET country = 'JP'`);
  await setRule(app.database, 'productSale', 'package', { open: true, closedIn: 'US' });
  await setRule(app.database, 'packageCancelling', 'all', { days: 'JP:20' });
  await fundPackagePool(app.database, 1_000);
  for (const name of names) {
    await give(app.database, name, 'usdAvailable', 5_000);
    clients.set(name, await app.logIn(name));
  }
  for (let tries = 0; tries < 50; tries += 1) {
    if ((await clientOf('hana').get('/api/v1/packages/offer')).body.sale === 'open') return;
    await delay(100);
  }
});
afterEach(async () => {
  const findings = await verifyAll(app.database.url);
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

const clientOf = (name: string): Client => clients.get(name) as Client;
const buy = (name: string, order: object, key = newKey()) =>
  clientOf(name).post('/api/v1/packages', { shownReward: '0', ...order }, { 'idempotency-key': key });
const boughtAt = async (): Promise<Map<string, number>> => {
  const rows = await app.database.sql<{ at: Date; count: number }>(
    'SELECT started_at AS at, count(*)::integer FROM package GROUP BY 1',
  );
  return new Map(rows.map(({ at, count }) => [at.toISOString(), count]));
};

describe('many at once', () => {
  test('are bought together, each once, with all that belongs to it', async () => {
    const orders = Array.from({ length: 32 }, (_, n) => ({
      name: names[n % 4] as string,
      level: n % 2 ? 'Clear' : 'Bronze',
    }));
    const answers = await Promise.all(orders.map(({ name, level }) => buy(name, { level, rp: '0' })));
    expect(answers.map(outcomeOf)).toEqual(orders.map(() => 'done'));
    expect(answers.map(({ body }) => body.level)).toEqual(orders.map(({ level }) => level));
    // How many come together is the machine's; one by one no two of them would share a time.
    expect(Math.max(...(await boughtAt()).values())).toBeGreaterThan(1);
    const own = (await clientOf('hana').get('/api/v1/packages')).body.packages as { id: string; loops: object[] }[];
    expect(own).toHaveLength(8);
    const notices = (await noticesIn(app.database, 'hana')).filter(({ template }) => template === 'packageBought');
    expect(notices.map(({ link }) => link).toSorted()).toEqual(own.map(({ id }) => `/plan/packages/${id}`).toSorted());
    const sent = await mails(app.database, { to: 'hana@example.com', like: 'packageBought' });
    expect(sent.map(({ language, params }) => [language, params.level]).toSorted()).toEqual(
      own.map(() => ['jp', 'Bronze']).toSorted(),
    );
  });

  test('with one key are one, and it is reported again in the same words', async () => {
    const key = newKey();
    const crowd = Promise.all(names.map((name) => buy(name, { level: 'Clear' })));
    const twins = await Promise.all([buy('hana', { level: 'Silver' }, key), buy('hana', { level: 'Silver' }, key)]);
    await crowd;
    const again = await buy('hana', { level: 'Silver' }, key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    for (const twin of twins) if (twin.status === 201) expect(twin.text).toBe(again.text);
    expect(twins.map(outcomeOf)).toContain('done');
    expect(outcomeOf(await buy('hana', { level: 'Clear' }, key))).toBe('idempotency.key_reused');
    const own = (await clientOf('hana').get('/api/v1/packages')).body.packages as { level: string }[];
    expect(own.filter(({ level }) => level === 'Silver')).toHaveLength(1);
  });

  test('are reported by themselves what stands against one of them, and the others are bought', async () => {
    const { usd } = (
      await app.database.sql<{ usd: string }>(
        `SELECT balance::text AS usd FROM account WHERE id = ${await memberId(app.database, 'emma')} * 1000 + 101`,
      )
    )[0] ?? { usd: '0' };
    const affordable = Number(BigInt(usd) / 300_000_000n);
    const answers = await Promise.all([
      ...Array.from({ length: affordable + 2 }, () => buy('emma', { level: 'Bronze' })),
      ...names.slice(0, 3).map((name) => buy(name, { level: 'Clear' })),
      buy('minjun', { level: 'Clear', shownReward: '1' }),
    ]);
    const codes = answers.map(outcomeOf);
    expect(codes.slice(0, affordable + 2).toSorted()).toEqual(
      [
        ...Array.from({ length: affordable }, () => 'done'),
        'money.insufficient_balance',
        'money.insufficient_balance',
      ].toSorted(),
    );
    expect(codes.slice(affordable + 2)).toEqual(['done', 'done', 'done', 'package.terms_changed']);
  });
});

describe('the database', () => {
  /** An order whose member is notified of this: it is bought so, or not at all. */
  const notified = (more: object = {}) => ({
    level: 'Clear',
    price: '100000000',
    reward: '493150',
    lastDay: dayText(utcDayOf(app.clock.now()) + 90),
    ...more,
  });
  const item = async (name: string, more: object = {}): Promise<object> => ({
    id: randomUUID(),
    journal: randomUUID(),
    member: await memberId(app.database, name),
    key: newKey(),
    hash: '00'.repeat(32),
    level: 'Clear',
    rp: '0',
    notified: notified(),
    notice: { kind: 'stake', template: 'packageBought', params: {}, link: '/plan' },
    mail: { id: randomUUID(), recipient: 'a@example.com', template: 'packageBought', language: 'en', params: {} },
    ...more,
  });
  const bought = (items: readonly object[]) =>
    database
      .rows<{ place: number; refused: string | null; replayed: boolean; reward: string }>(
        'SELECT place, refused, replayed, reward FROM purchase_packages($1)',
        [JSON.stringify(items)],
      )
      .then((rows) => rows.filter(({ refused, replayed }) => refused === null && !replayed));
  const places = async (items: readonly object[]): Promise<unknown> => (await bought(items)).map(({ place }) => place);

  test.each<[string, () => object]>([
    ['a price that was said otherwise', () => ({ notified: notified({ price: '90000000' }) })],
    ['less reward than was said', () => ({ notified: notified({ reward: '493151' }) })],
    ['more reward than was said', () => ({ notified: notified({ reward: '493149' }) })],
    ['another level than was said', () => ({ notified: notified({ level: 'Bronze' }) })],
    ['another day than was said', () => ({ notified: notified({ lastDay: '2020-01-01' }) })],
    [
      'other days than were shown',
      () => ({ shown: { price: '100000000', days: 89, loops: 3, lastDay: notified().lastDay } }),
    ],
    ['too much RP', () => ({ rp: '20000001' })],
    ['a level that is not there', () => ({ level: 'Platinum' })],
    ['somebody who is not there', () => ({ member: '999999' })],
  ])('buys none with %s, and the others with it', async (_what, wrong) => {
    expect(await places([await item('hana', wrong())])).toEqual([]);
    expect(await places([await item('hana', wrong()), await item('minjun')])).toEqual([2]);
  });

  test('buys nothing for who is suspended, lives where none is sold, or used the key before', async () => {
    await app.database.sql(`UPDATE member SET suspended_at = now() WHERE username = 'hana'`);
    await app.database.sql(`UPDATE member SET country = 'US' WHERE username = 'lihua'`);
    const twice = await item('minjun');
    expect(await places([await item('hana'), await item('lihua'), twice])).toEqual([3]);
    expect(await places([{ ...twice, id: randomUUID(), journal: randomUUID() }])).toEqual([]);
    await app.database.sql(`UPDATE member SET suspended_at = NULL, country = 'JP'`);
  });

  test('buys one at a time for who has a right to cancel, and says what it was with what was cancelled', async () => {
    expect(await places([await item('hana'), await item('hana'), await item('minjun')])).toEqual([1, 3]);
    const [own] = await app.database.sql<{ until: Date; started: Date }>(
      'SELECT counted_at AS until, started_at AS started FROM package ORDER BY started_at DESC LIMIT 1',
    );
    expect(utcDayOf(own?.until ?? new Date(0))).toBe(utcDayOf(own?.started ?? new Date(0)) + 21);
  });

  test('notifies nobody of what was not bought', async () => {
    const notifications = async () =>
      (
        await app.database.sql<{ notices: number; mails: number }>(
          `SELECT (SELECT count(*)::integer FROM notice WHERE template = 'packageBought') AS notices,
                  (SELECT count(*)::integer FROM outbox_mail WHERE template = 'packageBought') AS mails`,
        )
      )[0] ?? { notices: 0, mails: 0 };
    const twice = await item('lihua');
    expect(await places([twice])).toEqual([1]);
    const { notices, mails: sent } = await notifications();
    const again = { ...twice, id: randomUUID(), journal: randomUUID() };
    expect(await places([await item('emma', { rp: '20000001' }), again, await item('minjun')])).toEqual([3]);
    expect(await notifications()).toEqual({ notices: notices + 1, mails: sent + 1 });
  });

  test('gives what the pool has left to who comes first, and buys nothing that was said otherwise', async () => {
    const [{ free } = { free: '0' }] = await app.database.sql<{ free: string }>(
      'SELECT balance::text AS free FROM account WHERE id = 601',
    );
    const poolGains = (minor: bigint) =>
      app.database.sql(
        `SELECT post(gen_random_uuid(), 0, gen_random_uuid()::text, '\\x00', 'opening', '{}', ARRAY[201, 601]::bigint[],
                   ARRAY[-$1::bigint, $1::bigint], NULL, NULL, NULL)`,
        [String(minor)],
      );
    await poolGains(800_000n - BigInt(free));
    expect(await places([await item('hana'), await item('minjun')])).toEqual([1]);
    await poolGains(493_150n);
    const silent = await Promise.all(names.slice(0, 3).map((name) => item(name, { notified: undefined })));
    expect((await bought(silent)).map(({ reward }) => reward)).toEqual(['493150', '306850', '0']);
    await poolGains(800_000n);
    // Through the product: the first has it all, and the others what is left.
    const answers = await Promise.all(names.slice(0, 3).map((name) => buy(name, { level: 'Clear' })));
    const rewards = answers.map(({ body }) => (body.reward as { amount: string }).amount);
    expect(rewards.toSorted()).toEqual(['0.00', '0.30685', '0.49315']);
  });
});

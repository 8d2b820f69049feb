import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { dayText, utcDayOf } from '../../ground/utcDay.ts';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { give, moneyState } from '../../testing/balances.ts';
import { mails } from '../../testing/mails.ts';
import { memberId } from '../../testing/members.ts';
import { fundPackagePool } from '../../testing/packages.ts';
import { noticesIn } from '../../testing/records.ts';
import { setRule } from '../../testing/rules.ts';
import {
  type Answer,
  type Client,
  newKey,
  startTestApplication,
  type TestApplication,
} from '../../testing/testApplication.ts';

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
const told = ({ status, problem }: Answer): string => (status < 300 ? 'done' : problem.code);
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
    expect(answers.map(told)).toEqual(orders.map(() => 'done'));
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

  test('with one key are one, and it is told again in the same words', async () => {
    const key = newKey();
    const crowd = Promise.all(names.map((name) => buy(name, { level: 'Clear' })));
    const twins = await Promise.all([buy('hana', { level: 'Silver' }, key), buy('hana', { level: 'Silver' }, key)]);
    await crowd;
    const again = await buy('hana', { level: 'Silver' }, key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    for (const twin of twins) if (twin.status === 201) expect(twin.text).toBe(again.text);
    expect(twins.map(told)).toContain('done');
    expect(told(await buy('hana', { level: 'Clear' }, key))).toBe('idempotency.key_reused');
    const own = (await clientOf('hana').get('/api/v1/packages')).body.packages as { level: string }[];
    expect(own.filter(({ level }) => level === 'Silver')).toHaveLength(1);
  });

  test('are told by themselves what stands against one of them, and the others are bought', async () => {
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
    const codes = answers.map(told);
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
  async function item(name: string, more: object = {}): Promise<object> {
    return {
      id: randomUUID(),
      journal: randomUUID(),
      member: await memberId(app.database, name),
      key: newKey(),
      hash: '00'.repeat(32),
      plan_type: 'level',
      level: 'Clear',
      price: '100000000',
      rp: '0',
      reward: '493150',
      apr_ppm: 20_000,
      loops: 3,
      loop_days: 30,
      start_day: dayText(utcDayOf(app.clock.now())),
      cancel_days: 20,
      values: ['33333333', '33333333', '33333334'],
      rewards: ['164383', '164383', '164384'],
      notice: { kind: 'stake', template: 'packageBought', params: {}, link: '/plan' },
      mail: { id: randomUUID(), recipient: 'a@example.com', template: 'packageBought', language: 'en', params: {} },
      ...more,
    };
  }
  const places = async (items: readonly object[]): Promise<unknown> =>
    database.rows<{ place: number }>('SELECT place FROM buy_packages($1)', [JSON.stringify(items)]).then(
      (rows) => rows.map(({ place }) => place),
      (error: unknown) => sqlState(error),
    );

  test.each([
    ['another price', { price: '90000000', values: ['30000000', '30000000', '30000000'] }],
    ['more reward', { reward: '493151', rewards: ['164383', '164383', '164385'] }],
    ['less reward', { reward: '493149', rewards: ['164383', '164383', '164383'] }],
    ['parts that are more', { values: ['33333333', '33333333', '33333335'] }],
    ['a part less', { values: ['50000000', '50000000'] }],
    ['too much RP', { rp: '20000001' }],
    ['another term', { loop_days: 29 }],
    ['no time to cancel', { cancel_days: 0 }],
    ['somebody who is not there', { member: '999999' }],
  ])('buys none with %s, and the others beside it', async (_what, wrong) => {
    expect(await places([await item('hana', wrong)])).toEqual([]);
    expect(await places([await item('hana', wrong), await item('minjun')])).toEqual([2]);
  });

  test('buys nothing for who is suspended, lives where none is sold, or used the key before', async () => {
    await app.database.sql(`UPDATE member SET suspended_at = now() WHERE username = 'hana'`);
    await app.database.sql(`UPDATE member SET country = 'US' WHERE username = 'lihua'`);
    const twice = await item('minjun');
    expect(await places([await item('hana'), await item('lihua'), twice])).toEqual([3]);
    expect(await places([{ ...twice, id: randomUUID(), journal: randomUUID() }])).toEqual([]);
    await app.database.sql(`UPDATE member SET suspended_at = NULL, country = 'JP'`);
  });

  test('buys nothing at all on another day, or where the pool does not reach for all', async () => {
    const before = await moneyState(app.database);
    expect(await places([await item('hana', { start_day: '2020-01-01' })])).toBe('TP001');
    const [{ free } = { free: '0' }] = await app.database.sql<{ free: string }>(
      'SELECT balance::text AS free FROM account WHERE id = 601',
    );
    await app.database.sql(
      `SELECT post(gen_random_uuid(), 0, gen_random_uuid()::text, '\\x00', 'opening', '{}', ARRAY[201, 601]::bigint[],
                   ARRAY[$1::bigint, -$1::bigint], NULL, NULL, NULL)`,
      [String(BigInt(free) - 800_000n)],
    );
    const poor = await moneyState(app.database);
    expect(await places([await item('hana'), await item('minjun')])).toEqual([]);
    expect(await moneyState(app.database)).toEqual(poor);
    expect(await places([await item('hana')])).toEqual([1]);
    // Through the product: the first has it all, and the others what is left.
    const answers = await Promise.all(names.slice(0, 3).map((name) => buy(name, { level: 'Clear' })));
    const rewards = answers.map(({ body }) => (body.reward as { amount: string }).amount);
    expect(rewards.toSorted()).toEqual(['0.00', '0.00', '0.30685']);
    expect(before).not.toEqual(poor);
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabaseClock } from '../../development/databaseClock.ts';
import { DevelopmentClock } from '../../ground/clock.ts';
import { dayMs } from '../../ground/utcDay.ts';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database } from '../../platform/db/database.ts';
import { give, moneyState } from '../../testing/balances.ts';
import { ops } from '../../testing/ops.ts';
import { outcomeOf } from '../../testing/outcomes.ts';
import { fundPackagePool } from '../../testing/packages.ts';
import { mailedCode } from '../../testing/registering.ts';
import { setRule } from '../../testing/rules.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { movementsAbout } from '../statements/movementsAbout.ts';
import { Records } from '../wallet/records.ts';
import { packageAbout } from './packageAbout.ts';

/** The clock of process and database is one, and goes where the test puts it. */
let app: TestApplication;
let clock: DevelopmentClock;
let database: Database;
let demo: Client;
let hana: Client;

beforeAll(async () => {
  clock = new DevelopmentClock(scratchFolder('package-endpoints'));
  app = await startTestApplication({ secondFactor: true }, { clock });
  await openDatabaseClock(app.database.ownerUrl, clock);
  database = new Database({ url: app.database.url, poolSize: 1 });
  demo = await app.logIn('demo');
  hana = await app.logIn('hana');
});
afterEach(async () => {
  const findings = await verifyAll(app.database.url);
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

const saleTo = async (member: Client): Promise<unknown> => (await member.get('/api/v1/packages/offer')).body.sale;
const setCountry = (member: Client, country: string) => member.post('/api/v1/profile/country', { country });
const quoted = (member: Client, query: string) => member.get(`/api/v1/packages/quote?${query}`);
const buy = (member: Client, order: object, key = newKey()) =>
  member.post('/api/v1/packages', order, { 'idempotency-key': key });

describe('who may buy', () => {
  test('nobody before operators open the sale', async () => {
    expect(await saleTo(demo)).toBe('closed');
    expect((await demo.get('/api/v1/packages/offer')).body.closedFor).toBeUndefined();
    expect(outcomeOf(await buy(demo, { level: 'Clear', shownReward: '0' }))).toBe('package.closed');
  });

  test('who has said where they live, once, and lives where it is sold', async () => {
    await setRule(app.database, 'productSale', 'package', { open: true, closedIn: 'US,KP' });
    // Rules are kept for a moment.
    for (let tries = 0; tries < 50 && (await saleTo(demo)) === 'closed'; tries += 1) await delay(100);
    expect(await saleTo(demo)).toBe('countryNeeded');
    expect((await demo.get('/api/v1/packages/offer')).body.cancelDays).toBeUndefined();
    expect(outcomeOf(await quoted(demo, 'level=Gold'))).toBe('member.country_needed');
    expect(outcomeOf(await setCountry(demo, 'ZZ'))).toBe('request.invalid');
    expect(outcomeOf(await setCountry(demo, 'JP'))).toBe('done');
    expect(await saleTo(demo)).toBe('open');
    // As after an answer that was lost.
    expect(outcomeOf(await setCountry(demo, 'JP'))).toBe('done');
    expect(outcomeOf(await setCountry(demo, 'US'))).toBe('member.country_known');
    await setCountry(hana, 'US');
    expect(await saleTo(hana)).toBe('closed');
    const offered = async (who: Client) => (await who.get('/api/v1/packages/offer')).body;
    // Why it is closed, and what of the right to cancel where it is not.
    expect([(await offered(hana)).closedFor, (await offered(demo)).closedFor]).toEqual(['country', undefined]);
    expect((await offered(demo)).cancelDays).toBe(0);
    expect(outcomeOf(await buy(hana, { level: 'Clear', shownReward: '0' }))).toBe('package.closed');
  });

  test('and support changes the country, which is written down', async () => {
    const { country } = await ops(app, 'changeMemberCountry', 'hana', '--country', 'KR', '--reason', 'moved');
    expect(country).toBe('KR');
    expect(await saleTo(hana)).toBe('open');
    const [entry] = await app.database.sql<{ before: object; after: object }>(
      `SELECT before, after FROM audit_event WHERE action = 'member.country'`,
    );
    expect(entry).toMatchObject({ before: { country: 'US' }, after: { country: 'KR' } });
  });
});

describe('before it is bought', () => {
  test('each level says what it would give, and what can be promised of it', async () => {
    await fundPackagePool(app.database, 20);
    const { levels, available } = (await demo.get('/api/v1/packages/offer')).body as {
      levels: { level: string; fullReward: { amount: string }; reward: { amount: string } }[];
      available: object;
    };
    expect(
      levels.map(({ level, fullReward, reward }) => [level, fullReward.amount, reward.amount]).slice(0, 5),
    ).toEqual([
      ['Clear', '0.49315', '0.49315'],
      ['Bronze', '1.849315', '1.849315'],
      ['Silver', '7.39726', '7.39726'],
      ['Gold', '17.260273', '17.260273'],
      ['Ruby', '88.767123', '20.00'],
    ]);
    expect(available).toMatchObject({ unit: 'USD' });
  });

  test('a quote has the best and the worst case, and every part with its day', async () => {
    const { body } = await quoted(demo, 'level=Silver&rp=5');
    expect(body).toMatchObject({
      price: { amount: '500.00', unit: 'USD' },
      usd: { amount: '495.00', unit: 'USD' },
      rp: { amount: '5.00', unit: 'RP' },
      rpMaximum: { amount: '100.00', unit: 'RP' },
      points: '500.00',
      best: { usdp: { amount: '507.39726', unit: 'USDP' }, usd: { amount: '505.875068', unit: 'USD' } },
      zero: { usdp: { amount: '500.00', unit: 'USDP' }, usd: { amount: '498.50', unit: 'USD' } },
      days: 180,
    });
    const loops = body.loops as { n: number; dueOn: string }[];
    const today = clock.now().toISOString().slice(0, 10);
    expect(loops.map(({ dueOn }) => (Date.parse(dueOn) - Date.parse(today)) / dayMs)).toEqual([
      30, 60, 90, 120, 150, 180,
    ]);
  });

  test.each([
    ['level=Gold&amount=500', 'request.invalid'],
    ['rp=5', 'request.invalid'],
    ['level=Platinum', 'request.invalid'],
    ['amount=99', 'package.below_minimum'],
    ['amount=30010', 'money.above_maximum'],
    ['amount=105', 'package.step'],
    ['level=Clear&rp=20.000001', 'package.rp_share'],
  ])('%s: %s', async (query, code) => {
    const { problem } = await quoted(demo, query);
    expect([problem.code, problem.fields?.[0]?.code]).toContain(code);
  });
});

test('what nobody could pay is quoted as well, and not sold', async () => {
  const { status, body } = await quoted(demo, 'level=Diamond');
  expect([status, (body.price as { amount: string }).amount]).toEqual([200, '30000.00']);
  const before = await moneyState(app.database);
  expect(outcomeOf(await buy(demo, { level: 'Sapphire', shownReward: '0', code: '000000' }))).not.toBe('done');
  expect(outcomeOf(await buy(demo, { level: 'Clear', rp: '20', shownReward: '0' }))).toBe('money.insufficient_balance');
  expect(await moneyState(app.database)).toEqual(before);
});

describe('a purchase', () => {
  test('with the reward that was shown is done once, and is the buyer’s alone', async () => {
    const key = newKey();
    const bought = await buy(demo, { level: 'Silver', rp: '5', shownReward: '7.39726' }, key);
    expect([bought.status, bought.body.level, bought.body.planType]).toEqual([201, 'Silver', 'level']);
    expect((await buy(demo, { level: 'Silver', rp: '5', shownReward: '7.39726' }, key)).body).toEqual(bought.body);
    // The record says which it was, and names both units that paid for it.
    const paid = (await demo.get('/api/v1/records?limit=1')).body.records as {
      kind: string;
      level?: string;
      others?: object[];
    }[];
    expect(paid.map(({ kind, level, others }) => [kind, level, others])).toEqual([
      ['package_purchase', 'Silver', [{ amount: '-5.00', unit: 'RP' }]],
    ]);
    // A statement says so as well, to its buyer alone.
    const postings = [{ memo: { package: String(bought.body.id) } }];
    const levelFor = async (username: string): Promise<string | undefined> => {
      const [member] = await app.database.sql<{ id: string }>(`SELECT id FROM member WHERE username = '${username}'`);
      return (await movementsAbout(new Records(database, [packageAbout]), member?.id ?? '', postings as never))[0]
        ?.about;
    };
    expect([await levelFor('demo'), await levelFor('hana')]).toEqual(['Silver', undefined]);
    const own = (await demo.get('/api/v1/packages')).body.packages as Record<string, unknown>[];
    expect(own.map(({ id, released, remainingDays }) => [id, released, remainingDays])).toEqual([
      [bought.body.id, false, 180],
    ]);
    expect((await hana.get('/api/v1/packages')).body.packages).toEqual([]);
  });

  test('is not done where less can be promised than was shown', async () => {
    const before = await moneyState(app.database);
    // 12.60274 are left in the pool.
    expect(outcomeOf(await buy(demo, { amount: '400', shownReward: '50' }))).toBe('package.terms_changed');
    expect(await moneyState(app.database)).toEqual(before);
  });

  test('of more than 1,000 USD takes a code, and says so for the price and not for what USD pays of it', async () => {
    await give(app.database, 'demo', 'usdAvailable', 3_000);
    const order = { amount: '1010', rp: '5', shownReward: '0' };
    const before = await moneyState(app.database);
    expect(outcomeOf(await buy(demo, order))).toBe('field.required');
    expect(await moneyState(app.database)).toEqual(before);
    expect((await demo.post('/api/v1/security/email-codes', { purpose: 'package' })).status).toBe(202);
    const code = await mailedCode(app, 'demo@example.com');
    expect(outcomeOf(await buy(demo, { ...order, code }))).toBe('done');
    expect(outcomeOf(await buy(demo, { level: 'Gold', shownReward: '0' }))).toBe('done');
  });
});

test('those that somebody has come page by page, a hundred at most, each once', async () => {
  interface Page {
    readonly packages: readonly { readonly id: string }[];
    readonly older: string | null;
  }
  const page = async (query: string, who = demo) => (await who.get(`/api/v1/packages${query}`)).body as unknown as Page;
  const idsIn = ({ packages }: Page) => packages.map(({ id }) => id);
  const all = idsIn(await page(''));
  expect([all.length, (await page('')).older]).toEqual([3, null]);
  const first = await page('?limit=2');
  expect([idsIn(first), first.older]).toEqual([all.slice(0, 2), all[1]]);
  expect(await page(`?limit=2&after=${first.older}`)).toMatchObject({ packages: [{ id: all[2] }], older: null });
  expect(idsIn(await page(`?id=${all[2]}`))).toEqual([all[2]]);
  // Another's is as good as none.
  expect(await page(`?after=${all[0]}`, hana)).toEqual({ packages: [], older: null });
  expect(idsIn(await page(`?id=${all[0]}`, hana))).toEqual([]);

  // As if they had bought a great many.
  const many = `id IN (SELECT md5('many' || n)::uuid FROM generate_series(1, 250) AS n)`;
  await app.database.sql(
    `SET session_replication_role = 'replica';
     INSERT INTO package (id, member, plan_type, level, price, rp, reward, apr_ppm, loops, loop_days, started_at, start_day, bought_by)
       SELECT md5('many' || n)::uuid, member, plan_type, level, price, rp, reward, apr_ppm, loops, loop_days,
              started_at - interval '1 day', start_day - 1, md5('many' || n)::uuid
         FROM package, generate_series(1, 250) AS n WHERE id = '${all[0]}';
     INSERT INTO package_loop (package, n, member, due_on, value, reward)
       SELECT id, 1, member, start_day + 30, price, 0 FROM package WHERE ${many};
     RESET session_replication_role`,
  );
  try {
    const offer = (await demo.get('/api/v1/packages/offer')).body as unknown as Page;
    const result = [...idsIn(offer)];
    for (let after = offer.older; after !== null; ) {
      const next = await page(`?after=${after}`);
      expect(next.packages.length).toBeLessThanOrEqual(100);
      result.push(...idsIn(next));
      after = next.older;
    }
    expect([offer.packages.length, result.length, new Set(result).size]).toEqual([100, 253, 253]);
  } finally {
    await app.database.sql(
      `SET session_replication_role = 'replica';
       DELETE FROM package_loop WHERE package IN (SELECT id FROM package WHERE ${many});
       DELETE FROM package WHERE ${many};
       RESET session_replication_role`,
    );
  }
});

test('what all of them cost stands alongside the first page of them, and with the stakes', async () => {
  const { packages, totals } = (await demo.get('/api/v1/packages/offer')).body as {
    packages: { price: { amount: string } }[];
    totals: { purchased: { amount: string }; reward: object };
  };
  const prices = packages.reduce((sum, { price }) => sum + Number(price.amount), 0);
  expect(prices).toBe(2_510);
  expect(totals).toEqual({ purchased: { amount: '2510.00', unit: 'USD' }, reward: { amount: '0.00', unit: 'USDP' } });
  expect((await demo.get('/api/v1/stakes')).body.packagesPurchased).toEqual(totals.purchased);
  expect((await hana.get('/api/v1/packages/offer')).body.totals).toMatchObject({ purchased: { amount: '0.00' } });
});

test('what cannot be released hides nothing', async () => {
  await app.database.sql('ALTER FUNCTION release_packages RENAME TO release_packages_away');
  const { status, body } = await demo.get('/api/v1/packages');
  await app.database.sql('ALTER FUNCTION release_packages_away RENAME TO release_packages');
  expect([status, (body.packages as object[]).length]).toEqual([200, 3]);
});

test('whoever looks has what is due, job or no job', async () => {
  const silver = async () =>
    ((await demo.get('/api/v1/packages')).body.packages as { level: string; loops: { releasedAt: string | null }[] }[])
      .filter(({ level }) => level === 'Silver')
      .map(({ loops }) => loops.filter(({ releasedAt }) => releasedAt !== null).length);
  expect(await silver()).toEqual([0]);
  clock.advance(61 * dayMs);
  await openDatabaseClock(app.database.ownerUrl, clock);
  demo = await app.logIn('demo');
  expect(await silver()).toEqual([2]);
  // Two of six parts of the 20 that the pool could promise.
  const { totals } = (await demo.get('/api/v1/packages/offer')).body as { totals: { reward: { amount: string } } };
  expect(totals.reward.amount).toBe('6.666664');
});

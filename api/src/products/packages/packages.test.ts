import { createHash, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabaseClock, putForward } from '../../development/databaseClock.ts';
import { Notifier } from '../../governance/notifications/notifier.ts';
import { Rules } from '../../governance/rules/rules.ts';
import { DevelopmentClock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { dayMs } from '../../ground/utcDay.ts';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { balanceOf, balancesOf, give, moneyState } from '../../testing/balances.ts';
import { mails } from '../../testing/mails.ts';
import { purchaseAmounts } from '../../testing/model/packageJournals.ts';
import { setRule } from '../../testing/rules.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { ownPackagesOf } from './ownPackages.ts';
import type { BoughtPackage } from './packagePurchases.ts';
import type { PackageOrder } from './packageQuote.ts';
import { packageReleases, releaseDue } from './packageReleases.ts';
import { PackageService } from './packageService.ts';
import { releaseMails } from './releaseMails.ts';

/** The clock of process and database is one, and goes where the test puts it. */
let app: TestApplication;
let clock: DevelopmentClock;
/** As the application's own role. */
let database: Database;
let rules: Rules;
let packages: PackageService;
const ids = new Map<string, string>();

beforeAll(async () => {
  clock = new DevelopmentClock(scratchFolder('packages'));
  app = await startTestApplication({}, { clock });
  await openDatabaseClock(app.database.ownerUrl, clock);
  database = new Database({ url: app.database.url, poolSize: 12 });
  rules = new Rules(database, clock);
  packages = new PackageService({ database, clock, rules });
  await sell('package', { open: true, closedIn: 'US,KP' });
  for (const { id, username } of await app.database.sql<{ id: string; username: string }>(
    'SELECT id, username FROM member',
  ))
    ids.set(username, id);
  await app.database.sql(`UPDATE member SET country = 'JP' WHERE username <> 'noah'`);
});
afterEach(async () => {
  const findings = await verifyAll(app.database.url);
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

async function sell(product: string, value: { open: boolean; closedIn: string }): Promise<void> {
  await setRule(app.database, 'productSale', product, value);
  rules.forget();
}
const idOf = (username: string): string => {
  const id = ids.get(username);
  if (id === undefined) throw new Error(`there is no ${username}`);
  return id;
};
const usd = (units: number): bigint => BigInt(Math.round(units * 1_000_000));
const pool = 601n;

/** Puts so much into the pool that it holds exactly this. */
async function poolHolds(minor: bigint): Promise<void> {
  const more = minor - (await balanceOf(app.database, pool));
  if (more === 0n) return;
  await app.database.sql(
    `SELECT post(gen_random_uuid(), 0, gen_random_uuid()::text, '\\x00', 'opening', '{}', ARRAY[201, 601]::bigint[],
                 ARRAY[$1::bigint, $2::bigint], NULL, NULL, NULL)`,
    [String(-more), String(more)],
  );
}

const goTo = (at: Date): Promise<void> => putForward(database, clock, at.getTime() - clock.now().getTime());
const call = (key: string = randomUUID()) => ({ key, requestHash: createHash('sha256').update(key).digest() });
const buy = (username: string, order: Partial<PackageOrder>, key?: string): Promise<BoughtPackage> =>
  database.inTransaction(() => packages.buy(idOf(username), { rp: 0n, ...order }, call(key)));
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : (sqlState(error) ?? String(error))),
  );
const releaseAll = async (): Promise<void> => {
  const job = packageReleases(database);
  while ((await job.run(new AbortController().signal)) === true);
};

describe('a purchase', () => {
  test('locks its price, reserves its reward and moves what its figures say', async () => {
    await poolHolds(usd(1_000));
    await give(app.database, 'demo', 'usdAvailable', 5_000);
    const before = await balancesOf(app.database, 'demo');
    const { id, reference, quote } = await buy('demo', { level: 'Gold', rp: usd(10) });
    // 1,000 at 3.5 % for 180 days of 365.
    expect(quote.reward).toBe(17_260_273n);
    expect(await balanceOf(app.database, pool)).toBe(usd(1_000) - 17_260_273n);
    const after = await balancesOf(app.database, 'demo');
    expect(after.usdAvailable).toBe(before.usdAvailable - usd(990));
    expect(after.rpAvailable).toBe(before.rpAvailable - usd(10));
    expect(after.usdpLocked).toBe(usd(1_000));
    const postings = await app.database.sql<{ account: string; amount: string }>(
      'SELECT account, amount FROM posting WHERE journal = $1',
      [reference],
    );
    expect(postings.map(({ amount }) => BigInt(amount)).toSorted(byValue)).toEqual(
      [...purchaseAmounts(quote).values()].toSorted(byValue),
    );
    const {
      packages: [own],
    } = await ownPackagesOf(database, idOf('demo'));
    expect(own).toMatchObject({ id, level: 'Gold', planType: 'level', price: usd(1_000), rp: usd(10) });
    expect(own?.loops.map(({ n, value, reward }) => [n, value, reward])).toEqual(
      quote.loops.map(({ n, value, reward }) => [n, value, reward]),
    );
    expect(own?.loops.map(({ dueOn }) => dueOn)).toEqual(
      quote.loops.map(({ dueAt }) => dueAt.toISOString().slice(0, 10)),
    );
  });

  test('of an amount of one’s own has the terms of the level that it reaches', async () => {
    await poolHolds(usd(1_000));
    const { quote } = await buy('demo', { custom: usd(510) });
    expect([quote.level, quote.planType, quote.loops.length]).toEqual(['Silver', 'custom', 6]);
  });

  test('is quoted as it is bought', async () => {
    await poolHolds(usd(3));
    const order = { level: 'Clear', rp: 0n };
    const { quote } = await packages.quote(idOf('demo'), order);
    expect((await buy('demo', order)).quote.reward).toBe(quote.reward);
  });

  test('of an empty pool promises nothing, and one that was shown more is not made', async () => {
    await poolHolds(0n);
    const before = await moneyState(app.database);
    expect(await refusal(buy('demo', { level: 'Clear', shownReward: 1n }))).toBe('package.terms_changed');
    expect(await moneyState(app.database)).toEqual(before);
    expect((await buy('demo', { level: 'Clear', shownReward: 0n })).quote.reward).toBe(0n);
    await poolHolds(5n);
    expect((await buy('demo', { level: 'Clear' })).quote.reward).toBe(5n);
  });

  test.each<[string, Partial<PackageOrder>, string]>([
    ['member.country_needed', { level: 'Clear' }, 'noah'],
    ['package.level_unknown', { level: 'Platinum' }, 'demo'],
    ['package.level_unknown', {}, 'demo'],
    ['package.below_minimum', { custom: usd(90) }, 'demo'],
    ['money.above_maximum', { custom: usd(30_010) }, 'demo'],
    ['package.step', { custom: usd(105) }, 'demo'],
    ['package.rp_share', { level: 'Clear', rp: usd(20) + 1n }, 'demo'],
    ['money.insufficient_balance', { level: 'Clear', rp: usd(20) }, 'lihua'],
    ['money.insufficient_balance', { level: 'Diamond' }, 'demo'],
  ])('is refused as %s, and nothing changes (%#)', async (code, order, who) => {
    const before = await moneyState(app.database);
    expect(await refusal(buy(who, order))).toBe(code);
    expect(await moneyState(app.database)).toEqual(before);
  });

  test('is refused where the product is not sold, and what was bought goes on', async () => {
    await app.database.sql(`UPDATE member SET country = 'US' WHERE username = 'demo'`);
    expect(await refusal(buy('demo', { level: 'Clear' }))).toBe('package.closed');
    await app.database.sql(`UPDATE member SET country = 'JP' WHERE username = 'demo'`);
    await sell('package', { open: false, closedIn: '' });
    expect(await refusal(buy('demo', { level: 'Clear' }))).toBe('package.closed');
    expect((await ownPackagesOf(database, idOf('demo'))).packages.length).toBeGreaterThan(0);
    await sell('package', { open: true, closedIn: 'US,KP' });
  });

  test('asked for twice under one key happens once', async () => {
    await poolHolds(usd(10));
    const key = randomUUID();
    const before = (await ownPackagesOf(database, idOf('demo'))).packages.length;
    const first = await buy('demo', { level: 'Clear' }, key);
    // The endpoint answers a repetition from what it stored; should one ever come so far, the key stops it.
    const { id, reference } = await buy('demo', { level: 'Clear' }, key);
    expect([id, reference]).toEqual([first.id, first.reference]);
    expect((await ownPackagesOf(database, idOf('demo'))).packages.length).toBe(before + 1);
  });

  test('of fifty at once on the last of a pool share it to the unit, without a deadlock', async () => {
    await give(app.database, 'emma', 'usdAvailable', 10_000);
    await give(app.database, 'hana', 'usdAvailable', 10_000);
    // 100 at 2 % for 90 days: 0.493150; eleven whole ones and a part.
    const full = 493_150n;
    const funds = full * 11n + 7n;
    await poolHolds(funds);
    const bought = await Promise.all(
      Array.from({ length: 50 }, (_, index) => buy(index % 2 ? 'emma' : 'hana', { level: 'Clear' })),
    );
    const rewards = bought.map(({ quote }) => quote.reward);
    expect(rewards.reduce((sum, reward) => sum + reward, 0n)).toBe(funds);
    expect(rewards.filter((reward) => reward === full)).toHaveLength(11);
    expect(rewards.filter((reward) => reward === 7n)).toHaveLength(1);
    expect(await balanceOf(app.database, pool)).toBe(0n);
  });
});

describe('what the database itself refuses the application', () => {
  test('a part released by hand, or a package altered', async () => {
    expect(await sqlStateOf(database.rows('UPDATE package_loop SET value = 0'))).toBe('42501');
    expect(await sqlStateOf(database.rows('DELETE FROM package'))).toBe('42501');
    expect(await sqlStateOf(app.database.sql('UPDATE package SET price = price + 1'))).toBe('TR009');
    expect(await sqlStateOf(app.database.sql('UPDATE package_loop SET value = value + 1'))).toBe('TR009');
    expect(
      await sqlStateOf(
        database.rows(
          'SELECT * FROM post_many(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, true)',
        ),
      ),
    ).toBe('42501');
  });
});

describe('what comes back', () => {
  test('comes at the beginning of its day in UTC and not a moment before, each part once, whoever asks', async () => {
    await poolHolds(usd(1_000));
    await releaseAll();
    const { id, quote } = await buy('minjun', { level: 'Clear' }).catch(async () => {
      await give(app.database, 'minjun', 'usdAvailable', 1_000);
      return buy('minjun', { level: 'Clear' });
    });
    const own = async () => (await ownPackagesOf(database, idOf('minjun'))).packages.find((each) => each.id === id);
    const back = async () => (await own())?.loops.filter(({ releasedAt }) => releasedAt !== null).map(({ n }) => n);
    const [first, second, third] = quote.loops;
    if (!first || !second || !third) throw new Error('three parts');

    await goTo(new Date(first.dueAt.getTime() - 60_000));
    await releaseAll();
    expect(await back()).toEqual([]);
    await goTo(first.dueAt);
    await Promise.all([releaseAll(), releaseAll(), releaseAll()]);
    expect(await back()).toEqual([1]);
    const { usdpActive, usdpLocked } = await balancesOf(app.database, 'minjun');
    expect([usdpActive, usdpLocked]).toEqual([first.value + first.reward, second.value + third.value]);

    // A silence of a hundred days: each part once, and dated as it was due.
    await goTo(new Date(third.dueAt.getTime() + 100 * dayMs));
    await database.inTransaction(() => releaseDue(database, idOf('minjun')));
    expect(await back()).toEqual([1, 2, 3]);
    const held = await balancesOf(app.database, 'minjun');
    expect([held.usdpActive, held.usdpLocked]).toEqual([usd(100) + quote.reward, 0n]);
    await releaseAll();
    expect((await balancesOf(app.database, 'minjun')).usdpActive).toBe(usd(100) + quote.reward);
    const reported = await app.database.sql<{ params: object }>(
      `SELECT params FROM notice WHERE template = 'packageReleased' AND link = $1 ORDER BY id`,
      [`/plan/packages/${id}`],
    );
    expect(reported.map(({ params }) => params)).toEqual([
      { level: 'Clear', amount: '33.497716\u00a0USDP' },
      { level: 'Clear', amount: '33.497716\u00a0USDP' },
      { level: 'Clear', amount: '33.497718\u00a0USDP' },
    ]);

    // One mail for all of a day, a minute after its first.
    const mailed = async () => {
      await releaseMails(database, new Notifier(database, clock)).run(new AbortController().signal);
      return (await mails(app.database, { to: 'minjun@example.com', like: 'packageReleased' })).map(
        ({ params }) => params.amount,
      );
    };
    expect(await mailed()).toEqual(['33.497716\u00a0USDP']);
    await goTo(new Date(clock.now().getTime() + 61_000));
    expect(await mailed()).toEqual(['33.497716\u00a0USDP', '66.995434\u00a0USDP']);
    expect(await mailed()).toHaveLength(2);
  });

  test('of one member is not another’s', async () => {
    await buy('hana', { level: 'Clear' });
    await goTo(new Date(clock.now().getTime() + 400 * dayMs));
    const locked = (await balancesOf(app.database, 'hana')).usdpLocked;
    expect(locked).toBeGreaterThan(0n);
    await database.inTransaction(() => releaseDue(database, idOf('minjun')));
    expect((await balancesOf(app.database, 'hana')).usdpLocked).toBe(locked);
  });

  test('after four hundred days at once is everything, by three processes together', async () => {
    await Promise.all([releaseAll(), releaseAll(), releaseAll()]);
    const [row] = await app.database.sql<{ open: number }>(
      'SELECT count(*)::int AS open FROM package_loop WHERE released_by IS NULL',
    );
    expect(row?.open).toBe(0);
    expect((await balancesOf(app.database, 'hana')).usdpLocked).toBe(0n);
    expect(await balanceOf(app.database, 604n)).toBe(0n);
  });

  test('what cannot be posted is shown, and not passed by in silence', async () => {
    await poolHolds(0n);
    const { id } = await buy('demo', { level: 'Clear' });
    await goTo(new Date(clock.now().getTime() + 31 * dayMs));
    // Its key stands for something else already: nobody can say any more whether it was done.
    await app.database.sql(
      `SELECT post(gen_random_uuid(), $1, package_loop_key($2, 1), '\\x00', 'opening', '{}', ARRAY[$1::bigint * 1000 + 101, 201],
                   ARRAY[1::bigint, -1], NULL, NULL, NULL)`,
      [idOf('demo'), id],
    );
    await expect(database.inTransaction(() => releaseDue(database))).rejects.toThrow('stay locked');
    expect(
      (await ownPackagesOf(database, idOf('demo'))).packages.find((each) => each.id === id)?.loops[0]?.releasedAt,
    ).toBeNull();
  });
});

const byValue = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
const sqlStateOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => sqlState(error) ?? String(error),
  );

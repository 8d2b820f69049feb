import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { openDatabaseClock } from '../../development/databaseClock.ts';
import { demoPassword } from '../../development/demo/team.ts';
import { Notifier } from '../../governance/notifications/notifier.ts';
import { Rules } from '../../governance/rules/rules.ts';
import { DevelopmentClock } from '../../ground/clock.ts';
import { MemberLocks } from '../../identity/members/memberLocks.ts';
import { AddressBook } from '../../identity/security/addresses/addressBook.ts';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { balanceOf, balancesOf, give, moneyState } from '../../testing/balances.ts';
import { restore, suspend } from '../../testing/members.ts';
import { outcomeOf } from '../../testing/outcomes.ts';
import { setRule } from '../../testing/rules.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { daysOn, stakePoolHolds } from '../../testing/stakes.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { addresses, keepAddress } from '../../testing/withdrawals.ts';
import { Destinations } from '../withdrawals/destinations.ts';
import { StakeMaturities } from './stakeMaturities.ts';

/** The clock of process and database is one, and goes where the test puts it. Each test has a member of its own. */
let app: TestApplication;
let clock: DevelopmentClock;
/** As the application's own role. */
let database: Database;

beforeAll(async () => {
  clock = new DevelopmentClock(scratchFolder('stakes'));
  app = await startTestApplication({}, { clock });
  await openDatabaseClock(app.database.ownerUrl, clock);
  database = new Database({ url: app.database.url, poolSize: 12 });
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

const usd = (units: number): bigint => BigInt(Math.round(units * 1_000_000));
const pool = 602n;
const committed = 604n;

interface Own {
  readonly id: string;
  readonly rate: string;
  readonly cp: { amount: string };
  readonly basis: { amount: string };
  readonly reward: { amount: string };
  readonly term: number;
  readonly status: string;
  readonly unlocked: boolean;
  readonly termination: string;
  readonly maturesOn: string | null;
  readonly remainingDays: number;
  readonly open: boolean;
  readonly choice: object | null;
  readonly payouts: readonly { id: string; origin: string; amount: { amount: string } }[];
}

/** What a member has, after all that is due of theirs. */
async function ownOf(client: Client): Promise<Own[]> {
  const answer = await client.get('/api/v1/stakes');
  expect(outcomeOf(answer)).toBe('done');
  return (answer.body as { stakes: Own[] }).stakes;
}
const onlyOf = async (client: Client): Promise<Own> => (await ownOf(client))[0] as Own;

const post = (client: Client, path: string, body: object, key = newKey()) =>
  client.post(`/api/v1/stakes${path}`, body, { 'idempotency-key': key });
const start = (client: Client, order: object, key?: string) =>
  post(client, '', { shownRate: '1.0000', shownReward: '0', ...order }, key);
async function started(client: Client, cp: string, more: object = {}): Promise<string> {
  const answer = await start(client, { cp, ...more });
  expect(outcomeOf(answer)).toBe('done');
  return String(answer.body.id);
}
const choose = (client: Client, id: string, order: object, key?: string) =>
  post(client, `/${id}/choice`, { acceptsFrom: '0', ...order }, key);
/** A member of their own, with so many USD and addresses on both chains. */
async function member(username: string, units: number): Promise<Client> {
  if (units > 0) await give(app.database, username, 'usdAvailable', units);
  for (const chain of ['BSC', 'TRON'] as const) await keepAddress(app, username, chain).catch(() => undefined);
  return as(username);
}
const names = new Map<Client, string>();
async function as(username: string): Promise<Client> {
  const client = await app.logIn(username);
  names.set(client, username);
  return client;
}
/** Sessions end while a term runs. */
async function again(client: Client): Promise<void> {
  const username = names.get(client);
  client.keep(await app.visitor.post('/api/v1/session', { username, password: demoPassword }));
}
/** At once: the steps are below what needs a second person. */
const rateBecomes = (numerator: number, denominator: number): Promise<unknown> =>
  app.database.sql(
    `SELECT set_market_rate('CP', 'USD', $1, $2, 'tests', at, 'operator:r' || md5(random()::text), at, 'x') FROM (SELECT product_now() AS at) now`,
    [numerator, denominator],
  );
/** To the day on which what begins today matures. */
async function matured(client: Client, laterMs = 0): Promise<void> {
  await daysOn(database, clock, 90, laterMs);
  await again(client);
}
async function later(client: Client, days: number, laterMs = 0): Promise<void> {
  await daysOn(database, clock, days, laterMs);
  await again(client);
}

/** The job's way, with destinations that are looked up in the member's book. */
async function runJob(): Promise<void> {
  const rules = new Rules(database, clock);
  const book = new AddressBook({
    database,
    clock,
    rules,
    memberLocks: new MemberLocks(database),
    notifier: new Notifier(database, clock),
  });
  const destinations = new Destinations(database, book);
  const maturities = new StakeMaturities({ database, destinations, stakePayouts: undefined as never });
  while (await maturities.carryOutDue());
}

describe('who may begin a stake', () => {
  test('nobody before operators open it; then who lives where it is sold', async () => {
    const demo = await as('demo');
    expect(outcomeOf(await start(demo, { cp: '100' }))).toBe('stake.closed');
    await setRule(app.database, 'productSale', 'stake', { open: true, closedIn: 'US' });
    for (let tries = 0; tries < 50 && (await demo.get('/api/v1/stakes')).body.sale === 'closed'; tries += 1)
      await delay(100);
    expect((await demo.get('/api/v1/stakes')).body.sale).toBe('open');
    const noah = await as('noah');
    expect((await noah.get('/api/v1/stakes')).body.sale).toBe('countryNeeded');
    expect(outcomeOf(await start(noah, { cp: '100' }))).toBe('member.country_needed');
  });
});

describe('a start', () => {
  test('moves what its figures say, reserves its reward and stands on its day', async () => {
    await stakePoolHolds(app.database, usd(1_000));
    const hana = await member('hana', 5_000);
    const before = await balancesOf(app.database, 'hana');
    const quoted = await hana.get('/api/v1/stakes/quote?cp=3500');
    // 3,500 at 4 % for 90 days of 365.
    expect(quoted.body).toMatchObject({
      cost: { amount: '3500.00', unit: 'USD' },
      reward: { amount: '34.520547', unit: 'USD' },
      zero: { amount: '3500.00', unit: 'USD' },
      best: { amount: '3534.520547', unit: 'USD' },
      termDays: 90,
    });
    const id = await started(hana, '3500', { shownReward: '34.520547' });
    const after = await balancesOf(app.database, 'hana');
    expect(after.usdAvailable).toBe(before.usdAvailable - usd(3_500));
    expect(after.cpPrincipal).toBe(usd(3_500));
    // What it took and what it gave belong together.
    const rows = (await hana.get('/api/v1/records?limit=2')).body.records as { at: string; stakeSince?: string }[];
    expect(rows.map(({ stakeSince }) => stakeSince)).toEqual(rows.map(({ at }) => at));
    expect(await balanceOf(app.database, pool)).toBe(usd(1_000) - 34_520_547n);
    expect(await balanceOf(app.database, 303n)).toBeGreaterThanOrEqual(usd(3_500));
    expect(await onlyOf(hana)).toMatchObject({
      id,
      status: 'ongoing',
      termination: 'none',
      remainingDays: 90,
      term: 1,
    });
    expect((await hana.get('/api/v1/stakes')).body.totals).toMatchObject({
      staked: { amount: '3500.00', unit: 'CP' },
      reward: { amount: '34.520547', unit: 'USD' },
      remainingDays: 90,
    });
  });

  test('with a worse reward or another rate than was shown takes nothing; the same key twice takes once', async () => {
    await stakePoolHolds(app.database, 10n);
    const minjun = await member('minjun', 1_000);
    const before = await moneyState(app.database);
    expect(outcomeOf(await start(minjun, { cp: '100', shownReward: '0.000011' }))).toBe('stake.terms_changed');
    expect(outcomeOf(await start(minjun, { cp: '100', shownRate: '0.9999' }))).toBe('stake.terms_changed');
    expect(await moneyState(app.database)).toEqual(before);
    const key = newKey();
    const [one, two] = await Promise.all([start(minjun, { cp: '100' }, key), start(minjun, { cp: '100' }, key)]);
    expect([outcomeOf(one), outcomeOf(two)]).toEqual(expect.arrayContaining(['done']));
    expect(await ownOf(minjun)).toHaveLength(1);
    expect((await onlyOf(minjun)).reward.amount).toBe('0.00001');
  });

  test.each([
    [{ cp: '99.999999' }, 'money.below_minimum'],
    [{ cp: '50000.000001' }, 'money.above_maximum'],
    [{ cp: '-100' }, 'request.invalid'],
    [{ cp: '1e3' }, 'request.invalid'],
    [{ cp: '100', usd: '100' }, 'request.invalid'],
    [{}, 'request.invalid'],
    [{ cp: '50000' }, 'money.insufficient_balance'],
  ])('of %j is refused and nothing moves', async (order, code) => {
    const lihua = await as('lihua');
    const before = await moneyState(app.database);
    expect(outcomeOf(await start(lihua, order))).toBe(code);
    expect(await moneyState(app.database)).toEqual(before);
  });

  test('is the last of twelve', async () => {
    const hana = await as('hana');
    await give(app.database, 'hana', 'usdAvailable', 1_200);
    for (let n = (await ownOf(hana)).length; n < 12; n += 1) await started(hana, '100');
    expect(outcomeOf(await start(hana, { cp: '100' }))).toBe('stake.too_many');
  });

  test('by many at once gives the pool out to the last unit, and no more', async () => {
    // 0.986301 for each of 100 CP: two whole rewards and a part.
    await stakePoolHolds(app.database, 2_000_000n);
    const clients = await Promise.all(['emma', 'ren', 'yuna', 'jisoo'].map((name) => member(name, 300)));
    const answers = await Promise.all(clients.flatMap((client) => [1, 2].map(() => start(client, { cp: '100' }))));
    expect(answers.map(outcomeOf)).toEqual(Array.from({ length: 8 }, () => 'done'));
    const rewards = answers.map(({ body }) =>
      Math.round(Number((body.reward as { amount: string }).amount) * 1_000_000),
    );
    expect(rewards.toSorted((a, b) => b - a)).toEqual([986_301, 986_301, 27_398, 0, 0, 0, 0, 0]);
    expect(await balanceOf(app.database, pool)).toBe(0n);
  });
});

describe('the end of a term', () => {
  test('without a choice unlocks and waits, not earning; chosen then, a new term counts from that day', async () => {
    await stakePoolHolds(app.database, usd(1_000));
    const sora = await member('sora', 1_000);
    const id = await started(sora, '1000');
    await matured(sora, -60_000);
    expect(await onlyOf(sora)).toMatchObject({ unlocked: false, remainingDays: 1, open: false });
    await later(sora, 1);
    expect(await onlyOf(sora)).toMatchObject({
      status: 'ongoing',
      unlocked: true,
      maturesOn: null,
      open: true,
      reward: { amount: '9.863013' },
    });
    await later(sora, 10);
    expect(outcomeOf(await choose(sora, id, { option: 1, acceptsFrom: '9' }))).toBe('done');
    // 1,009.863013 at 4 % for 90 days.
    expect(await onlyOf(sora)).toMatchObject({
      unlocked: false,
      term: 2,
      remainingDays: 90,
      cp: { amount: '1009.863013' },
      reward: { amount: '9.960292' },
      choice: null,
    });
  });

  test('is carried out as chosen, each option in its way, once, also with three at it at once and late', async () => {
    await stakePoolHolds(app.database, usd(1_000));
    const demoleft = await member('demoleft', 5_000);
    const one = await started(demoleft, '1000');
    const two = await started(demoleft, '2000');
    expect(outcomeOf(await choose(demoleft, one, { option: 1 }))).toBe('done');
    expect(outcomeOf(await choose(demoleft, two, { option: 2, payTo: 'balance' }))).toBe('done');
    const before = await balancesOf(app.database, 'demoleft');
    await matured(demoleft, 5 * 86_400_000);
    await Promise.all([ownOf(demoleft), ownOf(demoleft), ownOf(demoleft)]);
    const after = await balancesOf(app.database, 'demoleft');
    // 2,000 at 4 % for 90 days.
    expect(after.usdAvailable - before.usdAvailable).toBe(19_726_027n);
    const own = await ownOf(demoleft);
    expect(own.find(({ id }) => id === one)).toMatchObject({
      term: 2,
      cp: { amount: '1009.863013' },
      remainingDays: 85,
    });
    expect(own.find(({ id }) => id === two)).toMatchObject({ term: 2, cp: { amount: '2000.00' }, remainingDays: 85 });
  });

  test('waits where the reward agreed to cannot be reserved, and goes on at none with consent', async () => {
    await stakePoolHolds(app.database, usd(100));
    const emma = await member('emma', 2_000);
    const strict = await started(emma, '500');
    const easy = await started(emma, '600');
    await choose(emma, strict, { option: 1, acceptsFrom: '1' });
    await choose(emma, easy, { option: 1, acceptsFrom: '0' });
    await stakePoolHolds(app.database, 0n);
    await matured(emma);
    const own = await ownOf(emma);
    expect(own.find(({ id }) => id === strict)).toMatchObject({ unlocked: true, term: 1 });
    expect(own.find(({ id }) => id === easy)).toMatchObject({ unlocked: false, term: 2, reward: { amount: '0.00' } });
  });

  test('can be chosen for until one hour before, changed and taken back', async () => {
    const weijie = await member('weijie', 1_000);
    const id = await started(weijie, '100');
    await matured(weijie, -3_660_000);
    expect(outcomeOf(await choose(weijie, id, { option: 1 }))).toBe('done');
    expect(outcomeOf(await weijie.send('DELETE', `/api/v1/stakes/${id}/choice`, undefined))).toBe('done');
    expect((await onlyOf(weijie)).choice).toBeNull();
    expect(outcomeOf(await choose(weijie, id, { option: 1 }))).toBe('done');
    const { chosenAt } = (await onlyOf(weijie)).choice as { chosenAt: string };
    app.clock.advance(1);
    expect(outcomeOf(await choose(weijie, id, { option: 2, payTo: 'balance' }))).toBe('done');
    // Sent before the other choice was made, and come after it.
    const late = `/api/v1/stakes/${id}/choice?chosenAt=${encodeURIComponent(chosenAt)}`;
    expect(outcomeOf(await weijie.send('DELETE', late, undefined))).toBe('stake.choice_changed');
    expect((await onlyOf(weijie)).choice).toMatchObject({ option: 2 });
    await later(weijie, 0, 23 * 3_600_000);
    expect(outcomeOf(await choose(weijie, id, { option: 1 }))).toBe('stake.choice_closed');
    expect(outcomeOf(await weijie.send('DELETE', `/api/v1/stakes/${id}/choice`, undefined))).toBe(
      'stake.choice_closed',
    );
    await later(weijie, 1);
    expect(await onlyOf(weijie)).toMatchObject({ term: 2, cp: { amount: '100.00' } });
  });
});

describe('all of it', () => {
  test('is paid out with the USD that are too few to be sent, by a withdrawal beyond the limits of withdrawals', async () => {
    await stakePoolHolds(app.database, usd(1_000));
    const demoright = await member('demoright', 30_000 - 1_200 + 19);
    const id = await started(demoright, '30000');
    expect(outcomeOf(await choose(demoright, id, { option: 3, address: addresses.BSC }))).toBe('done');
    await matured(demoright);
    const own = await onlyOf(demoright);
    expect(own).toMatchObject({ status: 'pending', termination: 'applied' });
    // 30,000 with 295.890410 of reward and the 19 that were left.
    expect(own.payouts).toMatchObject([{ origin: 'stake_close', amount: { amount: '30314.89041' } }]);
    expect((await balancesOf(app.database, 'demoright')).usdPending).toBe(30_314_890_410n);
    expect((await balancesOf(app.database, 'demoright')).cpPrincipal).toBe(0n);
    expect(outcomeOf(await choose(demoright, id, { option: 1 }))).toBe('stake.not_open');

    const paid = String(own.payouts[0]?.id);
    expect(outcomeOf(await demoright.post(`/api/v1/withdrawals/${paid}/cancellation`, {}))).toBe('done');
    expect(await onlyOf(demoright)).toMatchObject({
      status: 'ongoing',
      unlocked: true,
      termination: 'none',
      cp: { amount: '30000.00' },
      reward: { amount: '295.89041' },
      payouts: [],
    });
    const balances = await balancesOf(app.database, 'demoright');
    expect([balances.usdAvailable, balances.usdPending, balances.cpPrincipal]).toEqual([usd(19), 0n, usd(30_000)]);
    // Rejected twice, it is still as it stood.
    expect(outcomeOf(await choose(demoright, id, { option: 3, address: addresses.TRON }))).toBe('done');
    const again = await onlyOf(demoright);
    await demoright.post(`/api/v1/withdrawals/${again.payouts[0]?.id}/cancellation`, {});
    expect(await onlyOf(demoright)).toMatchObject({ unlocked: true, cp: { amount: '30000.00' } });
  });

  test('waits while USD could be withdrawn, and is refused at once with what there is', async () => {
    const oliver = await member('oliver', 0);
    const id = await started(oliver, '200');
    await choose(oliver, id, { option: 3, address: addresses.BSC });
    expect((await balancesOf(app.database, 'oliver')).usdAvailable).toBe(usd(20));
    await matured(oliver);
    expect(await onlyOf(oliver)).toMatchObject({ unlocked: true, status: 'ongoing' });
    const before = await moneyState(app.database);
    const refused = await choose(oliver, id, { option: 3, address: addresses.BSC });
    expect(refused.problem).toMatchObject({ code: 'stake.usd_first', params: { available: '20.00\u00a0USD' } });
    expect(await moneyState(app.database)).toEqual(before);
    expect((await onlyOf(oliver)).choice).toBeNull();
  });

  test('goes first of what matures on one day: the profit of another does not stand in its way', async () => {
    await stakePoolHolds(app.database, usd(1_000));
    const xinyi = await member('xinyi', 10_000 - 75);
    const profit = await started(xinyi, '5000');
    const all = await started(xinyi, '5000');
    await choose(xinyi, profit, { option: 2, payTo: 'balance' });
    await choose(xinyi, all, { option: 3, address: addresses.BSC });
    await matured(xinyi);
    const own = await ownOf(xinyi);
    expect(own.find(({ id }) => id === all)).toMatchObject({ status: 'pending' });
    expect(own.find(({ id }) => id === profit)).toMatchObject({ status: 'ongoing', term: 2 });
    expect((await balancesOf(app.database, 'xinyi')).usdAvailable).toBe(49_315_068n);
  });

  test('goes nowhere but to an address of the book, in a form that there is', async () => {
    const lihua = await member('lihua', 1_000);
    const id = await started(lihua, '100');
    const refusals = await Promise.all([
      choose(lihua, id, { option: 3, address: 'nonsense' }),
      choose(lihua, id, { option: 3, address: addresses.BTC }),
      choose(lihua, id, { option: 3, address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' }),
      choose(lihua, id, { option: 3 }),
      choose(lihua, id, { option: 1, address: addresses.BSC }),
      choose(lihua, id, { option: 2, address: addresses.BSC }),
      choose(lihua, id, { option: 4, address: addresses.BSC }),
    ]);
    const codes = refusals.map(({ problem }) => (problem.fields ?? []).map(({ code }) => code).join());
    expect(codes).toEqual([
      'stake.address_format',
      'stake.address_format',
      'withdrawal.address_unknown',
      'field.required',
      'field.required',
      'field.required',
      'field.format',
    ]);
    const other = await as('hana');
    expect(outcomeOf(await choose(other, id, { option: 1 }))).toBe('request.not_found');
    expect(outcomeOf(await other.get(`/api/v1/stakes/${id}`))).toBe('request.not_found');
  });
});

describe('what stands in the way at the end of a term', () => {
  test('a suspension: what was agreed goes on into the balance, and nothing is paid out', async () => {
    await stakePoolHolds(app.database, usd(1_000));
    const minjun = await member('minjun', 10_000);
    const profit = await started(minjun, '4000');
    const all = await started(minjun, '200');
    await choose(minjun, profit, { option: 2, payTo: 'address', address: addresses.TRON });
    await choose(minjun, all, { option: 3, address: addresses.BSC });
    await suspend(app.database, 'minjun');
    await matured(minjun);
    const own = await ownOf(minjun);
    expect(own.find(({ id }) => id === profit)).toMatchObject({ term: 2, payouts: [] });
    expect(own.find(({ id }) => id === all)).toMatchObject({ unlocked: true });
    expect(outcomeOf(await choose(minjun, all, { option: 1 }))).toBe('member.suspended');
    await restore(app.database, 'minjun');
  });

  test('nothing: profit goes to the address, and a rejection leaves it in the balance', async () => {
    await stakePoolHolds(app.database, usd(1_000));
    const minjun = await as('minjun');
    const id = await started(minjun, '3000');
    await choose(minjun, id, { option: 2, payTo: 'address', address: addresses.TRON });
    await matured(minjun);
    const own = (await ownOf(minjun)).find((each) => each.id === id);
    expect(own).toMatchObject({
      term: 2,
      status: 'ongoing',
      payouts: [{ origin: 'stake_profit', amount: { amount: '29.589041' } }],
    });
    const before = (await balancesOf(app.database, 'minjun')).usdAvailable;
    await minjun.post(`/api/v1/withdrawals/${own?.payouts[0]?.id}/cancellation`, {});
    expect((await balancesOf(app.database, 'minjun')).usdAvailable - before).toBe(29_589_041n);
    expect((await ownOf(minjun)).find((each) => each.id === id)).toMatchObject({ term: 2, payouts: [] });
  });
});

describe('what happened to an account while a term ran', () => {
  /** Half a thousand and more with profit to an address, and all of another. */
  async function bothOf(name: string) {
    await stakePoolHolds(app.database, usd(1_000));
    const client = await member(name, 0);
    const { usdAvailable } = await balancesOf(app.database, name);
    if (usdAvailable < usd(4_000))
      await give(app.database, name, 'usdAvailable', 4_000 - Number(usdAvailable / 1_000_000n));
    const profit = await started(client, '3000');
    const all = await started(client, '900');
    expect(outcomeOf(await choose(client, profit, { option: 2, payTo: 'address', address: addresses.BSC }))).toBe(
      'done',
    );
    expect(outcomeOf(await choose(client, all, { option: 3, address: addresses.BSC }))).toBe('done');
    return { client, profit, all };
  }
  const reasons = (id: string) =>
    app.database.sql<{ kind: string; reason: string | null }>(
      `SELECT kind, reason FROM stake_event WHERE stake = $1 AND kind IN ('unlocked', 'renewed', 'profit_paid') ORDER BY id`,
      [id],
    );

  test.each([
    [
      'noah',
      'stopped by the link of a mail',
      `UPDATE member SET frozen_at = product_now() WHERE username = 'noah'`,
      'locked',
    ],
    [
      'yuna',
      'under a security lock',
      `UPDATE member SET locked_until = product_now() + interval '100 days', lock_cause = 'password_reset' WHERE username = 'yuna'`,
      'locked',
    ],
    [
      'jisoo',
      'without the address',
      `DELETE FROM book_address USING member m WHERE member_id = m.id AND m.username = 'jisoo'`,
      'address',
    ],
  ])('%s, %s: nothing is sent, and what was agreed goes on into the balance', async (name, _what, happens, reason) => {
    await app.database.sql(`UPDATE member SET country = 'JP' WHERE username = $1`, [name]);
    const { profit, all } = await bothOf(name);
    await app.database.sql(happens);
    await daysOn(database, clock, 90);
    // By the job: a session may be gone.
    await app.database.sql(`UPDATE member SET suspended_at = NULL WHERE username = $1`, [name]);
    await runJob();
    expect(await reasons(all)).toEqual([{ kind: 'unlocked', reason }]);
    expect(await reasons(profit)).toEqual([
      { kind: 'profit_paid', reason },
      { kind: 'renewed', reason },
    ]);
    const [{ count } = { count: -1 }] = await app.database.sql<{ count: number }>(
      'SELECT count(*)::integer FROM withdrawal WHERE stake = ANY ($1::uuid[])',
      [[profit, all]],
    );
    expect(count).toBe(0);
  });
});

describe('a country in which stakes are no longer sold', () => {
  test('keeps nobody: what was to go on waits, and what was to leave leaves', async () => {
    await stakePoolHolds(app.database, usd(1_000));
    const jisoo = await member('jisoo', 0);
    const { usdAvailable } = await balancesOf(app.database, 'jisoo');
    await give(app.database, 'jisoo', 'usdAvailable', 1_000 - Number(usdAvailable / 1_000_000n));
    const stays = await started(jisoo, '300');
    const leaves = await started(jisoo, '700');
    await choose(jisoo, stays, { option: 2, payTo: 'balance' });
    await choose(jisoo, leaves, { option: 3, address: addresses.TRON });
    await app.database.sql(`UPDATE member SET country = 'US' WHERE username = 'jisoo'`);
    await matured(jisoo);
    const own = await ownOf(jisoo);
    expect(own.find(({ id }) => id === stays)).toMatchObject({ unlocked: true, reward: { amount: '2.958904' } });
    expect(own.find(({ id }) => id === leaves)).toMatchObject({ status: 'pending' });
    expect(outcomeOf(await choose(jisoo, stays, { option: 1 }))).toBe('stake.closed');
    await app.database.sql(`UPDATE member SET country = 'JP' WHERE username = 'jisoo'`);
  });
});

describe('another rate', () => {
  test('is a new contract’s for good; totals and history count each at its own', async () => {
    await stakePoolHolds(app.database, usd(1_000));
    const ren = await member('ren', 2_000);
    const at = async () => {
      const { total, stakes } = (await ren.get('/api/v1/balances')).body as { total: object; stakes: object };
      const { points } = (await ren.get('/api/v1/balances/history')).body as { points: { total: object }[] };
      expect(points.at(-1)?.total).toEqual(total);
      return { total, stakes };
    };
    const before = (await at()).total;
    await rateBecomes(107, 100);
    expect(outcomeOf(await start(ren, { cp: '123.456789' }))).toBe('stake.terms_changed');
    const dear = await started(ren, '123.456789', { shownRate: '1.0700' });
    // 123.456789 at 1.07, rounded up.
    const own = (await ownOf(ren)).find((each) => each.id === dear);
    expect(own?.basis.amount).toBe('132.098765');
    expect((await at()).total).toEqual(before);
    expect((await at()).stakes).toMatchObject({ remainingDays: 90 });
    await rateBecomes(1, 1);
    await choose(ren, dear, { option: 1 });
    await matured(ren);
    // Profit buys CP at the contract's rate, not at today's: 1.302891 at 1.07.
    expect((await ownOf(ren)).find((each) => each.id === dear)).toMatchObject({
      rate: '1.0700',
      term: 2,
      cp: { amount: '124.674444' },
    });
    expect((await at()).total).not.toEqual(before);
  });

  test('that rounding left room in buys nothing without profit', async () => {
    await stakePoolHolds(app.database, 0n);
    const oliver = await member('oliver', 200);
    await rateBecomes(91, 100);
    // It cost 91.000011 rounded up from 91.00001001, which would buy a unit more.
    const id = await started(oliver, '100.000011', { shownRate: '0.9100' });
    await rateBecomes(1, 1);
    await choose(oliver, id, { option: 1 });
    await matured(oliver);
    expect((await ownOf(oliver)).find((each) => each.id === id)).toMatchObject({
      term: 2,
      cp: { amount: '100.000011' },
      basis: { amount: '91.000011' },
    });
  });
});

describe('the database', () => {
  /** @returns what becomes of each of these contracts */
  const carriedOut = async (stakes: readonly string[]): Promise<string[]> => {
    const journals = Array.from({ length: 2 * stakes.length }, newKey);
    const rows = await database.rows<{ outcome: string }>(
      'SELECT outcome FROM carry_out_maturities($1::uuid[], $2::uuid[], true, NULL)',
      [stakes, journals],
    );
    return rows.map(({ outcome }) => outcome);
  };

  test('takes nothing from the application but what the terms, the contract and the pool say', async () => {
    await stakePoolHolds(app.database, usd(10));
    const yuna = await member('yuna', 1_000);
    const id = await started(yuna, '500', { shownReward: '4.931506' });
    const refusal = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: unknown) => sqlState(error),
      );
    const carryOut = (...stakes: string[]) => refusal(database.inTransaction(() => carriedOut(stakes)));
    // Before its day; of one that is not there; and twice at once.
    expect(await carryOut(id)).toBe('TK005');
    await matured(yuna);
    expect(await carryOut(newKey())).toBe('TK005');
    expect(await carryOut(id, id)).toBe('TK005');
    // Nobody chose it.
    expect(await database.inTransaction(() => carriedOut([id]))).toEqual(['unlocked']);
    const before = await moneyState(app.database);
    expect(
      await refusal(
        database.inTransaction(() => database.rows('SELECT hold_stake_payout($1, $2, $3)', [newKey(), id, newKey()])),
      ),
    ).toBe('TK006');
    expect(await refusal(database.rows(`UPDATE stake SET state = 'ended' WHERE id = $1`, [id]))).toBe('42501');
    expect(await moneyState(app.database)).toEqual(before);
    expect(await balanceOf(app.database, committed)).toBeGreaterThan(0n);
  });

  test('begins another term only with as many days as its member has accepted', async () => {
    await stakePoolHolds(app.database, usd(100));
    const minjun = await member('minjun', 500);
    const id = await started(minjun, '500');
    await matured(minjun);
    await runJob();
    for (const [accepted, outcome] of [
      [89, 'unlocked'],
      [90, 'renewed'],
    ] as const) {
      await database.rows(`SELECT choose_for_stake(member, id, 1, 'balance', NULL, NULL, 0) FROM stake WHERE id = $1`, [
        id,
      ]);
      await app.database.sql('UPDATE stake SET accepts_days = $2 WHERE id = $1', [id, accepted]);
      expect(await database.inTransaction(() => carriedOut([id]))).toEqual([outcome]);
    }
  });

  test('pays nothing out whole alongside USD, goes on with no less than was agreed, and where it is sold alone', async () => {
    await stakePoolHolds(app.database, 0n);
    const weijie = await member('weijie', 500);
    const id = await started(weijie, '100');
    /** What would become of it, chosen so. */
    const outcomeOfChoice = async (option: number, accepts: number): Promise<string | undefined> => {
      let outcome: string | undefined;
      await database
        .inTransaction(async () => {
          const payTo = option === 3 ? ['address', 'BSC', addresses.BSC] : ['balance', null, null];
          await database.rows('SELECT choose_for_stake(member, id, $2, $3, $4, $5, $6) FROM stake WHERE id = $1', [
            id,
            option,
            ...payTo,
            String(accepts),
          ]);
          [outcome] = await carriedOut([id]);
          throw new Error('taken back');
        })
        .catch((error: Error) => expect(error.message).toBe('taken back'));
      return outcome;
    };
    await matured(weijie);
    await ownOf(weijie);
    expect(await outcomeOfChoice(3, 0)).toBe('unlocked');
    expect(await outcomeOfChoice(2, 1)).toBe('unlocked');
    await app.database.sql(`UPDATE member SET country = 'US' WHERE username = 'weijie'`);
    expect(await outcomeOfChoice(2, 0)).toBe('unlocked');
    await app.database.sql(`UPDATE member SET country = 'JP' WHERE username = 'weijie'`);
    expect(await outcomeOfChoice(2, 0)).toBe('renewed');
    // Also where it is closed to nobody.
    const sale = `'{"open": true, "closedIn": ""}'`;
    expect(
      await app.database.sql(`SELECT is_sold_in(${sale}, NULL) AS nowhere, is_sold_in(${sale}, 'JP') AS here`),
    ).toEqual([{ nowhere: false, here: true }]);
  });

  test('lets no payout of a stake go for an ordinary withdrawal, nor the other way round', async () => {
    const [row] = await app.database.sql<{ id: string; hold: string; stake: string }>(
      `SELECT id, hold, stake FROM withdrawal WHERE origin = 'stake_close' AND status = 'pending_review' LIMIT 1`,
    );
    const copy = (more: string) =>
      database
        .rows(
          `INSERT INTO withdrawal SELECT (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid(), 'step', 'review', 'revision', 1) || ${more})).*
             FROM withdrawal w WHERE id = $1`,
          [row?.id ?? ''],
        )
        .then(
          () => 'done',
          (error: unknown) => sqlState(error),
        );
    expect(await copy(`'{"origin": "balance", "stake": null}'::jsonb`)).toBe('TL001');
    expect(await copy(`'{"origin": "stake_profit"}'::jsonb`)).not.toBe('done');
  });
});

test('the end of a term is there for who looks while the job has it in hand', async () => {
  await stakePoolHolds(app.database, usd(1_000));
  await app.database.sql(`UPDATE member SET country = 'JP', frozen_at = NULL WHERE username = 'noah'`);
  const noah = await member('noah', 1_000);
  const id = await started(noah, '1000');
  const job = new pg.Client({ connectionString: app.database.ownerUrl });
  await job.connect();
  try {
    await job.query('BEGIN');
    // Before it is due, so that the application's own job does not come first.
    await job.query('SELECT 1 FROM stake WHERE id = $1 FOR NO KEY UPDATE', [id]);
    await matured(noah);
    const { rowCount } = await job.query(
      'SELECT FROM carry_out_maturities(ARRAY[$1::uuid], ARRAY[gen_random_uuid(), gen_random_uuid()], false, NULL)',
      [id],
    );
    const looking = onlyOf(noah);
    await delay(300);
    await job.query('COMMIT');
    expect([rowCount, (await looking).unlocked]).toEqual([1, true]);
  } finally {
    await job.end();
  }
});

test('a job that hangs with a contract in hand keeps its member from nothing for long', async () => {
  const noah = await as('noah');
  const id = await started(noah, '100');
  const job = new pg.Client({ connectionString: app.database.ownerUrl });
  await job.connect();
  try {
    await job.query('BEGIN');
    await job.query('SELECT 1 FROM stake WHERE id = $1 FOR NO KEY UPDATE', [id]);
    await matured(noah);
    const own = await ownOf(noah);
    expect(own.find((each) => each.id === id)).toMatchObject({ unlocked: false });
  } finally {
    await job.query('ROLLBACK');
    await job.end();
  }
  expect((await ownOf(noah)).find((each) => each.id === id)).toMatchObject({ unlocked: true });
});

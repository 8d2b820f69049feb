import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabaseClock, putForward } from '../../development/databaseClock.ts';
import { DevelopmentClock } from '../../ground/clock.ts';
import { dayText, utcDayOf } from '../../ground/utcDay.ts';
import { Database } from '../../platform/db/database.ts';
import { give } from '../../testing/balances.ts';
import { enrolled, loggedIn, type OpsClient, type TestOperator } from '../../testing/operators.ts';
import { ops } from '../../testing/ops.ts';
import { fundPackagePool } from '../../testing/packages.ts';
import { setRule } from '../../testing/rules.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { daysOn, fundStakePool } from '../../testing/stakes.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { runwayOf } from './runway.ts';

describe('how long it lasts', () => {
  test.each([
    ['as long as it is, a day less than the next', 59_999_999n, 60_000_000n, 2_000_000n, 29],
    ['to the day', 60_000_000n, 60_000_000n, 2_000_000n, 30],
    ['not a day', 1_999_999n, 60_000_000n, 2_000_000n, 0],
    ['with nothing', 0n, 60_000_000n, 2_000_000n, 0],
    ['at a pace below the smallest unit', 3n, 1n, 1n, 90],
    ['no longer than is reported', 10n ** 15n, 1n, 1n, 36_500],
    ['for ever', 1n, 0n, 0n, null],
  ])('%s', (_what, free, promised, pace, runwayDays) => {
    expect(runwayOf(free, promised)).toEqual({ pace, runwayDays });
  });
});

/** Tina and Theo are treasurers. The clock of process and database is one, and goes on from test to test. */
let app: TestApplication;
let clock: DevelopmentClock;
let database: Database;
let people: readonly TestOperator[];
let tina: OpsClient;
let theo: OpsClient;
let demo: Client;

beforeAll(async () => {
  clock = new DevelopmentClock(scratchFolder('runway'));
  app = await startTestApplication({}, { clock });
  await openDatabaseClock(app.database.ownerUrl, clock);
  database = new Database({ url: app.database.url, poolSize: 2 });
  people = [await enrolled(app, 'tina', ['treasurer']), await enrolled(app, 'theo', ['treasurer'])];
  await logIn();
  await app.database.sql(`UPDATE member SET country = 'JP'`);
  await setRule(app.database, 'packageCancelling', 'all', { days: 'JP:20' });
  for (const key of ['package', 'stake']) await setRule(app.database, 'productSale', key, { open: true, closedIn: '' });
  // Their codes have put the clock of the process forward: what is sold is sold by that of the database.
  await putForward(database, clock, 0);
  await fundPackagePool(app.database, 1_000);
  await fundStakePool(app.database, 1_000);
  await give(app.database, 'demo', 'usdAvailable', 20_000);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

/** Again after some days, when nobody is logged in any more. */
async function logIn(): Promise<void> {
  const [first, second] = people;
  if (!first || !second) throw new Error('nobody is enrolled');
  tina = await loggedIn(app, first);
  theo = await loggedIn(app, second);
  demo = await app.logIn('demo');
}
async function later(days: number): Promise<void> {
  await daysOn(database, clock, days);
  await logIn();
}

type Amount = { readonly amount: string };
interface Listed {
  readonly pool: string;
  readonly free: Amount;
  readonly promised: Amount;
  readonly pace: Amount;
  readonly runwayDays: number | null;
  readonly due: Amount;
}
const listed = async (pool: string) => {
  const { pools } = (await tina.get('/pools')).body as unknown as { pools: Listed[] };
  const result = pools.find((each) => each.pool === pool);
  if (!result) throw new Error(`no pool ${pool}`);
  const { free, promised, pace, runwayDays, due } = result;
  return [free.amount, promised.amount, pace.amount, runwayDays, due.amount];
};
interface Falling {
  readonly count: number;
  readonly value: Amount;
  readonly reward: Amount;
}
interface Day {
  readonly day: string;
  readonly package: Falling;
  readonly stake: Falling;
}
const calendar = async (): Promise<Day[]> => (await tina.get('/pools/calendar')).body.days as Day[];
/** Days on which something falls due, by how far they are away. */
const falling = async (product: 'package' | 'stake') => {
  const today = utcDayOf(clock.now());
  return (await calendar())
    .filter((each) => each[product].count > 0)
    .map(({ day, [product]: { count, value, reward } }) => [
      utcDayOf(new Date(day)) - today,
      count,
      value.amount,
      reward.amount,
    ]);
};
async function bought(path: string, order: object): Promise<string> {
  const answer = await demo.post(`/api/v1/${path}`, order, { 'idempotency-key': newKey() });
  expect(answer.status).toBe(201);
  return String(answer.body.id);
}
const gold = () => bought('packages', { level: 'Gold', shownReward: '0' });
const staked = (cp: string) => bought('stakes', { cp, shownRate: '1.0000', shownReward: '0' });
async function fund(pool: string, direction: 'in' | 'out', amount: string): Promise<void> {
  const { body } = await tina.post(`/pools/${pool}/fundings`, { direction, amount, reason: 'as agreed' });
  expect((await theo.approve('pool.fund', body.id)).status).toBe(200);
}

test('what nothing was promised from lasts for ever, and nothing falls due', async () => {
  expect(await listed('package')).toEqual(['1000.00', '0.00', '0.00', null, '0.00']);
  expect(await listed('stake')).toEqual(['1000.00', '0.00', '0.00', null, '0.00']);
  expect(await listed('team')).toEqual(['0.00', '0.00', '0.00', null, '0.00']);
  const days = await calendar();
  const today = utcDayOf(clock.now());
  expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 91 }, (_each, index) => dayText(today + index)));
  const none = { count: 0, value: { amount: '0.00', unit: 'USD' }, reward: { amount: '0.00', unit: 'USD' } };
  expect(
    days.every(({ day, ...rest }) => JSON.stringify(rest) === JSON.stringify({ package: none, stake: none })),
  ).toBe(true);
});

test('rewards that are promised set the pace of their pool alone, and fall due by day', async () => {
  await gold();
  await staked('3000');
  // 3.5 % for 180 days on 1,000, in six parts; 30 × 982.739727 ÷ 17.260273 days.
  expect(await listed('package')).toEqual(['982.739727', '17.260273', '0.575343', 1708, '2.876712']);
  // 4 % for 90 days on 3,000; what matures on the 90th day is none of the next 30.
  expect(await listed('stake')).toEqual(['970.410959', '29.589041', '0.986302', 983, '0.00']);
  expect(await listed('team')).toEqual(['0.00', '0.00', '0.00', null, '0.00']);
  expect(await falling('package')).toEqual([30, 60, 90].map((away) => [away, 1, '166.666666', '2.876712']));
  expect(await falling('stake')).toEqual([[90, 1, '3000.00', '29.589041']]);
});

test('what treasurers put in or take out is no promise', async () => {
  await fund('package', 'out', '500');
  expect(await listed('package')).toEqual(['482.739727', '17.260273', '0.575343', 839, '2.876712']);
  await fund('package', 'in', '17.260273');
  await fund('package', 'in', '100');
  expect(await listed('package')).toEqual(['600.00', '17.260273', '0.575343', 1042, '2.876712']);
});

test('what comes back with a cancellation is none any more, and does not fall due', async () => {
  const id = await gold();
  expect((await listed('package')).slice(0, 2)).toEqual(['582.739727', '34.520546']);
  expect((await falling('package'))[0]).toEqual([30, 2, '333.333332', '5.753424']);
  expect((await demo.post(`/api/v1/packages/${id}/cancellation`, {})).status).toBe(200);
  expect(await listed('package')).toEqual(['600.00', '17.260273', '0.575343', 1042, '2.876712']);
  expect((await falling('package'))[0]).toEqual([30, 1, '166.666666', '2.876712']);
});

test('the pace is of thirty days: what was promised before is over, and so is what comes back of it', async () => {
  await later(15);
  await staked('1000');
  expect(await listed('stake')).toEqual(['960.547946', '39.452054', '1.315069', 730, '0.00']);
  await later(14);
  const id = await gold();
  expect((await listed('package')).slice(1)).toEqual(['34.520546', '1.150685', 506, '5.753424']);
  await later(2);
  // The first purchases are 31 days ago.
  expect((await listed('package')).slice(1, 4)).toEqual(['17.260273', '0.575343', 1012]);
  expect((await listed('stake')).slice(1, 4)).toEqual(['9.863013', '0.328768', 2921]);
  await later(17);
  await fund('package', 'in', '1');
  await demo.post(`/api/v1/packages/${id}/cancellation`, {});
  expect((await listed('package')).slice(0, 4)).toEqual(['601.00', '0.00', '0.00', null]);
});

test('what is overdue stands on today, and goes as it is paid', async () => {
  const part = ['166.666666', '2.876712'];
  const ahead = [12, 42, 72].map((away) => [away, 1, ...part]);
  // Nobody releases in a test before its member looks.
  expect(await falling('package')).toEqual([[0, 1, ...part], ...ahead]);
  expect((await listed('package'))[4]).toBe('5.753424');
  await demo.get('/api/v1/packages');
  expect(await falling('package')).toEqual(ahead);
  expect((await listed('package'))[4]).toBe('2.876712');
});

test('commands are shown the same', async () => {
  expect(await ops(app, 'poolCalendar')).toEqual((await tina.get('/pools/calendar')).body);
  expect(await ops(app, 'listPools')).toEqual((await tina.get('/pools')).body);
});

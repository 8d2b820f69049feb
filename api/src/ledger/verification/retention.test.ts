import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabaseClock, putForward } from '../../development/databaseClock.ts';
import { DevelopmentClock } from '../../ground/clock.ts';
import { dayMs } from '../../ground/utcDay.ts';
import { Database } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { readSchema } from '../../platform/db/schemaSource.ts';
import { give } from '../../testing/balances.ts';
import { depositAccount, TestWatchers } from '../../testing/deposits.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { fundPackagePool } from '../../testing/packages.ts';
import { setRule } from '../../testing/rules.ts';
import { fundBonusPool } from '../../testing/salesTeam.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { fundStakePool } from '../../testing/stakes.ts';
import {
  type Answer,
  type Client,
  newKey,
  startTestApplication,
  type TestApplication,
} from '../../testing/testApplication.ts';
import { TestChain } from '../../testing/testChain.ts';
import { createTestDatabase } from '../../testing/testDatabase.ts';
import { keepAddress, withdrawn } from '../../testing/withdrawals.ts';
import { verifyAndRecord } from './verification.ts';
import { verifyAll, withVerifier } from './verifier.ts';

/** Every flow once; then the clock of process and database goes over each period of retention. */
let app: TestApplication;
let clock: DevelopmentClock;
let database: Database;
let chain: TestChain;
let demo: Client;

beforeAll(async () => {
  clock = new DevelopmentClock(scratchFolder('retention'));
  chain = await TestChain.start();
  app = await startTestApplication({ chains: new Map([['BSC', chain.config('BSC')]]), watchChains: false }, { clock });
  await openDatabaseClock(app.database.ownerUrl, clock);
  database = new Database({ url: app.database.url, poolSize: 4 });
  for (const product of ['package', 'stake', 'team'])
    await setRule(app.database, 'productSale', product, { open: true, closedIn: '' });
  await setRule(app.database, 'packageCancelling', 'all', { days: 'JP:20' });
  await app.database.sql(`UPDATE member SET country = 'JP'`);
  await fundPackagePool(app.database, 1_000);
  await fundStakePool(app.database, 1_000);
  await fundBonusPool(app.database, 1_000_000_000n);
  await give(app.database, 'demo', 'usdAvailable', 20_000);
  demo = await app.logIn('demo');
  // Rules are kept for a moment.
  const sale = async () => (await demo.get('/api/v1/packages/offer')).body.sale;
  for (let tries = 0; tries < 50 && (await sale()) === 'closed'; tries += 1) await delay(100);
});
afterAll(async () => {
  await database.close();
  await app.close();
  await chain.stop();
});

const ok = (answer: Answer | { status: number; text: string }): void => {
  if (answer.status >= 300) throw new Error(answer.text);
};
const order = (path: string, body: object): Promise<Answer> =>
  demo.post(`/api/v1/${path}`, body, { 'idempotency-key': newKey() });

async function exchange(from: string, to: string, amount: string): Promise<void> {
  const quote = await demo.post('/api/v1/exchanges/quotes', { from, to, amount });
  ok(quote);
  ok(await order('exchanges', { quote: quote.body.id }));
}

async function everyFlow(): Promise<void> {
  ok(await demo.transfer('hana', '12.5'));
  await exchange('USD', 'USDT', '200');
  await exchange('USDT', 'USD', '50');
  await deposits();
  await withdrawals();
  for (const level of ['Clear', 'Clear']) ok(await order('packages', { level, shownReward: '0' }));
  const { packages } = (await demo.get('/api/v1/packages')).body as { packages: { id: string }[] };
  ok(await demo.post(`/api/v1/packages/${packages[0]?.id}/cancellation`, {}));
  for (const choice of [{ option: 1, acceptsFrom: '0' }, undefined])
    ok(await order('stakes', { cp: '100', shownRate: '1.0000', shownReward: '0', ...(choice && { choice }) }));
}

/** One that is credited, and one below the minimum. */
async function deposits(): Promise<void> {
  const account = await depositAccount(app, 'demo', 'BSC');
  for (const amount of ['25', '5']) await chain.pay('BSC', account, amount);
  await chain.node.mine(80);
  const watchers = new TestWatchers(app.database.url, chain);
  await watchers.catchUp('BSC');
  await watchers.close();
}

/** One that is paid, one rejected, one cancelled. */
async function withdrawals(): Promise<void> {
  const people: OpsClient[] = [];
  for (const [name, role] of [
    ['rita', 'reviewer'],
    ['tina', 'treasurer'],
    ['theo', 'treasurer'],
  ] as const)
    people.push(await loggedIn(app, await enrolled(app, name, [role])));
  const [rita, tina, theo] = people as [OpsClient, OpsClient, OpsClient];
  await keepAddress(app, 'demo', 'TRON');
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push(await withdrawn(demo));
  const [paid, rejected, cancelled] = ids;
  ok(await demo.post(`/api/v1/withdrawals/${cancelled}/cancellation`, {}));
  const reason = 'looked at it';
  ok(await rita.post(`/withdrawals/${rejected}/reject`, { revision: 1, cause: 'addressProblem', reason }));
  ok(await rita.post(`/withdrawals/${paid}/approve`, { revision: 1, reason }));
  ok(await tina.post(`/withdrawals/${paid}/payout`, { revision: 2, tx: 'ab'.repeat(32), reason }));
  ok(await theo.post(`/withdrawals/${paid}/payout/confirm`, { revision: 2, reason }));
}

const verified = () => withVerifier(app.database.url, (client) => verifyAndRecord(client, {}));

test('the books stay green whatever is deleted by age', async () => {
  await everyFlow();
  const [kinds] = await app.database.sql<{ kinds: string[] }>(`SELECT array_agg(DISTINCT kind) AS kinds FROM journal`);
  expect(kinds?.kinds).toEqual(expect.arrayContaining(['transfer', 'exchange', 'deposit', 'settlement', 'release']));
  // Whenever an hourly run of large books begins: what belongs together is of one side of its beginning.
  const wrong = await app.database.sql(
    `SELECT since, found FROM (SELECT DISTINCT recorded_at + later AS since FROM journal, (VALUES (interval '0'), ('1 microsecond')) AS t (later)) times,
            check_invariants(since) AS found WHERE found <> '[]'`,
  );
  expect(wrong).toEqual([]);
  const rules = await app.database.sql<{ condition: string }>('SELECT condition FROM retention');
  const periods = rules.flatMap(({ condition }) =>
    [...condition.matchAll(/interval '(\d+) days?'/g)].map(([, days]) => Number(days)),
  );
  const days = [...new Set([...periods, 430])].sort((a, b) => a - b).map((each) => each + 1);
  let passed = 0;
  for (const day of days) {
    await putForward(database, clock, (day - passed) * dayMs);
    passed = day;
    while ((await database.rows<{ forgotten: number }>('SELECT * FROM forget_old(2000)')).length > 0);
    const { broken, frozen } = await verified();
    expect({ day, broken, frozen }).toEqual({ day, broken: [], frozen: false });
  }
  // What nobody used is gone, what an exchange consumed is there.
  expect(await app.database.sql('SELECT consumed_by IS NULL AS unused FROM exchange_quote')).toEqual([
    { unused: false },
    { unused: false },
  ]);
});

test('a database whose used quotes were deleted before is green after its migration', async () => {
  const own = await createTestDatabase('nothing');
  try {
    const { migrations, current } = readSchema();
    const before = migrations.filter(({ name }) => name < '036');
    await migrate(own.ownerUrl, { migrations: before, current: [] });
    await own.sql(
      `INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
       VALUES (7, 'an exchange of before', gen_random_uuid(), '\\x00', 'exchange', '{}', now())`,
    );
    await migrate(own.ownerUrl, { migrations, current });
    const quotes = (await verifyAll(own.ownerUrl)).filter(({ name }) => name.includes('quote'));
    expect(quotes).toEqual([{ name: expect.any(String), rows: [] }]);
  } finally {
    await own.drop();
  }
});

import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabaseClock } from '../development/databaseClock.ts';
import { demoPassword } from '../development/demo/team.ts';
import { DevelopmentClock } from '../ground/clock.ts';
import { verifyAll } from '../ledger/verification/verifier.ts';
import { Database } from '../platform/db/database.ts';
import { balancesOf, give } from '../testing/balances.ts';
import { outcomeOf } from '../testing/outcomes.ts';
import { fundPackagePool } from '../testing/packages.ts';
import { setRule, withLimits } from '../testing/rules.ts';
import { scratchFolder } from '../testing/scratch.ts';
import { daysOn, stakePoolHolds } from '../testing/stakes.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../testing/testApplication.ts';
import { addresses, keepAddress, withdrawn } from '../testing/withdrawals.ts';

/** What was shown travels with an order: at anything else nothing happens. Each test has a member of its own. */
let app: TestApplication;
let clock: DevelopmentClock;
let database: Database;

beforeAll(async () => {
  clock = new DevelopmentClock(scratchFolder('shown-terms'));
  app = await startTestApplication({}, { clock });
  await openDatabaseClock(app.database.ownerUrl, clock);
  database = new Database({ url: app.database.url, poolSize: 4 });
  for (const product of ['package', 'stake'])
    await setRule(app.database, 'productSale', product, { open: true, closedIn: '' });
  await setRule(app.database, 'packageCancelling', 'all', { days: 'JP:20' });
  await app.database.sql(`UPDATE member SET country = 'JP'`);
  await fundPackagePool(app.database, 1_000);
  await stakePoolHolds(app.database, 1_000_000_000n);
});
afterEach(async () => {
  const findings = await verifyAll(app.database.url);
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

async function memberWith(username: string, usd: number): Promise<Client> {
  await give(app.database, username, 'usdAvailable', usd);
  return app.logIn(username);
}
/** Sets a rule, and what was in force before again when the work is done. Rules are kept for a moment. */
async function withRule(
  subject: 'packageLevel' | 'stakeTerms' | 'withdrawalFee',
  key: string,
  change: object,
  work: () => Promise<void>,
) {
  const [before] = await app.database.sql<{ value: Record<string, string> }>(
    'SELECT value FROM rule_at($1, $2, product_now())',
    [subject, key],
  );
  await setRule(app.database, subject, key, { ...before?.value, ...change } as never);
  await delay(2_200);
  await work();
  await setRule(app.database, subject, key, before?.value ?? {});
  await delay(2_200);
}

describe('a package', () => {
  interface Quote {
    readonly price: { amount: string };
    readonly reward: { amount: string };
    readonly days: number;
    readonly loops: { dueOn: string }[];
    readonly cancelUntil: string | null;
  }
  const quoteOf = async (client: Client): Promise<Quote> =>
    (await client.get('/api/v1/packages/quote?level=Clear')).body as unknown as Quote;
  const buy = (client: Client, { price, reward, days, loops, cancelUntil }: Quote, more: object = {}) =>
    client.post(
      '/api/v1/packages',
      {
        level: 'Clear',
        shownReward: reward.amount,
        shown: { price: price.amount, days, loops: loops.length, lastOn: loops.at(-1)?.dueOn, cancelUntil, ...more },
      },
      { 'idempotency-key': newKey() },
    );

  test('is bought as it was shown, and not dearer, longer, in other parts or without the right to cancel', async () => {
    const demo = await memberWith('demo', 1_000);
    for (let tries = 0; tries < 50 && (await demo.get('/api/v1/packages/offer')).body.sale === 'closed'; tries += 1)
      await delay(100);
    const shown = await quoteOf(demo);
    const journals = () => app.database.sql(`SELECT count(*) FROM journal WHERE kind = 'package_purchase'`);
    const before = await journals();
    for (const other of [{ price: '90' }, { days: 89 }, { loops: 4 }, { lastOn: '2027-01-01' }, { cancelUntil: null }])
      expect([other, outcomeOf(await buy(demo, shown, other))]).toEqual([other, 'package.terms_changed']);
    await withRule('packageLevel', 'Clear', { price: '110000000' }, async () => {
      expect(outcomeOf(await buy(demo, shown))).toBe('package.terms_changed');
    });
    expect(await journals()).toEqual(before);
    expect(outcomeOf(await buy(demo, await quoteOf(demo)))).toBe('done');
  });
});

test('a transfer is sent at the fee that was shown alone', async () => {
  const hana = await memberWith('hana', 100);
  const send = (shownFee: string) =>
    hana.post(
      '/api/v1/transfers',
      { recipient: 'demo', amount: '5', unit: 'USD', shownFee },
      { 'idempotency-key': newKey() },
    );
  expect([outcomeOf(await send('0.5')), outcomeOf(await send('0'))]).toEqual(['transfer.fee_changed', 'done']);
  const terms = {
    operation: 'transfer',
    minimum: 1_000_000,
    maximum: 5_000_000_000,
    dayMaximum: 10_000_000_000,
  } as const;
  await withLimits(app.database, [{ ...terms, fee: 5_000_000 }], async () => {
    expect([outcomeOf(await send('0')), outcomeOf(await send('5.00'))]).toEqual(['transfer.fee_changed', 'done']);
  });
});

describe('a stake', () => {
  const start = (client: Client, more: object = {}) =>
    client.post(
      '/api/v1/stakes',
      { cp: '100', shownRate: '1.0000', shownReward: '0', ...more },
      { 'idempotency-key': newKey() },
    );
  interface Own {
    readonly id: string;
    readonly unlocked: boolean;
    readonly status: string;
    readonly payouts: readonly { id: string; amount: { amount: string } }[];
  }
  const ownOf = async (client: Client): Promise<Own> =>
    ((await client.get('/api/v1/stakes')).body.stakes as Own[])[0] as Own;
  const reasonOf = async (client: Client, id: string) =>
    ((await client.get(`/api/v1/stakes/${id}`)).body.events as { reason: string | null }[])[0]?.reason;
  const later = async (client: Client, username: string, days: number, laterMs = 0): Promise<void> => {
    await daysOn(database, clock, days, laterMs);
    client.keep(await app.visitor.post('/api/v1/session', { username, password: demoPassword }));
  };
  const choose = (client: Client, id: string, choice: object) =>
    client.post(`/api/v1/stakes/${id}/choice`, { acceptsFrom: '0', ...choice }, { 'idempotency-key': newKey() });

  test('begins with the day that was shown, and with no other', async () => {
    const ren = await memberWith('ren', 300);
    const { maturesOn } = (await ren.get('/api/v1/stakes/quote?cp=100')).body;
    expect(outcomeOf(await start(ren, { shownMaturesOn: '2027-01-01' }))).toBe('stake.terms_changed');
    expect(outcomeOf(await start(ren, { shownMaturesOn: maturesOn }))).toBe('done');
  });

  test('goes on for the days that it was chosen with, or unlocks and waits', async () => {
    const yuna = await memberWith('yuna', 300);
    expect(outcomeOf(await start(yuna))).toBe('done');
    const { id } = await ownOf(yuna);
    expect(outcomeOf(await choose(yuna, id, { option: 1, shownDays: 99 }))).toBe('stake.terms_changed');
    expect(outcomeOf(await choose(yuna, id, { option: 1, shownDays: 90 }))).toBe('done');
    await withRule('stakeTerms', 'all', { termDays: 99 }, async () => {
      await later(yuna, 'yuna', 90);
      expect(await ownOf(yuna)).toMatchObject({ unlocked: true });
      expect(await reasonOf(yuna, id)).toBe('days');
    });
  });

  test('is not paid out at a higher fee than was shown', async () => {
    const sora = await memberWith('sora', 100);
    await keepAddress(app, 'sora', 'TRON');
    expect(outcomeOf(await start(sora))).toBe('done');
    const { id } = await ownOf(sora);
    const paid = { option: 3, address: addresses.TRON };
    expect(outcomeOf(await choose(sora, id, { ...paid, shownFee: '1' }))).toBe('stake.terms_changed');
    expect(outcomeOf(await choose(sora, id, { ...paid, shownFee: '2' }))).toBe('done');
    await withRule('withdrawalFee', 'USDT-TRON', { fee: '50000000' }, async () => {
      await later(sora, 'sora', 90);
      expect(await ownOf(sora)).toMatchObject({ unlocked: true });
      expect(await reasonOf(sora, id)).toBe('fee');
    });
  });

  test('is paid out although somebody sends a gift after the choice, and with it', async () => {
    const lihua = await memberWith('lihua', 100);
    await keepAddress(app, 'lihua', 'TRON');
    expect(outcomeOf(await start(lihua))).toBe('done');
    const { id } = await ownOf(lihua);
    // All USD first, as the rule wants it.
    const rest = Number((await balancesOf(app.database, 'lihua')).usdAvailable) / 1e6;
    await withdrawn(lihua, { amount: String(rest), received: (rest - 2).toFixed(2), address: addresses.TRON });
    expect(outcomeOf(await choose(lihua, id, { option: 3, address: addresses.TRON }))).toBe('done');
    await later(lihua, 'lihua', 89);
    await give(app.database, 'lihua', 'usdAvailable', 25);
    await later(lihua, 'lihua', 1);
    const own = await ownOf(lihua);
    expect(Number(own.payouts[0]?.amount.amount)).toBeGreaterThan(125);
  });

  test('waits where what was there at the choice is still there, and no withdrawal that it counts on is taken back', async () => {
    const weijie = await memberWith('weijie', 200);
    await keepAddress(app, 'weijie', 'TRON');
    expect(outcomeOf(await start(weijie))).toBe('done');
    const { id } = await ownOf(weijie);
    const order = { unit: 'USD', asset: 'USDT', chain: 'TRON', address: addresses.TRON } as const;
    const available = Number((await balancesOf(app.database, 'weijie')).usdAvailable) / 1e6;
    const withdrawal = await withdrawn(weijie, {
      ...order,
      amount: String(available),
      received: (available - 2).toFixed(2),
    });
    expect(outcomeOf(await choose(weijie, id, { option: 3, address: addresses.TRON }))).toBe('done');
    const cancel = () => weijie.post(`/api/v1/withdrawals/${withdrawal}/cancellation`, {});
    expect(outcomeOf(await cancel())).toBe('withdrawal.counted_on');
    expect(
      outcomeOf(await weijie.send('DELETE', `/api/v1/stakes/${id}/choice`, undefined, { 'idempotency-key': newKey() })),
    ).toBe('done');
    expect(outcomeOf(await cancel())).toBe('done');
    expect(outcomeOf(await choose(weijie, id, { option: 3, address: addresses.TRON }))).toBe('done');
    await later(weijie, 'weijie', 90);
    expect(await ownOf(weijie)).toMatchObject({ unlocked: true });
    expect(await reasonOf(weijie, id)).toBe('usd_first');
  });
});

describe('what is left of a day', () => {
  test('counts what was taken back on the same day no more, and is never below nothing', async () => {
    const xinyi = await memberWith('xinyi', 500);
    await keepAddress(app, 'xinyi', 'TRON');
    const left = async (): Promise<unknown> =>
      ((await xinyi.get('/api/v1/withdrawals/terms')).body.sources as { dayLeft: { amount: string } }[])[0]?.dayLeft
        .amount;
    const first = await left();
    const id = await withdrawn(xinyi);
    expect(await left()).not.toBe(first);
    expect(outcomeOf(await xinyi.post(`/api/v1/withdrawals/${id}/cancellation`, {}))).toBe('done');
    expect(await left()).toBe(first);
    // Not on another day: that one has a maximum of its own.
    const other = await withdrawn(xinyi);
    await daysOn(database, clock, 1);
    xinyi.keep(await app.visitor.post('/api/v1/session', { username: 'xinyi', password: demoPassword }));
    const third = await withdrawn(xinyi);
    const before = await left();
    expect(outcomeOf(await xinyi.post(`/api/v1/withdrawals/${other}/cancellation`, {}))).toBe('done');
    expect([await left(), third === other]).toEqual([before, false]);
  });

  test('is nothing where operators have lowered the maximum since', async () => {
    const oliver = await memberWith('oliver', 500);
    await oliver.transfer('demo', '50');
    const quote = await oliver.post('/api/v1/exchanges/quotes', { from: 'USD', to: 'USDT', amount: '50' });
    await oliver.post('/api/v1/exchanges', { quote: quote.body.id }, { 'idempotency-key': newKey() });
    const low = { minimum: 1_000_000, maximum: 2_000_000, dayMaximum: 2_000_000 };
    await withLimits(
      app.database,
      [
        { operation: 'transfer', ...low },
        { operation: 'exchange', ...low },
      ],
      async () => {
        const transfers = (await oliver.get('/api/v1/transfers/terms')).body as Record<string, { amount: string }>;
        const { pairs } = (await oliver.get('/api/v1/exchanges/terms')).body as {
          pairs: Record<string, { amount: string }>[];
        };
        const exchange = pairs.find(({ from, to }) => (from as unknown) === 'USD' && (to as unknown) === 'USDT');
        expect(
          [transfers.dayLeft, transfers.sendable, exchange?.dayLeft, exchange?.exchangeable].map(
            (each) => each?.amount,
          ),
        ).toEqual(['0.00', '0.00', '0.00', '0.00']);
      },
    );
  });
});

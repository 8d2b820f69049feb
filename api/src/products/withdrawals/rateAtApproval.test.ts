import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { give } from '../../testing/balances.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { addresses, keepAddress, withdraw, withdrawn } from '../../testing/withdrawals.ts';

/** Ann withdraws, Rita and Rolf review. The day is real: the database goes by its own clock. */
let app: TestApplication;
let database: Database;
let ann: Client;
let rita: OpsClient;

beforeAll(async () => {
  app = await startTestApplication();
  database = new Database({ url: app.database.url, poolSize: 2 });
  rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer']));
  for (const chain of ['BTC', 'TRON'] as const) await keepAddress(app, 'hana', chain);
  await give(app.database, 'hana', 'usdAvailable', 5_000);
  await bitcoinAt(100_000);
  ann = await app.logIn('hana');
});
afterAll(async () => {
  expect((await verifyAll(app.database.ownerUrl)).filter(({ rows }) => rows.length > 0)).toEqual([]);
  await database.close();
  await app.close();
});

/** What a BTC costs from now on, by the database's clock; without it there is no rate. */
async function bitcoinAt(usd?: number, from = "product_now() - interval '1 millisecond'"): Promise<void> {
  const [row] = await app.database.sql<{ at: string; pair: number }>(
    `SELECT (${from})::text AS at, id AS pair FROM rate_pair WHERE base = 'BTC' AND quote = 'USD'`,
  );
  const { at, pair } = row ?? { at: '', pair: 0 };
  await app.database.sql(
    `UPDATE market_rate SET during = tstzrange(lower(during), $1) WHERE pair = $2 AND during @> $1::timestamptz`,
    [at, pair],
  );
  if (usd === undefined) return;
  await app.database.sql(
    `INSERT INTO market_rate (pair, numerator, denominator, source, set_by, set_at, requested_from, jumps, expires_at, during)
     VALUES ($2, $3, 1, 'test', 'test', $1, $1, false, $1, tstzrange($1, NULL))`,
    [at, pair, usd],
  );
}

interface Amounts {
  readonly received: { amount: string };
  readonly acceptsFrom: { amount: string } | null;
  readonly today: { amount: string } | null;
}
const order = { asset: 'BTC', chain: 'BTC', address: addresses.BTC, amount: '500', received: '0.0048' } as const;
const amounts = async (id: string) => {
  const { received, acceptsFrom, today } = (await rita.get(`/withdrawals/${id}`)).body as unknown as Amounts;
  return [received.amount, acceptsFrom?.amount, today?.amount];
};
const decide = (id: string, what: 'approve' | 'reject', more: object = {}) =>
  rita.post(`/withdrawals/${id}/${what}`, { revision: 1, reason: 'looked at', ...more });

describe('an amount in BTC', () => {
  test('is offered with a least, and fixed at the rate of the approval, be it more or less', async () => {
    const quote = await ann.get('/api/v1/withdrawals/quote?unit=USD&amount=500&asset=BTC&chain=BTC');
    expect(quote.body).toMatchObject({ received: { amount: '0.0048' }, acceptsFrom: { amount: '0.00456' } });
    for (const [usd, received] of [
      [98_000, '0.00490204'],
      [102_000, '0.00470196'],
    ] as const) {
      await bitcoinAt(100_000);
      const id = await withdrawn(ann, { ...order, acceptsFrom: '0.00456' });
      expect(await amounts(id)).toEqual(['0.0048', '0.00456', '0.0048']);
      await bitcoinAt(usd);
      expect(await amounts(id)).toEqual(['0.0048', '0.00456', received]);
      expect((await decide(id, 'approve')).status).toBe(200);
      expect(await amounts(id)).toEqual([received, undefined, undefined]);
      expect((await ann.get(`/api/v1/withdrawals/${id}`)).body).toMatchObject({
        received: { amount: received },
        acceptsFrom: null,
      });
    }
  });

  test('is not approved below what its member accepts, nor without a good rate, and can be rejected', async () => {
    await bitcoinAt(100_000);
    const id = await withdrawn(ann, { ...order, acceptsFrom: '0.00456' });
    await bitcoinAt(106_000);
    expect((await decide(id, 'approve')).problem.code).toBe('withdrawal.below_accepted');
    await bitcoinAt();
    expect((await decide(id, 'approve')).problem.code).toBe('withdrawal.below_accepted');
    expect(await amounts(id)).toEqual(['0.0048', '0.00456', undefined]);
    expect((await decide(id, 'reject', { cause: 'other' })).status).toBe(200);
  });

  test('has what was shown as its least where the page says none, and never a least above it', async () => {
    await bitcoinAt(100_000);
    const id = await withdrawn(ann, order);
    expect(await amounts(id)).toEqual(['0.0048', '0.0048', '0.0048']);
    for (const acceptsFrom of ['0.00480001', '0', 'much'])
      expect((await withdraw(ann, { ...order, acceptsFrom })).problem.fields).toEqual([
        { path: 'acceptsFrom', code: 'money.amount_format' },
      ]);
  });

  test('is no less than what the network passes on', async () => {
    const quote = () => ann.get('/api/v1/withdrawals/quote?unit=USD&amount=20&asset=BTC&chain=BTC');
    await bitcoinAt(97_347);
    expect((await quote()).problem.fields?.[0]?.code).toBe('withdrawal.below_fee');
    await bitcoinAt(97_342);
    expect((await quote()).body).toMatchObject({
      received: { amount: '0.00000546' },
      acceptsFrom: { amount: '0.00000546' },
    });
  });
});

describe('with the application’s login alone a withdrawal is entered only', () => {
  /** As `giveWithdrawal`, with the application's rights. */
  const enter = (changes: object) =>
    database.inTransaction(async () => {
      const [row] = await database.rows<{ member: string; hold: string }>(
        `SELECT m.id AS member, h.journal_id AS hold FROM member m
           CROSS JOIN LATERAL hold(gen_random_uuid(), m.id, gen_random_uuid()::text, '\\x00', 'hold', '{}', m.id * 1000 + 101,
                                   m.id * 1000 + 102, 100000000, 'withdrawal', 'USD') h WHERE m.username = 'hana'`,
      );
      if (!row) throw new Error('there is no hold');
      const given = {
        ...{ id: crypto.randomUUID(), ...row, unit: 'USD', amount: '100000000' },
        ...{
          asset: 'USDT',
          chain: 'TRON',
          gross: '100000000',
          fee: '2000000',
          received: '98000000',
          worth: '100000000',
        },
        ...{ address: 'T', address_typed: 'T', risks: [], approvals: 1, status: 'pending_review', step: 'review' },
        ...{ created_at: new Date(), deadline_at: new Date(), changed_at: new Date(), revision: 1, origin: 'balance' },
        rate: await rateOf('USDT'),
        ...changes,
      };
      await database.insert('withdrawal', given, { returning: 'id' });
    });
  const rateOf = async (base: string): Promise<string> => {
    const [row] = await app.database.sql<{ id: string }>(`SELECT id FROM market_rate_at($1, 'USD', product_now())`, [
      base,
    ]);
    return row?.id ?? '';
  };
  const outcome = (entered: Promise<unknown>) =>
    entered.then(
      () => 'done',
      (error: unknown) => sqlState(error) ?? String(error),
    );

  test('as it is', async () => {
    expect(await outcome(enter({}))).toBe('done');
  });

  test.each([
    ['a value that takes one person', { worth: '1' }],
    ['another fee', { fee: '0', received: '100000000' }],
    ['more than its amount', { gross: '900000000', received: '898000000' }],
    ['a time before it was held', { created_at: new Date(Date.now() - 3_600_000) }],
  ])('not with %s', async (_what, changes) => {
    expect(await outcome(enter(changes))).toBe('TW004');
  });

  test('not at the rate of another pair', async () => {
    await bitcoinAt(100_000);
    expect(await outcome(enter({ rate: await rateOf('BTC') }))).toBe('TW004');
  });

  test('not at a rate that was', async () => {
    await bitcoinAt(50_000);
    const rate = await rateOf('BTC');
    await bitcoinAt(100_000);
    const inBitcoin = { asset: 'BTC', chain: 'BTC', gross: '200000', fee: '20000', received: '180000', rate };
    expect(await outcome(enter(inBitcoin))).toBe('TW004');
    expect(await outcome(enter({ ...inBitcoin, gross: '100000', received: '80000', rate: await rateOf('BTC') }))).toBe(
      'done',
    );
  });
});

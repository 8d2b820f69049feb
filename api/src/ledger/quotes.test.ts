import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { moneyText, type Unit } from '@trellis/api-contract';
import { MovableClock } from '../ground/clock.ts';
import { AppError } from '../ground/errors.ts';
import { Database, sqlState } from '../platform/db/database.ts';
import { brokenBooks, placeBareNodes } from '../testing/bareNodes.ts';
import { setExchangeRate } from '../testing/marketRates.ts';
import { Random } from '../testing/random.ts';
import { setRule } from '../testing/rules.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { type AccountId, accountOf, systemAccount } from './accounts.ts';
import { Ledger, type PostedJournal } from './ledger.ts';
import { Quotes } from './quotes.ts';

/** A member exchanges at a quote. They start each test with 20,000 of USD, USDT and USDP. */
let own: TestDatabase;
let database: Database;
let ledger: Ledger;
let quotes: Quotes;
let member = '0';
const clock = new MovableClock();
const million = 1_000_000n;

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.coreUrl, poolSize: 8 });
  ledger = new Ledger(database);
  quotes = new Quotes(database, clock);
  await placeBareNodes(own, 1, 40);
});
beforeEach(async () => {
  member = String(Number(member) + 1);
  const amountMinor = 20_000n * million;
  const opening = (account: AccountId, ...others: AccountId[]) =>
    database.inTransaction(() =>
      ledger.post({
        ...keyed(),
        kind: 'opening',
        legs: [account, ...others].map((each, index) => ({
          account: each,
          amountMinor: index % 2 === 0 ? amountMinor : -amountMinor,
        })),
      }),
    );
  await opening(accountOf(member, 'usdAvailable'), systemAccount('usdCustody'));
  await opening(accountOf(member, 'usdtAvailable'), systemAccount('usdtCustody'));
  await opening(
    accountOf(member, 'usdpActive'),
    systemAccount('usdpIssued'),
    systemAccount('reserveUsdp'),
    systemAccount('usdCustody'),
  );
});
afterAll(async () => {
  const broken = await brokenBooks(own.url);
  await database.close();
  await own.drop();
  expect(broken).toEqual([]);
});

const keyed = (key: string = randomUUID(), request = key) => ({
  owner: member,
  key,
  requestHash: Buffer.from(request.padEnd(32, '.')),
  memo: {},
  unit: 'USD' as const,
});
const exchange = (quoteId: string, key?: string, request?: string) =>
  database.inTransaction(() => ledger.exchange({ ...keyed(key, request), quoteId, now: clock.now() }));
const outcome = (work: Promise<PostedJournal>): Promise<string> =>
  work.then(
    ({ replayed }) => (replayed ? 'replayed' : 'done'),
    (error: unknown) => (error instanceof AppError ? error.code : (sqlState(error) ?? String(error))),
  );
// A little back: the clock of a quote has milliseconds, and the row's time microseconds.
const setRate = (numerator: number, denominator: number, feePpm: number) =>
  setExchangeRate(own, {
    numerator: String(numerator),
    denominator: String(denominator),
    feePpm: String(feePpm),
    from: "clock_timestamp() - interval '2 milliseconds'",
  });

/** The member's USD, USDT and active USDP. */
async function balances(): Promise<string> {
  const rows = await own.sql<{ id: string; balance: string }>('SELECT id, balance FROM account');
  const balanceOf = (account: 'usdAvailable' | 'usdtAvailable' | 'usdpActive') =>
    rows.find(({ id }) => id === accountOf(member, account).toString())?.balance;
  return `${balanceOf('usdAvailable')} ${balanceOf('usdtAvailable')} ${balanceOf('usdpActive')}`;
}

// Given, then fee and credit, at the default rates: USDP to USD 0.3 %, USD to USDT 0.1 %, USDT to USD free.
test.each<[given: string, from: Unit, to: Unit, fee: string, credit: string]>([
  ['500000000', 'USDP', 'USD', '1.50\u00a0USD', '498.50\u00a0USD'],
  ['500000000', 'USD', 'USDT', '0.50\u00a0USDT', '499.50\u00a0USDT'],
  ['500000000', 'USDT', 'USD', '0.00\u00a0USD', '500.00\u00a0USD'],
  ['1000001', 'USDP', 'USD', '0.003001\u00a0USD', '0.997\u00a0USD'],
  ['1000999', 'USD', 'USDT', '0.001001\u00a0USDT', '0.999998\u00a0USDT'],
])('%s of %s to %s: fee %s, credit %s', async (given, from, to, fee, credit) => {
  const quote = await quotes.make(member, from, to, BigInt(given));
  expect([moneyText(quote.fee), moneyText(quote.credit)]).toEqual([fee, credit]);
  expect(await outcome(exchange(quote.id))).toBe('done');
});

test('a quote is consumed exactly once, also by twenty at once', async () => {
  const quote = await quotes.make(member, 'USD', 'USDT', 100n * million);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(exchange(quote.id))));
  expect(outcomes.filter((each) => each === 'done')).toHaveLength(1);
  expect(outcomes.filter((each) => each === 'exchange.quote_expired')).toHaveLength(19);
  expect(await balances()).toBe('19900000000 20099900000 20000000000');
});

test('the same key answers the same; another request under it is refused', async () => {
  const quote = await quotes.make(member, 'USD', 'USDT', 100n * million);
  expect(await outcome(exchange(quote.id, 'key', 'a'))).toBe('done');
  expect(await outcome(exchange(quote.id, 'key', 'a'))).toBe('replayed');
  expect(await outcome(exchange(quote.id, 'key', 'b'))).toBe('idempotency.key_reused');
});

test('a quote is good for no longer than quotes rest around a change, whatever the rule says', async () => {
  const valid = async (seconds: number) => {
    await setRule(own, 'exchangeQuote', 'all', { validSeconds: seconds });
    return (await quotes.make(member, 'USD', 'USDT', 100n * million)).validSeconds;
  };
  expect([await valid(600), await valid(299), await valid(30)]).toEqual([300, 299, 30]);
});

test("an expired quote, somebody else's and none at all are refused, and nothing moves", async () => {
  const before = await balances();
  const quote = await quotes.make(member, 'USD', 'USDT', 100n * million);
  clock.advance(30_000);
  expect(await outcome(exchange(quote.id))).toBe('exchange.quote_expired');
  const other = await quotes.make(String(Number(member) + 1), 'USD', 'USDT', 100n * million);
  expect(await outcome(exchange(other.id))).toBe('exchange.quote_expired');
  expect(await outcome(exchange(randomUUID()))).toBe('exchange.quote_expired');
  expect(await balances()).toBe(before);
});

test('a refused exchange leaves its quote to be used', async () => {
  const quote = await quotes.make(member, 'USD', 'USDT', 10_000n * million);
  const spend = (amountMinor: bigint) =>
    database.inTransaction(() =>
      ledger.post({
        ...keyed(),
        kind: 'opening',
        legs: [
          { account: accountOf(member, 'usdAvailable'), amountMinor: -amountMinor },
          { account: systemAccount('usdFee'), amountMinor },
        ],
      }),
    );
  await spend(15_000n * million);
  expect(await outcome(exchange(quote.id))).toBe('money.insufficient_balance');
  await spend(-10_000n * million);
  expect(await outcome(exchange(quote.id))).toBe('done');
});

test.each`
  given            | code
  ${'999999'}      | ${'money.below_minimum'}
  ${'10000000001'} | ${'money.above_maximum'}
`('the limits of an exchange are checked in the posting: $given', async ({ given, code }: Record<string, string>) => {
  const quote = await quotes.make(member, 'USD', 'USDT', BigInt(given ?? 0));
  expect(await outcome(exchange(quote.id))).toBe(code);
});

test.each<[from: Unit, to: Unit]>([
  ['RP', 'USD'],
  ['USD', 'USDP'],
  ['USDT', 'USDP'],
  ['USD', 'USD'],
])('%s is not exchanged to %s', async (from, to) => {
  expect(await quotes.make(member, from, to, million).then(() => 'made', sqlState)).toBe('TR032');
});

test('at any rate the credit is rounded down, the fee up, and not a minor unit is lost or made', async () => {
  const random = new Random();
  for (let round = 0; round < 40; round += 1) {
    const [numerator, denominator] = [1 + random.below(1_000_000), 1 + random.below(1_000_000)];
    const feePpm = random.below(20_000);
    await setRate(numerator, denominator, feePpm);
    const given = million + BigInt(random.below(40_000_000));
    const quote = await quotes.make(member, 'USD', 'USDT', given);
    const gross = (given * BigInt(numerator)) / BigInt(denominator);
    const fee = (gross * BigInt(feePpm) + 999_999n) / 1_000_000n;
    const context = { seed: random.seed, numerator, denominator, feePpm, given };
    const [row] = await own.sql<Record<string, string>>('SELECT * FROM exchange_quote WHERE id = $1', [quote.id]);
    expect({ ...context, fee: row?.fee, credit: row?.credit }).toEqual({
      ...context,
      fee: String(fee),
      credit: String(gross - fee),
    });
    // What the credit and fee need of the gift, and no less: one minor unit less would not pay for them.
    const needed = BigInt(row?.needed ?? 0);
    expect((needed * BigInt(numerator)) / BigInt(denominator)).toBeGreaterThanOrEqual(gross);
    if (needed > 0n) expect(((needed - 1n) * BigInt(numerator)) / BigInt(denominator)).toBeLessThan(gross);
    if (gross > 0n) expect([context, await outcome(exchange(quote.id))]).toEqual([context, 'done']);
  }
});

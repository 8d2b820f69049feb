import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { MovableClock } from '../ground/clock.ts';
import { AppError } from '../ground/errors.ts';
import { createLog } from '../ground/log.ts';
import { Database } from '../platform/db/database.ts';
import { Lanes } from '../platform/db/lanes.ts';
import { balanceOf } from '../testing/balances.ts';
import { brokenBooks, placeBareNodes } from '../testing/bareNodes.ts';
import { Random } from '../testing/random.ts';
import { setLimit } from '../testing/rules.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { type AccountId, accountOf, systemAccount } from './accounts.ts';
import { Batcher, batcherConnections } from './batcher.ts';
import { type JournalRequest, Ledger, type PostedJournal } from './ledger.ts';
import { Quotes } from './quotes.ts';

/**
 * Many at once, over the pools of two processes' worth of connections: whatever the order, each key has one effect, a
 * balance pays what it can and no more, and nobody waits in a circle. `SEED=… npx jest storm` repeats the choices
 * that are made at random. Amounts are minor units; each test has two fresh members, the first with 1000.
 */
const random = new Random();
const dayMaximum = 600n;
const clock = new MovableClock();

interface Side {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly lanes: Lanes;
  readonly batcher: Batcher;
}

const fee = systemAccount('usdFee');
let own: TestDatabase;
let sides: readonly [Side, Side];
let member = '0';
let other = '1';

beforeAll(async () => {
  own = await createTestDatabase();
  sides = [newSide(), newSide()];
  await placeBareNodes(own, 1, 40);
  for (const operation of ['transfer', 'exchange'] as const)
    await setLimit(own, { operation, minimum: 1, maximum: dayMaximum, dayMaximum });
});
beforeEach(async () => {
  member = String(Number(other) + 1);
  other = String(Number(other) + 2);
  await openWith(member, 1000n);
});
afterAll(async () => {
  for (const { database, lanes, batcher } of sides) {
    await batcher.close();
    await lanes.close();
    await database.close();
  }
  // A closed connection has handed the server's counters everything. A deadlock is tried again by `inTransaction`, so
  // no outcome would show it.
  const [counted] = await own.sql<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  const broken = await brokenBooks(own.url);
  await own.drop();
  expect(counted).toEqual({ deadlocks: '0' });
  expect(broken).toEqual([]);
});

function newSide(): Side {
  const database = new Database({ url: own.coreUrl, poolSize: 8 });
  const lanes = new Lanes({ url: own.coreUrl, connections: batcherConnections, prepared: true });
  return { database, ledger: new Ledger(database), lanes, batcher: new Batcher(lanes, createLog('silent', 1)) };
}

const usd = (who: string): AccountId => accountOf(who, 'usdAvailable');
const move = (from: AccountId, to: AccountId, amountMinor: bigint) => [
  { account: from, amountMinor: -amountMinor },
  { account: to, amountMinor },
];
const keyed = (owner: string, key: string = randomUUID(), request = 'the body') => ({
  owner,
  key,
  requestHash: Buffer.from(request),
  memo: {},
  unit: 'USD' as const,
});
const openWith = (who: string, amountMinor: bigint) =>
  outcomeOf(0, (ledger) =>
    ledger.post({ ...keyed(who), kind: 'opening', legs: move(systemAccount('usdCustody'), usd(who), amountMinor) }),
  );

/** Runs a call on one of the two sides. */
async function outcomeOf(index: number, call: (ledger: Ledger) => Promise<PostedJournal>): Promise<string> {
  const side = index % 2 === 0 ? sides[0] : sides[1];
  try {
    const { id, replayed } = await side.database.inTransaction(() => call(side.ledger));
    return `${replayed ? 'replayed' : 'done'} ${id}`;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const storm = (count: number, call: (ledger: Ledger, index: number) => Promise<PostedJournal>): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => outcomeOf(index, (ledger) => call(ledger, index))));

/** How often each outcome came, whatever the journals' ids. */
function counted(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) {
    const [name = ''] = outcome.split(' ');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const balance = (account: AccountId): Promise<bigint> => balanceOf(own, account);

test('one key, 60 senders: one effect, and everybody is shown the same journal', async () => {
  const key = randomUUID();
  const outcomes = await storm(60, (ledger) =>
    ledger.post({ ...keyed(member, key), kind: 'opening', legs: move(usd(member), usd(other), 7n) }),
  );
  expect(counted(outcomes)).toEqual({ done: 1, replayed: 59 });
  expect(new Set(outcomes.map((outcome) => outcome.split(' ')[1])).size).toBe(1);
  expect([await balance(usd(member)), await balance(usd(other))]).toEqual([993n, 7n]);
});

test('one key, 60 senders, two bodies: one of the two has its effect, the other is refused', async () => {
  const key = randomUUID();
  const outcomes = await storm(60, (ledger, index) =>
    ledger.post({
      ...keyed(member, key, index % 3 === 0 ? 'three' : 'five'),
      kind: 'opening',
      legs: move(usd(member), usd(other), index % 3 === 0 ? 3n : 5n),
    }),
  );
  const moved = await balance(usd(other));
  const senders = moved === 3n ? 20 : 40;
  expect(counted(outcomes)).toEqual({ done: 1, replayed: senders - 1, 'idempotency.key_reused': 60 - senders });
  expect([3n, 5n]).toContain(moved);
});

test('one balance, 150 debits of 10: exactly what it can pay', async () => {
  const outcomes = await storm(150, (ledger) =>
    ledger.post({ ...keyed(member), kind: 'opening', legs: move(usd(member), usd(other), 10n) }),
  );
  expect(counted(outcomes)).toEqual({ done: 100, 'money.insufficient_balance': 50 });
  expect([await balance(usd(member)), await balance(usd(other))]).toEqual([0n, 1000n]);
});

test('an account used for the first time by 60 at once has all of it', async () => {
  // From the platform, whose account is locked last: members' accounts would put these in a row before they get here.
  const outcomes = await storm(60, (ledger) =>
    ledger.post({ ...keyed(other), kind: 'opening', legs: move(systemAccount('usdCustody'), usd(other), 1n) }),
  );
  expect(counted(outcomes)).toEqual({ done: 60 });
  expect(await balance(usd(other))).toBe(60n);
});

test('money sent to and fro among three, with and without a fee: all of it arrives, and nobody waits in a circle', async () => {
  const third = String(Number(member) - 1);
  const people = [member, other, third].map(usd);
  for (const who of [other, third]) await openWith(who, 1000n);
  const before = (await Promise.all([...people, fee].map(balance))).reduce((sum, each) => sum + each, 0n);
  const legs = Array.from({ length: 240 }, () => {
    const from = random.pick(people);
    const to = random.pick(people.filter((account) => account !== from));
    const cost = BigInt(random.below(2));
    const list = [...move(from, to, 1n), ...(cost > 0n ? move(from, fee, cost) : [])];
    return random.below(2) === 0 ? list.reverse() : list;
  }).map(joined);
  const outcomes = await storm(legs.length, (ledger, index) =>
    ledger.post({ ...keyed(member), kind: 'opening', legs: legs[index] ?? [] }),
  );
  expect([random.seed, counted(outcomes)]).toEqual([random.seed, { done: 240 }]);
  const after = (await Promise.all([...people, fee].map(balance))).reduce((sum, each) => sum + each, 0n);
  expect(after).toBe(before);
});

/** One leg an account, as a journal has them. */
function joined(legs: readonly { account: AccountId; amountMinor: bigint }[]) {
  const sums = new Map<AccountId, bigint>();
  for (const { account, amountMinor } of legs) sums.set(account, (sums.get(account) ?? 0n) + amountMinor);
  return [...sums].map(([account, amountMinor]) => ({ account, amountMinor }));
}

test('one fee account for 200 transfers at once: every fee is there', async () => {
  const before = await balance(fee);
  const outcomes = await storm(200, (ledger) =>
    ledger.post({
      ...keyed(member),
      kind: 'opening',
      legs: [
        { account: usd(member), amountMinor: -3n },
        { account: usd(other), amountMinor: 2n },
        { account: fee, amountMinor: 1n },
      ],
    }),
  );
  expect(counted(outcomes)).toEqual({ done: 200 });
  expect((await balance(fee)) - before).toBe(200n);
});

test('one hold, settled and released 40 times at once: it ends once', async () => {
  const before = await balance(fee);
  const held = await outcomeOf(0, (ledger) =>
    ledger.hold({ ...keyed(member), source: usd(member), pending: accountOf(member, 'usdPending'), amountMinor: 100n }),
  );
  const holdId = held.split(' ')[1] ?? '';
  const outcomes = await storm(40, (ledger) => {
    const settled = BigInt(random.below(3)) * 50n;
    return ledger.endHold({
      ...keyed(member),
      holdId,
      legs: settled > 0n ? [{ account: fee, amountMinor: settled }] : [],
    });
  });
  expect(counted(outcomes)).toEqual({ done: 1, 'money.hold_ended': 39 });
  expect(await balance(accountOf(member, 'usdPending'))).toBe(0n);
  expect((await balance(usd(member))) + (await balance(fee)) - before).toBe(1000n);
});

test('holds and transfers of one balance at once: together no more than there is', async () => {
  const pending = accountOf(member, 'usdPending');
  const outcomes = await storm(120, (ledger, index) =>
    index % 2 === 0
      ? ledger.hold({ ...keyed(member), source: usd(member), pending, amountMinor: 10n })
      : ledger.post({ ...keyed(member), kind: 'opening', legs: move(usd(member), usd(other), 10n) }),
  );
  expect(counted(outcomes)).toEqual({ done: 100, 'money.insufficient_balance': 20 });
  expect([await balance(usd(member)), (await balance(pending)) + (await balance(usd(other)))]).toEqual([0n, 1000n]);
});

test('one journal, reversed 30 times at once: once', async () => {
  const sent = await outcomeOf(0, (ledger) =>
    ledger.post({ ...keyed(member), kind: 'opening', legs: move(usd(member), usd(other), 100n) }),
  );
  const outcomes = await storm(30, (ledger) =>
    ledger.reverse({ ...keyed(member), journalId: sent.split(' ')[1] ?? '' }),
  );
  expect(counted(outcomes)).toEqual({ done: 1, 'money.not_reversible': 29 });
  expect([await balance(usd(member)), await balance(usd(other))]).toEqual([1000n, 0n]);
});

test('one quote, 40 exchanges: it is used once', async () => {
  const quotes = new Quotes(sides[0].database, clock);
  const quote = await quotes.make(member, 'USD', 'USDT', 100n);
  const outcomes = await storm(40, (ledger) =>
    ledger.exchange({ ...keyed(member), quoteId: quote.id, now: clock.now() }),
  );
  expect(counted(outcomes)).toEqual({ done: 1, 'exchange.quote_expired': 39 });
  expect([await balance(usd(member)), await balance(accountOf(member, 'usdtAvailable'))]).toEqual([900n, 99n]);
});

test('the limit of a day, 100 transfers of 10: exactly up to it', async () => {
  const limit = { operation: 'transfer', unit: 'USD', amountMinor: 10n } as const;
  const outcomes = await storm(100, (ledger) =>
    ledger.post({ ...keyed(member), kind: 'transfer', legs: move(usd(member), usd(other), 10n), limit }),
  );
  expect(counted(outcomes)).toEqual({ done: 60, 'money.daily_limit': 40 });
  expect(await own.sql('SELECT used FROM limit_usage WHERE owner = $1', [member])).toEqual([{ used: '600' }]);
});

test('two batchers, one balance, 300 debits of 5, some with a key of before: exactly what it can pay', async () => {
  const requests = Array.from({ length: 300 }, () => batched(move(usd(member), usd(other), 5n)));
  const again = Array.from({ length: 40 }, () => random.pick(requests));
  // The receiver's account is made by the first single call; before it every batch leaves all to them.
  const outcomes = await Promise.all([...requests, ...again].map((request, index) => throughBatcher(index, request)));
  expect([random.seed, outcomes.filter((each) => each === 'done').length]).toEqual([random.seed, 200]);
  expect([await balance(usd(member)), await balance(usd(other))]).toEqual([0n, 1000n]);
});

test('a batch waits for whom it meets, and goes by what they leave', async () => {
  await openWith(other, 1n);
  const client = new pg.Client({ connectionString: own.ownerUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query(
    `SELECT post(gen_random_uuid(), $1, 'before', '\\x00', 'opening', '{}', $2, '{-990,990}', NULL, NULL, NULL)`,
    [member, [usd(member).toString(), usd(other).toString()]],
  );
  const requests = [4n, 4n, 4n, 2n].map((amountMinor) => batched(move(usd(member), usd(other), amountMinor)));
  const answers = Promise.all(requests.map((request) => sides[0].batcher.submit(request)));
  while ((await waiting()) === 0) await new Promise((next) => setTimeout(next, 10));
  await client.query('COMMIT');
  await client.end();
  expect((await answers).map((answer) => answer?.balances.get(usd(member)))).toEqual([6n, 2n, undefined, 0n]);
});

const batched = (legs: JournalRequest['legs']): JournalRequest => ({ ...keyed(member), kind: 'opening', legs });

/** Together with others if that is certain, and alone if not. */
async function throughBatcher(index: number, request: JournalRequest): Promise<string> {
  const posted = await (index % 2 === 0 ? sides[0] : sides[1]).batcher.submit(request);
  return posted ? 'done' : ((await outcomeOf(index, (ledger) => ledger.post(request))).split(' ')[0] ?? '');
}

async function waiting(): Promise<number> {
  const rows = await own.sql(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'trellis lanes'
        AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}

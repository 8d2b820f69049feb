import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { AppError } from '../ground/errors.ts';
import { Database, sqlState } from '../platform/db/database.ts';
import { brokenBooks, placeBareNodes } from '../testing/bareNodes.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { type AccountId, accountOf, systemAccount } from './accounts.ts';
import { Ledger, type Leg, type PostedJournal } from './ledger.ts';

/**
 * A member holds money, and the hold ends once: settled whole or in part, or released. Amounts are minor units of
 * USD; the member starts each test with 1000 available.
 */
let own: TestDatabase;
let database: Database;
let ledger: Ledger;
let member = '0';
const fee = systemAccount('usdFee');
const custody = systemAccount('usdCustody');

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.coreUrl, poolSize: 8 });
  ledger = new Ledger(database);
  await placeBareNodes(own, 1, 40);
});
beforeEach(async () => {
  member = String(Number(member) + 1);
  await move({ legs: [leg(available(), 1000n), leg(custody, -1000n)] });
});
afterAll(async () => {
  const broken = await brokenBooks(own.url);
  await database.close();
  await own.drop();
  expect(broken).toEqual([]);
});

const available = () => accountOf(member, 'usdAvailable');
const pending = () => accountOf(member, 'usdPending');
const leg = (account: AccountId, amountMinor: bigint): Leg => ({ account, amountMinor });
const keyed = (key: string = randomUUID(), request = key) => ({
  owner: member,
  key,
  requestHash: Buffer.from(request.padEnd(32, '.')),
  memo: {},
  unit: 'USD' as const,
});

const move = (request: { legs: Leg[]; key?: string }) =>
  database.inTransaction(() => ledger.post({ ...keyed(request.key), kind: 'opening', legs: request.legs }));
const hold = (amountMinor: bigint, key?: string, request?: string) =>
  database.inTransaction(() =>
    ledger.hold({ ...keyed(key, request), source: available(), pending: pending(), amountMinor }),
  );
const end = (holdId: string, legs: Leg[], key?: string, request?: string) =>
  database.inTransaction(() => ledger.endHold({ ...keyed(key, request), holdId, legs }));
const reverse = (journalId: string, key?: string) =>
  database.inTransaction(() => ledger.reverse({ ...keyed(key), journalId }));

/** Available, pending and fee income, as the accounts have them. */
async function balances(): Promise<string> {
  const rows = await own.sql<{ id: string; balance: string }>('SELECT id, balance FROM account');
  const balanceOf = (account: AccountId) => rows.find(({ id }) => id === account.toString())?.balance ?? '0';
  return `${balanceOf(available())} ${balanceOf(pending())}`;
}

/** Runs work in a transaction of its own, also when called from inside one. */
const outside = AsyncLocalStorage.snapshot();

const outcome = (work: Promise<PostedJournal>): Promise<string> =>
  work.then(
    ({ replayed }) => (replayed ? 'replayed' : 'done'),
    (error: unknown) => (error instanceof AppError ? error.code : (sqlState(error) ?? String(error))),
  );

test('a hold counts against what is available at once', async () => {
  await hold(700n);
  expect(await balances()).toBe('300 700');
  expect(await outcome(hold(301n))).toBe('money.insufficient_balance');
  expect(await outcome(move({ legs: [leg(available(), -301n), leg(fee, 301n)] }))).toBe('money.insufficient_balance');
  expect(await balances()).toBe('300 700');
});

// Each line: what the legs take, then available and pending afterwards.
test.each`
  settles           | result     | after        | why
  ${'fee+100'}      | ${'done'}  | ${'900 0'}   | ${'all of it'}
  ${'fee+1 out+99'} | ${'done'}  | ${'900 0'}   | ${'all of it, with a fee'}
  ${'fee+40'}       | ${'done'}  | ${'960 0'}   | ${'a part: the rest goes back'}
  ${''}             | ${'done'}  | ${'1000 0'}  | ${'nothing: released'}
  ${'fee+101'}      | ${'TR022'} | ${'900 100'} | ${'more than is held'}
  ${'fee+5 out-5'}  | ${'TR022'} | ${'900 100'} | ${'legs that take nothing'}
  ${'fee-1'}        | ${'TR022'} | ${'900 100'} | ${'legs that give'}
`('ending a hold of 100 with "$settles": $result, $why', async ({ settles, result, after }: Record<string, string>) => {
  const { id } = await hold(100n);
  const legs = (settles ?? '')
    .split(' ')
    .filter(Boolean)
    .map((text) => leg(text.startsWith('fee') ? fee : custody, BigInt(text.slice(3))));
  expect(await outcome(end(id, legs))).toBe(result);
  expect(await balances()).toBe(after);
});

test('a hold ends once: whatever comes later is refused, and nothing moves', async () => {
  const { id } = await hold(100n);
  await end(id, []);
  expect(await outcome(end(id, [leg(fee, 100n)]))).toBe('money.hold_ended');
  expect(await outcome(end(id, []))).toBe('money.hold_ended');
  expect(await outcome(end(randomUUID(), []))).toBe('money.hold_ended');
  expect(await balances()).toBe('1000 0');
});

test('settling and releasing one hold twenty times at once ends it once', async () => {
  const { id } = await hold(100n);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => outcome(end(id, index % 2 === 0 ? [] : [leg(fee, 100n)]))),
  );
  expect(outcomes.filter((each) => each === 'done')).toHaveLength(1);
  expect(outcomes.filter((each) => each === 'money.hold_ended')).toHaveLength(19);
  expect(['1000 0', '900 0']).toContain(await balances());
});

test('ending a hold waits for who is ending it already, and is then refused, whatever else is pending', async () => {
  const { id } = await hold(100n);
  await hold(100n);
  let decide = () => {};
  const decided = new Promise<void>((resolve) => {
    decide = resolve;
  });
  let second: Promise<string> | undefined;
  await database.inTransaction(async () => {
    await ledger.endHold({ ...keyed(), holdId: id, legs: [leg(fee, 100n)] });
    second = outside(() => outcome(end(id, [])));
    // Long enough to have read the hold, if it did not wait.
    setTimeout(decide, 200);
    await decided;
  });
  expect(await second).toBe('money.hold_ended');
  expect(await balances()).toBe('800 100');
});

test("another member's hold is not there", async () => {
  const { id } = await hold(100n);
  const thief = database.inTransaction(() =>
    ledger.endHold({ ...keyed(), owner: String(Number(member) + 1), holdId: id, legs: [] }),
  );
  expect(await outcome(thief)).toBe('money.hold_ended');
  expect(await balances()).toBe('900 100');
});

test('the same key ends a hold once, and answers the same; with another request it is refused', async () => {
  const made = await hold(100n, 'hold-key', 'a');
  expect(await outcome(hold(100n, 'hold-key', 'a'))).toBe('replayed');
  expect(await outcome(hold(50n, 'hold-key', 'b'))).toBe('idempotency.key_reused');
  const ended = await end(made.id, [leg(fee, 100n)], 'end-key', 'a');
  const again = await end(made.id, [leg(fee, 100n)], 'end-key', 'a');
  expect([again.id, again.replayed]).toEqual([ended.id, true]);
  expect(await outcome(end(made.id, [], 'end-key', 'b'))).toBe('idempotency.key_reused');
  expect(await balances()).toBe('900 0');
});

test('a reversal puts everything back, names the old journal, and happens once', async () => {
  const sent = await move({ legs: [leg(available(), -30n), leg(fee, 30n)] });
  const reversed = await reverse(sent.id, 'undo');
  expect(await balances()).toBe('1000 0');
  expect(await own.sql('SELECT reversed_by FROM journal_reversal WHERE journal = $1', [sent.id])).toEqual([
    { reversed_by: reversed.id },
  ]);
  expect(await outcome(reverse(sent.id, 'undo'))).toBe('replayed');
  expect(await outcome(reverse(sent.id))).toBe('money.not_reversible');
  expect(await outcome(reverse(reversed.id))).toBe('money.not_reversible');
  expect(await outcome(reverse(randomUUID()))).toBe('money.not_reversible');
  expect(await balances()).toBe('1000 0');
});

test('ten reversals of one journal at once reverse it once', async () => {
  const sent = await move({ legs: [leg(available(), -30n), leg(fee, 30n)] });
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcome(reverse(sent.id))));
  expect(outcomes.filter((each) => each === 'done')).toHaveLength(1);
  expect(await balances()).toBe('1000 0');
});

test('what was received and spent cannot be taken back', async () => {
  const other = accountOf(String(Number(member) + 1), 'usdAvailable');
  const sent = await move({ legs: [leg(available(), -30n), leg(other, 30n)] });
  const rest = (await own.sql<{ balance: string }>('SELECT balance FROM account WHERE id = $1', [other.toString()]))[0];
  await move({
    legs: [leg(other, -BigInt(rest?.balance ?? 0)), leg(fee, BigInt(rest?.balance ?? 0))],
  });
  expect(await outcome(reverse(sent.id))).toBe('money.insufficient_balance');
  expect(await own.sql('SELECT 1 FROM journal_reversal WHERE journal = $1', [sent.id])).toEqual([]);
});

test('a hold is undone by ending it, not by a reversal', async () => {
  const { id } = await hold(100n);
  expect(await outcome(reverse(id))).toBe('money.not_reversible');
  const ended = await end(id, [leg(fee, 100n)]);
  expect(await outcome(reverse(ended.id))).toBe('money.not_reversible');
  expect(await balances()).toBe('900 0');
});

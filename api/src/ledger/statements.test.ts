import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { moneyText, parseAmount } from '@trellis/api-contract';
import pg from 'pg';
import { Database } from '../platform/db/database.ts';
import { placeBareNodes } from '../testing/bareNodes.ts';
import { Random } from '../testing/random.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { accountOf, type MemberAccount, systemAccount } from './accounts.ts';
import { Ledger } from './ledger.ts';
import { Statements } from './statements.ts';

/** A random history over about a year, kept here as a plain list: what the ledger says must be what the list adds up to. */
interface Moved {
  readonly account: MemberAccount;
  readonly amountMinor: bigint;
  readonly at: Date;
}

let own: TestDatabase;
let database: Database;
let statements: Statements;
const random = new Random();
const history: Moved[] = [];
const member = '1';
const accounts = ['usdAvailable', 'usdtAvailable'] as const;
const custody = { usdAvailable: systemAccount('usdCustody'), usdtAvailable: systemAccount('usdtCustody') };

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.coreUrl, poolSize: 2 });
  statements = new Statements(database);
  const ledger = new Ledger(database);
  await placeBareNodes(own, 1, 2);
  const owner = new pg.Client({ connectionString: own.ownerUrl });
  await owner.connect();
  // The past is made by moving times back, which only the owner can, past the append-only triggers.
  await owner.query(`SET session_replication_role = 'replica'`);
  const balance = { usdAvailable: 0n, usdtAvailable: 0n };
  let at = Date.UTC(2025, 0, 10);
  for (let index = 0; index < 150; index += 1) {
    const account = random.pick(accounts);
    const incoming = balance[account] === 0n || random.next() < 0.6;
    const amountMinor = incoming
      ? BigInt(1 + random.below(5_000_000))
      : -BigInt(1 + random.below(Number(balance[account])));
    balance[account] += amountMinor;
    // Sometimes the very first instant of a month, where a period begins and another ends.
    at = random.next() < 0.1 ? startOfNextMonth(at) : at + random.below(5 * 86_400_000);
    const key = `history-${index}`;
    const journal = await database.inTransaction(() =>
      ledger.post({
        owner: member,
        key,
        requestHash: Buffer.from(key),
        kind: 'opening',
        memo: {},
        legs: [
          { account: accountOf(member, account), amountMinor },
          { account: custody[account], amountMinor: -amountMinor },
        ],
        unit: 'USD',
      }),
    );
    await owner.query('UPDATE posting SET recorded_at = $2 WHERE journal = $1', [journal.id, new Date(at)]);
    history.push({ account, amountMinor, at: new Date(at) });
  }
  await owner.end();
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const startOfNextMonth = (at: number): number =>
  Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() + 1, 1);

const sumBefore = (account: MemberAccount, time: Date): bigint =>
  history
    .filter((moved) => moved.account === account && moved.at < time)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

test('the balance just before any time is the sum of what moved before it', async () => {
  const instants = history.flatMap(({ at }) => [at, new Date(at.getTime() + 1)]);
  const anywhere = Array.from({ length: 50 }, () => new Date(Date.UTC(2024, 11, 1) + random.below(500 * 86_400_000)));
  for (const time of [...instants, ...anywhere])
    for (const account of accounts)
      expect([random.seed, time, account, await statements.balanceBefore(member, account, time)]).toEqual([
        random.seed,
        time,
        account,
        sumBefore(account, time),
      ]);
});

test('what all accounts held before each of many times is the sum of what moved before it, and the last is what they hold', async () => {
  const instants = history.flatMap(({ at }) => [at, new Date(at.getTime() + 1)]);
  const days = Array.from({ length: 500 }, (_, index) => new Date(Date.UTC(2024, 11, 1) + index * 86_400_000));
  const times = [...new Map([...instants, ...days].map((time) => [time.getTime(), time])).values()];
  times.sort((a, b) => a.getTime() - b.getTime());
  const sums = [...times, new Date(8.64e15)].map(
    (time) => sumBefore('usdAvailable', time) + sumBefore('usdtAvailable', time),
  );
  expect([random.seed, await statements.totalsBefore(member, times)]).toEqual([random.seed, sums]);
  expect(await statements.totalsBefore(member, times.slice(0, 1))).toEqual([sums[0], sums.at(-1)]);
});

test.each([
  ['UTC', 0],
  ['Pacific/Pago_Pago', -11],
  ['Asia/Kolkata', 5.5],
  ['Pacific/Kiritimati', 14],
])("in %s each month's lines add up, follow one another, and are the history's own sums", async (zone, hours) => {
  const ahead = hours * 3_600_000;
  const last = (history.at(-1)?.at.getTime() ?? 0) + ahead;
  let closings = new Map<string, string>();
  let postings = 0;
  for (let from = Date.UTC(2024, 11, 1); from <= last; from = startOfNextMonth(from)) {
    const month = new Date(from).toISOString().slice(0, 7);
    const lines = await statements.month(member, month, zone);
    for (const line of lines) {
      const minor = (text: string) => parseAmount(text, line.unit) ?? 0n;
      const [opening, incoming, outgoing, closing] = [line.opening, line.incoming, line.outgoing, line.closing].map(
        ({ amount }) => minor(amount),
      );
      expect((opening ?? 0n) + (incoming ?? 0n) - (outgoing ?? 0n)).toBe(closing);
      expect(moneyText(line.opening)).toBe(closings.get(line.unit) ?? `0.00\u00a0${line.unit}`);
      const account = line.unit === 'USD' ? 'usdAvailable' : 'usdtAvailable';
      expect(closing).toBe(sumBefore(account, new Date(startOfNextMonth(from) - ahead)));
      postings += line.postings;
    }
    closings = new Map(lines.map(({ unit, closing }) => [unit, moneyText(closing)]));
  }
  expect(postings).toBe(history.length);
});

test('before the first posting there is nothing, and for somebody else there is nothing', async () => {
  expect(await statements.month(member, '2024-11', 'UTC')).toEqual([]);
  expect(await statements.month('2', '2025-06', 'UTC')).toEqual([]);
  expect(await statements.balanceBefore('2', 'usdAvailable', new Date())).toBe(0n);
  expect(await statements.totalsBefore('2', [new Date()])).toEqual([0n, 0n]);
});

test('a statement is of one member alone', async () => {
  const thisMonth = new Date().toISOString().slice(0, 7);
  const before = await statements.month(member, thisMonth, 'UTC');
  await database.inTransaction(() =>
    new Ledger(database).post({
      owner: '2',
      key: 'neighbour',
      requestHash: Buffer.alloc(32),
      kind: 'opening',
      memo: {},
      legs: [
        { account: accountOf('2', 'usdAvailable'), amountMinor: 7n },
        { account: custody.usdAvailable, amountMinor: -7n },
      ],
      unit: 'USD',
    }),
  );
  expect(await statements.month(member, thisMonth, 'UTC')).toEqual(before);
  expect(await statements.month('2', thisMonth, 'UTC')).toMatchObject([
    { unit: 'USD', incoming: { amount: '0.000007' } },
  ]);
});

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createLog } from '../ground/log.ts';
import { Database } from '../platform/db/database.ts';
import { Lanes } from '../platform/db/lanes.ts';
import { brokenBooks, placeBareNodes } from '../testing/bareNodes.ts';
import { setLimit } from '../testing/rules.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { accountOf, systemAccount } from './accounts.ts';
import { Batcher, batcherConnections } from './batcher.ts';
import { type JournalRequest, Ledger } from './ledger.ts';
import { Limits } from './limits.ts';

/** A day allows 600 minor units to be sent. Each test has a member of its own, who holds 10,000. */
let own: TestDatabase;
let database: Database;
let ledger: Ledger;
let lanes: Lanes;
let batcher: Batcher;
let lastMember = 1;
const receiver = '1';

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.coreUrl, poolSize: 4 });
  ledger = new Ledger(database);
  lanes = new Lanes({ url: own.coreUrl, connections: batcherConnections, prepared: true });
  batcher = new Batcher(lanes, createLog('silent', 1));
  await setLimit(own, { operation: 'transfer', minimum: 1, maximum: 600, dayMaximum: 600 });
  await placeBareNodes(own, 1);
  await open(receiver);
});
afterEach(async () => {
  expect(await brokenBooks(own.url)).toEqual([]);
});
afterAll(async () => {
  await batcher.close();
  await lanes.close();
  await database.close();
  await own.drop();
});

const usd = (member: string) => accountOf(member, 'usdAvailable');

function journal(owner: string, legs: JournalRequest['legs']): JournalRequest {
  return { owner, key: randomUUID(), requestHash: Buffer.alloc(32), kind: 'opening', memo: {}, legs, unit: 'USD' };
}

const single = (request: JournalRequest) => database.inTransaction(() => ledger.post(request));

const open = (member: string) =>
  single(
    journal(member, [
      { account: usd(member), amountMinor: 10_000n },
      { account: systemAccount('usdCustody'), amountMinor: -10_000n },
    ]),
  );

async function newMember(): Promise<string> {
  lastMember += 1;
  await placeBareNodes(own, lastMember);
  await open(String(lastMember));
  return String(lastMember);
}

const sending = (from: string, amountMinor: bigint): JournalRequest => ({
  ...journal(from, [
    { account: usd(from), amountMinor: -amountMinor },
    { account: usd(receiver), amountMinor },
  ]),
  kind: 'transfer',
  limit: { operation: 'transfer', unit: 'USD', amountMinor },
});

/** Sends in company of others, so that it is a batch and no single call. @returns whether the batch took it */
async function inBatch(request: JournalRequest): Promise<boolean> {
  const others: string[] = [];
  while (others.length < 4) others.push(await newMember());
  const answers = await Promise.all(
    [...others.map((other) => sending(other, 1n)), request].map((each) => batcher.submit(each)),
  );
  return answers.at(-1) !== undefined;
}

const alone = (request: JournalRequest): Promise<boolean> =>
  single(request).then(
    () => true,
    () => false,
  );

const usage = (member: string) =>
  own.sql(
    `SELECT operation, used, day = (now() AT TIME ZONE 'UTC')::date AS today FROM limit_usage WHERE owner = $1 ORDER BY operation`,
    [member],
  );

describe.each([
  ['alone', alone],
  ['in a batch', inBatch],
])('%s', (_name, send) => {
  test('what was used yesterday counts no more', async () => {
    const member = await newMember();
    await own.sql(
      `UPDATE account SET limit_day = (now() AT TIME ZONE 'UTC')::date - 1, transferred = 600, exchanged = 7, withdrawn = 8 WHERE id = $1`,
      [usd(member).toString()],
    );
    expect(await new Limits(database).usedToday('transfer', usd(member))).toBe(0n);
    expect(await send(sending(member, 500n))).toBe(true);
    expect(await usage(member)).toEqual([{ operation: 'transfer', used: '500', today: true }]);
    expect(await new Limits(database).usedToday('transfer', usd(member))).toBe(500n);
    expect(await send(sending(member, 101n))).toBe(false);
    expect(await send(sending(member, 100n))).toBe(true);
  });

  test('what was exchanged and withdrawn today stays counted', async () => {
    const member = await newMember();
    const set = (exchanged: number, withdrawn: number) =>
      own.sql(
        `UPDATE account SET limit_day = (now() AT TIME ZONE 'UTC')::date, exchanged = $2, withdrawn = $3 WHERE id = $1`,
        [usd(member).toString(), exchanged, withdrawn],
      );
    await set(7, 8);
    expect(await send(sending(member, 600n))).toBe(true);
    expect(await usage(member)).toEqual([
      { operation: 'exchange', used: '7', today: true },
      { operation: 'transfer', used: '600', today: true },
      { operation: 'withdrawal', used: '8', today: true },
    ]);
    await set(0, 0);
  });

  test('who only receives today has used nothing of it, whatever was used yesterday', async () => {
    const set = (transferred: number) =>
      own.sql(`UPDATE account SET limit_day = limit_day - 1, transferred = $2 WHERE id = $1`, [
        usd(receiver).toString(),
        transferred,
      ]);
    await set(7);
    expect(await send(sending(await newMember(), 5n))).toBe(true);
    expect(await new Limits(database).usedToday('transfer', usd(receiver))).toBe(0n);
    await set(0);
  });

  test('what comes in counts for nobody', async () => {
    const before = await usage(receiver);
    expect(await send(sending(await newMember(), 5n))).toBe(true);
    expect(await usage(receiver)).toEqual(before);
  });
});

test('a limit is counted in one place: two accounts that pay are refused', async () => {
  const member = await newMember();
  const pending = accountOf(member, 'usdPending');
  await single(
    journal(member, [
      { account: usd(member), amountMinor: -20n },
      { account: pending, amountMinor: 20n },
    ]),
  );
  const both = {
    ...sending(member, 10n),
    legs: [
      { account: usd(member), amountMinor: -5n },
      { account: pending, amountMinor: -5n },
      { account: usd(receiver), amountMinor: 10n },
    ],
  };
  await expect(single(both)).rejects.toMatchObject({ parent: { code: 'TR014' } });
  expect(await inBatch({ ...both, key: randomUUID() })).toBe(false);
  // The pending money has no hold: put it back.
  await single(
    journal(member, [
      { account: usd(member), amountMinor: 20n },
      { account: pending, amountMinor: -20n },
    ]),
  );
});

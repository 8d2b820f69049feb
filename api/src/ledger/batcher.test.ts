import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createLog } from '../ground/log.ts';
import { Database } from '../platform/db/database.ts';
import { Lanes } from '../platform/db/lanes.ts';
import { balanceOf } from '../testing/balances.ts';
import { brokenBooks, placeBareNodes } from '../testing/bareNodes.ts';
import { setLimit } from '../testing/rules.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { type AccountId, accountOf, systemAccount } from './accounts.ts';
import { Batcher, batcherConnections } from './batcher.ts';
import { type JournalRequest, Ledger, type Leg, type PostedJournal } from './ledger.ts';

/** Each test has members of its own, opened with 1000 minor units of USD. A day allows 600, and a transfer 5 to 500. */
const opening = 1000n;
const rule = { minimum: 5n, maximum: 500n, dayMaximum: 600n };

let own: TestDatabase;
let database: Database;
let ledger: Ledger;
let lanes: Lanes;
let batcher: Batcher;
let lastMember = 0;

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.coreUrl, poolSize: 8 });
  ledger = new Ledger(database);
  lanes = new Lanes({ url: own.coreUrl, connections: batcherConnections, prepared: true });
  batcher = new Batcher(lanes, createLog('silent', 1));
  await setLimit(own, { operation: 'transfer', ...rule });
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

async function newMember(): Promise<string> {
  lastMember += 1;
  await placeBareNodes(own, lastMember);
  const id = String(lastMember);
  await postAlone({
    ...move(id, id, opening),
    legs: [
      { account: accountOf(id, 'usdAvailable'), amountMinor: opening },
      { account: systemAccount('usdCustody'), amountMinor: -opening },
    ],
  });
  return id;
}

const newMembers = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await newMember());
  return ids;
};

/** Moves money without a limit. */
function move(from: string, to: string, amountMinor: bigint): JournalRequest {
  return {
    owner: from,
    key: randomUUID(),
    requestHash: Buffer.alloc(32, 1),
    kind: 'opening',
    memo: { sender: from, recipient: to },
    legs: [
      { account: accountOf(from, 'usdAvailable'), amountMinor: -amountMinor },
      { account: accountOf(to, 'usdAvailable'), amountMinor },
    ],
    unit: 'USD',
  };
}

const transfer = (from: string, to: string, amountMinor: bigint): JournalRequest => ({
  ...move(from, to, amountMinor),
  kind: 'transfer',
  limit: { operation: 'transfer', unit: 'USD', amountMinor },
});

const postAlone = (request: JournalRequest): Promise<PostedJournal> =>
  database.inTransaction(() => ledger.post(request));

/** Four transfers beyond doubt among members of their own, for the company of another. */
async function company(): Promise<JournalRequest[]> {
  const ids = await newMembers(5);
  return ids.slice(1).map((to) => transfer(ids[0] ?? '', to, 10n));
}

/** Submits all in one turn, so that they are one batch. @returns for each whether it was posted */
async function submitTogether(requests: readonly JournalRequest[]): Promise<boolean[]> {
  const answers = await Promise.all(requests.map((request) => batcher.submit(request)));
  return answers.map((answer) => answer !== undefined);
}

const usdOf = (member: string): Promise<bigint> => balanceOf(own, accountOf(member, 'usdAvailable'));

test('a batch posts what single calls would: balances, sequence, history, and what each is shown', async () => {
  const [a = '', b = '', c = ''] = await newMembers(3);
  const requests = [
    transfer(a, b, 100n),
    transfer(b, c, 50n),
    transfer(a, c, 30n),
    transfer(c, a, 20n),
    transfer(b, a, 5n),
  ];
  const answers = await Promise.all(requests.map((request) => batcher.submit(request)));
  const reported = answers.map((answer, index) =>
    answer?.balances.get(accountOf(requests[index]?.owner ?? '', 'usdAvailable')),
  );
  expect(reported).toEqual([900n, 1050n, 870n, 1060n, 1045n]);
  expect(await Promise.all([a, b, c].map(usdOf))).toEqual([895n, 1045n, 1060n]);
  const history = await own.sql(
    `SELECT seq::int, amount::int, balance_after::int FROM posting WHERE account = $1 ORDER BY seq`,
    [accountOf(a, 'usdAvailable').toString()],
  );
  expect(history).toEqual([
    { seq: 1, amount: 1000, balance_after: 1000 },
    { seq: 2, amount: -100, balance_after: 900 },
    { seq: 3, amount: -30, balance_after: 870 },
    { seq: 4, amount: 20, balance_after: 890 },
    { seq: 5, amount: 5, balance_after: 895 },
  ]);
  const [journal] = await own.sql('SELECT owner, key, kind, memo, request_hash FROM journal WHERE id = $1', [
    answers[0]?.id,
  ]);
  expect(journal).toEqual({
    owner: a,
    key: requests[0]?.key,
    kind: 'transfer',
    memo: { sender: a, recipient: b },
    request_hash: Buffer.alloc(32, 1),
  });
});

test('a few are a batch too, and what is in doubt among them is left alone', async () => {
  const [a = '', b = ''] = await newMembers(2);
  expect(await submitTogether([transfer(a, b, 100n), transfer(b, a, 7n), move(a, b, 2000n)])).toEqual([
    true,
    true,
    false,
  ]);
  expect([await usdOf(a), await usdOf(b)]).toEqual([907n, 1093n]);
});

/** Ten in USD for ten in USDT, and another five for as many points with what covers them: three units in one journal. */
const exchanged = (member: string): JournalRequest => ({
  ...move(member, member, 0n),
  legs: [
    { account: accountOf(member, 'usdAvailable'), amountMinor: -15n },
    { account: accountOf(member, 'usdtAvailable'), amountMinor: 10n },
    { account: accountOf(member, 'rpAvailable'), amountMinor: 5n },
    { account: systemAccount('rpIssued'), amountMinor: -5n },
    { account: systemAccount('reserveRp'), amountMinor: 5n },
    { account: systemAccount('usdExchange'), amountMinor: 10n },
    { account: systemAccount('usdtExchange'), amountMinor: -10n },
  ],
});

test('a journal of several units is posted alongside those of one, and leaves what a single call leaves', async () => {
  const [a = '', b = ''] = await newMembers(2);
  // The first of each opens the accounts: a batch leaves alone what names one that is not there.
  for (const member of [a, b]) await postAlone(exchanged(member));
  const system = (['rpIssued', 'reserveRp', 'usdExchange', 'usdtExchange'] as const).map(systemAccount);
  const balancesOf = (member: string) => {
    const accounts = (['usdAvailable', 'usdtAvailable', 'rpAvailable'] as const).map((each) => accountOf(member, each));
    return Promise.all([...accounts, ...system].map((account) => balanceOf(own, account)));
  };
  const before = await balancesOf(b);
  const [answer] = await Promise.all([exchanged(b), ...(await company())].map((each) => batcher.submit(each)));
  const after = await balancesOf(b);
  expect(after.map((balance, index) => balance - (before[index] ?? 0n))).toEqual([-15n, 10n, 5n, -5n, 5n, 10n, -10n]);
  expect(answer?.balances.get(accountOf(b, 'rpAvailable'))).toBe(10n);
  const single = await postAlone(exchanged(a));
  expect(single.balances.get(accountOf(a, 'usdAvailable'))).toBe(await usdOf(b));
});

type Doubtful = (from: string, to: string) => JournalRequest | Promise<JournalRequest>;

/** The same move with another account on the receiving side. */
const into = (account: AccountId): Doubtful => {
  return (from, to) => {
    const request = move(from, to, 10n);
    return { ...request, legs: [...request.legs.slice(0, 1), { account, amountMinor: 10n }] };
  };
};

describe('in doubt is, and left alone with nothing posted,', () => {
  test.each<[string, Doubtful]>([
    ['what the account cannot pay', (from, to) => move(from, to, opening + 1n)],
    ['less than the minimum', (from, to) => transfer(from, to, rule.minimum - 1n)],
    ['more than the maximum', (from, to) => transfer(from, to, rule.maximum + 1n)],
    [
      'an operation without a rule',
      (from, to) => ({ ...move(from, to, 10n), limit: { operation: 'transfer', unit: 'RP', amountMinor: 10n } }),
    ],
    ['a limit that none of its legs counts against', (from, to) => ({ ...transfer(from, to, 10n), owner: to })],
    [
      'what does not sum to zero',
      (from, to) => ({ ...move(from, to, 10n), legs: [...move(from, to, 10n).legs, fee(1n)] }),
    ],
    ['what sums to zero over two units only', into(systemAccount('usdtFee'))],
    [
      'what sums to zero in its first unit only',
      (from, to) => {
        const sound = move(from, to, 10n);
        return { ...sound, legs: [...sound.legs, { account: systemAccount('usdtFee'), amountMinor: 1n }] };
      },
    ],
    [
      'what sums to zero over its further units only',
      (from, to) => {
        const sound = move(from, to, 10n);
        const further = [
          { account: systemAccount('usdtFee'), amountMinor: 1n },
          { account: systemAccount('rpIssued'), amountMinor: -1n },
        ];
        return { ...sound, legs: [...sound.legs, ...further] };
      },
    ],
    ['an account named twice', (from) => move(from, from, 10n)],
    ['a single leg', (from, to) => ({ ...move(from, to, 10n), legs: [fee(1n)] })],
    ['an account that is used for the first time', (from, to) => into(accountOf(to, 'usdPending'))(from, to)],
    [
      'a key that was posted',
      async (from, to) => {
        const posted = move(from, to, 10n);
        await postAlone(posted);
        return posted;
      },
    ],
    [
      'a key that was answered',
      async (from, to) => {
        const refused = move(from, to, 10n);
        await own.sql(`INSERT INTO stored_answer VALUES ($1, $2, '\\x00', 422, '{}')`, [refused.owner, refused.key]);
        return refused;
      },
    ],
  ])('%s', async (_what, doubtful) => {
    const [from = '', to = ''] = await newMembers(2);
    const request = await doubtful(from, to);
    const before = [await usdOf(from), await usdOf(to)];
    expect(await submitTogether([...(await company()), request])).toEqual([true, true, true, true, false]);
    expect([await usdOf(from), await usdOf(to)]).toEqual(before);
  });

  test('an account that is used for the first time, alongside another of its owner', async () => {
    const [from = '', to = ''] = await newMembers(2);
    const requests = [move(from, to, 10n), await into(accountOf(to, 'usdPending'))(from, to)];
    expect(await submitTogether([...(await company()), ...requests])).toEqual([true, true, true, true, true, false]);
    expect([await usdOf(from), await usdOf(to)]).toEqual([opening - 10n, opening + 10n]);
  });

  test('a key that is in flight on another connection', async () => {
    const [from = '', to = ''] = await newMembers(2);
    const request = transfer(from, to, 10n);
    const holder = await own.hold(`SELECT pg_advisory_xact_lock(idempotency_lock(${from}, '${request.key}'))`);
    try {
      expect(await submitTogether([...(await company()), request])).toEqual([true, true, true, true, false]);
      expect(await submitTogether([request])).toEqual([false]);
    } finally {
      await holder.release();
    }
    expect(await submitTogether([request])).toEqual([true]);
  });

  test('the second of a key', async () => {
    const [from = '', to = ''] = await newMembers(2);
    const request = transfer(from, to, 10n);
    expect(await submitTogether([request, ...(await company()), { ...request }])).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(await usdOf(from)).toBe(opening - 10n);
  });
});

test('what comes in with the batch does not count as funds', async () => {
  const [a = '', b = '', c = ''] = await newMembers(3);
  // b holds 1000 and gets 400 in the same batch, before it spends 1100.
  expect(await submitTogether([...(await company()), move(a, b, 400n), move(b, c, 1100n)])).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
  expect(await usdOf(b)).toBe(1400n);
});

test('of one balance the batch pays what the balance can pay', async () => {
  const [a = '', b = ''] = await newMembers(2);
  const spends = Array.from({ length: 5 }, () => move(a, b, 300n));
  expect(await submitTogether(spends)).toEqual([true, true, true, false, false]);
  expect(await usdOf(a)).toBe(100n);
});

test('what is in doubt leaves to those after it what it would have moved', async () => {
  const [a = '', b = ''] = await newMembers(2);
  // More than a transfer may be; then all that a has.
  const requests = [transfer(a, b, 501n), move(a, b, opening)];
  const [doubtful, posted] = await Promise.all(requests.map((request) => batcher.submit(request)));
  expect(doubtful).toBeUndefined();
  expect([a, b].map((id) => posted?.balances.get(accountOf(id, 'usdAvailable')))).toEqual([0n, 2n * opening]);
  expect([await usdOf(a), await usdOf(b)]).toEqual([0n, 2n * opening]);
});

test('the limit of a day counts all that its owner does in the batch', async () => {
  const [a = '', b = ''] = await newMembers(2);
  const within = [transfer(a, b, 200n), transfer(a, b, 200n)];
  expect(await submitTogether([...(await company()), ...within])).toEqual([true, true, true, true, true, true]);
  // 200 of the day are left: each alone would fit, the two together do not.
  const [first, second] = [transfer(a, b, 150n), transfer(a, b, 150n)];
  expect(await submitTogether([...(await company()), first, second])).toEqual([true, true, true, true, true, false]);
  expect(await submitTogether([...(await company()), transfer(a, b, 51n)])).toEqual([true, true, true, true, false]);
  expect(await submitTogether([...(await company()), transfer(a, b, 50n)])).toEqual([true, true, true, true, true]);
  const [used] = await own.sql<{ used: string }>('SELECT used FROM limit_usage WHERE owner = $1', [a]);
  expect(used).toEqual({ used: '600' });
});

test('a batch that fails as a whole leaves every journal to its single call', async () => {
  const requests = await company();
  await own.sql('ALTER FUNCTION post_transfers RENAME TO post_transfers_away');
  try {
    expect(await submitTogether(requests)).toEqual([false, false, false, false]);
  } finally {
    await own.sql('ALTER FUNCTION post_transfers_away RENAME TO post_transfers');
  }
  for (const request of requests) expect((await postAlone(request)).replayed).toBe(false);
});

test('after a lost connection the single call under the same key finds out what happened', async () => {
  const requests = await company();
  // Holds the batch back until its connection is cut.
  const holder = await own.hold(`SELECT 1 FROM account WHERE id = ${requests[0]?.owner}101 FOR UPDATE`);
  const answers = submitTogether(requests);
  await expect(waitUntil(async () => (await cut()) > 0)).resolves.toBeUndefined();
  await holder.release();
  expect(await answers).toEqual([false, false, false, false]);
  for (const request of requests) {
    const { id } = await postAlone(request);
    expect(await postAlone(request)).toMatchObject({ id, replayed: true });
  }
});

async function cut(): Promise<number> {
  const cuts = await own.sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'trellis lanes' AND wait_event_type = 'Lock'`,
  );
  return cuts.length;
}

async function waitUntil(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise((next) => setTimeout(next, 10));
}

test('the function itself refuses a batch in another isolation level, and one with a journal that has no legs', async () => {
  const call = (places: string) =>
    `SELECT * FROM post_transfers(ARRAY[gen_random_uuid(), gen_random_uuid()], '{1,1}', '{a,b}', '{aa,bb}', '{transfer,transfer}',
       ARRAY['{}', '{}']::jsonb[], '{NULL,NULL}', '{NULL,NULL}', '{NULL,NULL}', '${places}', '{1101,2101}', '{-1,1}', '{NULL,NULL}')`;
  await expect(own.sql(`BEGIN ISOLATION LEVEL REPEATABLE READ; ${call('{1,2}')}; COMMIT`)).rejects.toMatchObject({
    code: 'TR006',
  });
  await expect(own.sql(call('{2,2}'))).rejects.toMatchObject({ code: 'TR002' });
});

const fee = (amountMinor: bigint): Leg => ({ account: systemAccount('usdFee'), amountMinor });

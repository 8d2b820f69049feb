import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { Database, sqlState } from '../platform/db/database.ts';
import { placeBareNodes } from '../testing/bareNodes.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { type AccountId, memberAccounts, systemAccounts } from './accounts.ts';
import { installedAccounts } from './accountsSql.ts';
import { Ledger, type Leg } from './ledger.ts';

let own: TestDatabase;
let database: Database;
let ledger: Ledger;

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.coreUrl, poolSize: 8 });
  ledger = new Ledger(database);
  // Members 1, 2 and 3; each starts with 1000 minor units of USD.
  await placeBareNodes(own, 1, 3);
  for (const id of ['1', '2', '3']) await post({ key: `start-${id}`, legs: `${id}101+1000 201-1000` });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

interface Attempt {
  readonly key?: string;
  readonly legs: string;
  readonly hash?: string;
}

/** Legs as text: `1101-5` takes 5 from account 1101. */
const readLegs = (text: string): Leg[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((leg) => {
      const [, account = '', amount = ''] = /^(\d+)([+-]\d+)$/.exec(leg) ?? [];
      return { account: BigInt(account) as AccountId, amountMinor: BigInt(amount) };
    });

function post({ key = randomUUID(), legs, hash = legs }: Attempt) {
  return database.inTransaction(() =>
    ledger.post({
      owner: '1',
      key,
      requestHash: Buffer.from(hash.padEnd(32, '.')),
      kind: 'opening',
      memo: {},
      legs: readLegs(legs),
      unit: 'USD',
    }),
  );
}

/** The posting function itself, past the typed door, which puts the legs in order. */
const postInOrder = (legs: string) =>
  database.inTransaction(() =>
    database.rows(
      `SELECT * FROM post($1, 1, $2, '\\x00', 'opening', '{}', $3::bigint[], $4::bigint[], NULL, NULL, NULL)`,
      [
        randomUUID(),
        randomUUID(),
        readLegs(legs).map(({ account }) => account.toString()),
        readLegs(legs).map(({ amountMinor }) => amountMinor.toString()),
      ],
    ),
  );

const state = () =>
  own.sql(
    `SELECT (SELECT jsonb_object_agg(id, balance || '/' || seq) FROM account) AS accounts,
            (SELECT count(*) FROM journal)::int AS journals, (SELECT count(*) FROM posting)::int AS postings`,
  );

describe('the posting function', () => {
  test.each`
    legs                                 | result     | why
    ${'1101-5 2101+5'}                   | ${'done'}  | ${'member to member'}
    ${'1101-1 2101-2 3101+3'}            | ${'done'}  | ${'three legs'}
    ${'1101-2 2101+1 401+1'}             | ${'done'}  | ${'a fee to the system'}
    ${'2111+7 211-7'}                    | ${'done'}  | ${'an account used for the first time'}
    ${'2121+4 221-4 301+4 201-4'}        | ${'TR003'} | ${'system accounts out of order'}
    ${'2121+4 201-4 221-4 301+4'}        | ${'done'}  | ${'two units, each of them balanced'}
    ${'1101-999999 2101+999999'}         | ${'TR001'} | ${'more than there is'}
    ${'2101+1 2102-1'}                   | ${'TR001'} | ${'from an account never used'}
    ${'1101-5 2101+4'}                   | ${'TR002'} | ${'unbalanced'}
    ${'1101-5 2111+5'}                   | ${'TR002'} | ${'balanced only over two units'}
    ${'1101+5'}                          | ${'TR002'} | ${'one leg'}
    ${''}                                | ${'TR002'} | ${'no leg'}
    ${'2101+5 1101-5'}                   | ${'TR003'} | ${'out of lock order'}
    ${'1101-5 1101+5'}                   | ${'TR003'} | ${'one account twice'}
    ${'201-5 2101+5'}                    | ${'TR003'} | ${'the system before a member'}
    ${'1101-5 99101+5'}                  | ${'TR005'} | ${'a member who does not exist'}
    ${'1199-5 2199+5'}                   | ${'TR002'} | ${'a code that does not exist'}
    ${'1101-5 1201+5'}                   | ${'TR005'} | ${'a system account of a member'}
    ${'1101-9223372036854775808 2101+5'} | ${'TR002'} | ${'the smallest bigint'}
    ${'1101-0 2101+0'}                   | ${'23514'} | ${'nothing at all'}
  `('$legs: $result, $why', async ({ legs, result }: Record<string, string>) => {
    const before = await state();
    const outcome = await postInOrder(legs ?? '').then(() => 'done', sqlState);
    expect(outcome).toBe(result);
    if (result !== 'done') expect(await state()).toEqual(before);
    else expect(await state()).not.toEqual(before);
  });

  test('refuses any other isolation level than read committed', async () => {
    const client = new pg.Client({ connectionString: own.ownerUrl });
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const outcome = await client
      .query(
        `SELECT post(gen_random_uuid(), 1, 'elsewhere', '\\x00', 'opening', '{}', '{1101,2101}', '{-1,1}', NULL, NULL, NULL)`,
      )
      .then(() => 'done', sqlState);
    await client.end();
    expect(outcome).toBe('TR006');
  });

  test('answers a repeated key with the first journal, and refuses it with another request', async () => {
    const key = randomUUID();
    const first = await post({ key, legs: '1101-3 2101+3' });
    const before = await state();
    expect(await post({ key, legs: '1101-3 2101+3' })).toMatchObject({ id: first.id, replayed: true, at: first.at });
    await expect(post({ key, legs: '1101-4 2101+4' })).rejects.toMatchObject({ code: 'idempotency.key_reused' });
    expect(await state()).toEqual(before);
  });

  test('with one key 30 times at once posts once', async () => {
    const key = randomUUID();
    const before = await balanceOf('2101');
    const posted = await Promise.allSettled(Array.from({ length: 30 }, () => post({ key, legs: '1101-1 2101+1' })));
    expect(posted.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await balanceOf('2101')).toBe(before + 1n);
  });
});

const balanceOf = async (id: string): Promise<bigint> =>
  BigInt((await own.sql<{ balance: string }>('SELECT balance FROM account WHERE id = $1', [id]))[0]?.balance ?? -1);

describe('the typed door', () => {
  test('puts legs in lock order, so that opposite postings never deadlock', async () => {
    const posted = await Promise.all(
      Array.from({ length: 60 }, (_, index) => post({ legs: index % 2 === 0 ? '1101-1 2101+1' : '2101-1 1101+1' })),
    );
    expect(posted.every(({ replayed }) => !replayed)).toBe(true);
    const mixed = await post({ legs: '201-1 3101-4 401+4 2101+1' });
    expect(mixed.balances.get(3101n as AccountId)).toBe(await balanceOf('3101'));
  });

  test('posts only inside a transaction', async () => {
    const alone = ledger.post({
      owner: '1',
      key: randomUUID(),
      requestHash: Buffer.alloc(32),
      kind: 'opening',
      memo: {},
      legs: readLegs('1101-1 2101+1'),
      unit: 'USD',
    });
    await expect(alone).rejects.toThrow('inTransaction');
  });
});

test('the database has the same names of accounts (npm run schema writes them)', () => {
  const file = join(import.meta.dirname, '../ledger/accounts.sql');
  expect(readFileSync(file, 'utf8')).toBe(installedAccounts());
});

test('account codes in TypeScript are the rows of account_kind', async () => {
  const rows = await own.sql<{ code: number; unit: string; kind: string; member: boolean }>(
    'SELECT code, unit, kind, member FROM account_kind',
  );
  const stateOf: Record<string, string> = { active: 'available', principal: 'staked' };
  const members = rows
    .filter(({ member }) => member)
    .map(({ code, unit, kind }) => ({ code, unit, state: stateOf[kind] ?? kind }));
  const listed = Object.values(memberAccounts).map(({ code, unit, state }) => ({ code, unit, state }));
  expect(members.sort((a, b) => a.code - b.code)).toEqual(listed);
  // A statement would never show the second of two.
  expect(new Set(listed.map(({ unit, state }) => `${unit} ${state}`)).size).toBe(listed.length);
  const system = rows.filter(({ member }) => !member).map(({ code, unit }) => ({ code, unit }));
  // One that only SQL posts to is not listed.
  expect(system).toEqual(expect.arrayContaining(Object.values(systemAccounts)));
});

describe('a transaction', () => {
  test('is not nested', async () => {
    await expect(database.inTransaction(() => database.inTransaction(async () => 1))).rejects.toThrow('nested');
  });

  test('runs at read committed with limits on statements, locks and idleness', async () => {
    const names = ['transaction_isolation', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
    const settings = () =>
      database.rows<{ name: string; setting: string }>(
        'SELECT name, setting FROM pg_settings WHERE name = ANY ($1) ORDER BY name',
        [names],
      );
    const ofTheLogin = [
      { name: 'idle_in_transaction_session_timeout', setting: '10000' },
      { name: 'lock_timeout', setting: '2000' },
      { name: 'statement_timeout', setting: '5000' },
      { name: 'transaction_isolation', setting: 'read committed' },
    ];
    expect(await database.inTransaction(settings)).toEqual(ofTheLogin);
    // Outside of one, too: no statement is without them.
    expect(await settings()).toEqual(ofTheLogin);
  });

  test('is run again as a whole after a deadlock, and after a serialisation failure', async () => {
    await own.sql(
      `CREATE FUNCTION fail(state text) RETURNS void LANGUAGE plpgsql AS 'BEGIN RAISE ''again'' USING ERRCODE = state; END'`,
    );
    await own.sql('GRANT EXECUTE ON FUNCTION fail TO trellis_app');
    for (const state of ['40P01', '40001']) {
      let runs = 0;
      const result = await database.inTransaction(async () => {
        runs += 1;
        if (runs < 3) await database.rows('SELECT fail($1)', [state]);
        return runs;
      });
      expect(result).toBe(3);
    }
  });

  test('is not run again for any other failure', async () => {
    let runs = 0;
    const failing = database.inTransaction(async () => {
      runs += 1;
      await database.rows('SELECT 1 / 0');
    });
    await expect(failing).rejects.toThrow('division');
    expect(runs).toBe(1);
  });
});

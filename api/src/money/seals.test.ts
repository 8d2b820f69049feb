import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { Database, sqlState } from '../db/database.ts';
import { createLog } from '../log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { houseAccount } from './accounts.ts';
import { Ledger } from './ledger.ts';
import { checkSeals, type SealScope } from './sealCheck.ts';
import { sealing } from './sealing.ts';

let own: TestDatabase;
let database: Database;
let ledger: Ledger;
let owner: pg.Client;

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 10 });
  ledger = new Ledger(database);
  owner = new pg.Client({ connectionString: own.url });
  await owner.connect();
  // As somebody with the owner's password would: past every trigger.
  await owner.query(`SET session_replication_role = 'replica'`);
  await withMargin('0 seconds');
});
beforeEach(async () => {
  for (const table of ['journal_seal', 'posting', 'journal']) await owner.query(`DELETE FROM ${table}`);
  await owner.query('UPDATE account SET balance = 0, seq = 0');
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await own.drop();
});

/** The margin only guards against a clock that is set back; without it a test need not wait for it. */
async function withMargin(margin: string): Promise<void> {
  const [row] = await own.sql<{ text: string }>(`SELECT pg_get_functiondef('seal_horizon'::regproc) AS text`);
  await own.sql((row?.text ?? '').replace(/interval '[^']*'/, `interval '${margin}'`));
}

const move = (amountMinor = 7n) =>
  ledger.post({
    owner: '0',
    key: randomUUID(),
    requestHash: Buffer.alloc(32, 1),
    kind: 'opening',
    memo: { note: 'höhe, 高さ' },
    legs: [
      { account: houseAccount('usdFee'), amountMinor },
      { account: houseAccount('usdCustody'), amountMinor: -amountMinor },
    ],
    unit: 'USD',
  });
const post = () => database.inTransaction(() => move());

interface Sealed {
  readonly number: string;
  readonly journals: number;
  readonly more: boolean;
}
const sealNext = (limit: number) =>
  own.sql<Sealed>('SELECT number, journals, more FROM seal_next($1)', [limit]).then(([row]) => row);

async function sealAll(limit: number): Promise<number[]> {
  const sizes: number[] = [];
  for (let next = await sealNext(limit); next; next = await sealNext(limit)) sizes.push(next.journals);
  return sizes;
}

const faults = async (scope?: SealScope) => (await checkSeals(owner, scope)).finding.rows;

describe('sealing', () => {
  test('cuts what is there into seals of at most the limit, and then finds nothing', async () => {
    for (let count = 0; count < 25; count += 1) await post();
    expect(await sealNext(10)).toEqual({ number: '1', journals: 10, more: true });
    expect(await sealNext(10)).toEqual({ number: '2', journals: 10, more: true });
    expect(await sealNext(10)).toEqual({ number: '3', journals: 5, more: false });
    expect(await sealNext(10)).toBeUndefined();
    const report = await checkSeals(owner);
    expect([report.finding.rows, report.checked, report.journals]).toEqual([[], 3, 25]);
    expect(report.last?.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test('keeps journals of one microsecond together, also more of them than the limit', async () => {
    for (let count = 0; count < 9; count += 1) await post();
    const at = `(SELECT min(recorded_at) FROM journal)`;
    await owner.query(`UPDATE journal SET recorded_at = ${at} + interval '1 microsecond' WHERE recorded_at > ${at}`);
    expect(await sealAll(3)).toEqual([1, 8]);
    expect(await faults()).toEqual([]);
  });

  test('is not stopped by a time that only tampering makes', async () => {
    await post();
    await owner.query(
      `INSERT INTO journal SELECT 0, at, gen_random_uuid(), request_hash, kind, memo, at::timestamptz FROM journal, unnest(ARRAY['-infinity', 'infinity']) AS at`,
    );
    expect(await sealAll(10)).toEqual([2]);
    expect(await faults()).toEqual([]);
  });

  test('waits for a transaction that began before, and seals its journal when it is there', async () => {
    let proceed = () => {};
    const held = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    let posted = () => {};
    const isPosted = new Promise<void>((resolve) => {
      posted = resolve;
    });
    await post();
    // Two accounts that nobody else waits for, so that the later posting is not held up by this one.
    const slow = database.inTransaction(async () => {
      await ledger.post({
        owner: '0',
        key: 'slow',
        requestHash: Buffer.alloc(32),
        kind: 'opening',
        memo: {},
        legs: [
          { account: houseAccount('usdtFee'), amountMinor: 1n },
          { account: houseAccount('usdtCustody'), amountMinor: -1n },
        ],
        unit: 'USDT',
      });
      posted();
      await held;
    });
    await isPosted;
    await post();
    expect(await sealAll(100)).toEqual([1]);
    proceed();
    await slow;
    expect(await sealAll(100)).toEqual([2]);
    expect(await faults()).toEqual([]);
  });

  test('misses nothing while eight members post and six processes seal', async () => {
    let busy = true;
    const posters = Array.from({ length: 8 }, async () => {
      for (let count = 0; count < 20; count += 1)
        await database.inTransaction(async () => {
          await delay(Math.random() * 4);
          await move();
          if (count % 4 === 0) await delay(Math.random() * 10);
        });
    });
    const sizes: number[] = [];
    const sealers = Array.from({ length: 6 }, async () => {
      const database = new Database({ url: own.url, poolSize: 1 });
      while (busy) {
        const [sealed] = await database.query<Sealed>('SELECT * FROM seal_next($1)', [7]);
        if (sealed) sizes.push(sealed.journals);
      }
      await database.close();
    });
    await Promise.all(posters);
    busy = false;
    await Promise.all(sealers);
    sizes.push(...(await sealAll(7)));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(160);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(7);
    expect(await faults()).toEqual([]);
  });

  test('waits also for the margin', async () => {
    await post();
    await withMargin('10 seconds');
    try {
      expect(await sealNext(10)).toBeUndefined();
    } finally {
      await withMargin('0 seconds');
    }
    expect(await sealNext(10)).toMatchObject({ journals: 1 });
  });

  test('refuses to guess when it cannot see who else is running', async () => {
    const stranger = `stranger_${randomUUID().slice(0, 8)}`;
    await own.sql(`CREATE ROLE ${stranger}; GRANT USAGE, CREATE ON SCHEMA public TO ${stranger}`);
    await own.sql(`ALTER FUNCTION seal_horizon OWNER TO ${stranger}`);
    try {
      expect(await own.sql('SELECT seal_horizon()').catch(sqlState)).toBe('42501');
    } finally {
      await own.sql(`ALTER FUNCTION seal_horizon OWNER TO CURRENT_USER`);
      await own.sql(`DROP OWNED BY ${stranger}; DROP ROLE ${stranger}`);
    }
  });

  test('is not asked for inside an older snapshot', async () => {
    const sealed = own.sql('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT seal_next(10)').catch(sqlState);
    expect(await sealed).toBe('TR006');
    await own.sql('ROLLBACK');
  });

  test('tells every digest to the log', async () => {
    await post();
    const told: unknown[] = [];
    const log = createLog('info', 1);
    log.info = (fields: unknown) => void told.push(fields);
    expect(await sealing(database, log).step(new AbortController().signal)).toBe(false);
    const { last } = await checkSeals(owner);
    expect(told).toEqual([expect.objectContaining({ seal: '1', journals: 1, digest: last?.digest })]);
  });

  test.each(['UPDATE journal_seal SET number = number', 'DELETE FROM journal_seal', 'TRUNCATE journal_seal'])(
    'is for good, also for the owner: %s',
    async (statement) => {
      await post();
      await sealAll(10);
      expect(await own.sql(statement).catch(sqlState)).toBe('TR009');
      expect(await database.query(statement).catch(sqlState)).toBe('42501');
    },
  );
});

describe('the check finds', () => {
  beforeEach(async () => {
    for (let count = 0; count < 40; count += 1) await post();
    expect(await sealAll(10)).toEqual([10, 10, 10, 10]);
    expect(await faults()).toEqual([]);
  });

  // The 15th of 40 journals lies in the second seal of ten.
  const victim = `(SELECT id FROM journal ORDER BY recorded_at OFFSET 14 LIMIT 1)`;
  const changed = 'a journal, a posting or the seal itself was changed';
  const forged = `SELECT 0, 'forged', gen_random_uuid(), request_hash, kind, memo, recorded_at + interval '1 microsecond' FROM journal WHERE id = ${victim}`;
  const swapped = (column: string) =>
    `UPDATE journal_seal s SET ${column} = o.${column} FROM journal_seal o WHERE s.number + o.number = 5 AND s.number IN (2, 3)`;

  test.each<[string, string, [seal: string, fault: string][]]>([
    [
      'one character of a memo',
      `UPDATE journal SET memo = '{"note": "höhe, 高ざ"}' WHERE id = ${victim}`,
      [['2', changed]],
    ],
    ['another kind', `UPDATE journal SET kind = 'transfer' WHERE id = ${victim}`, [['2', changed]]],
    ['another key', `UPDATE journal SET key = key || '!' WHERE id = ${victim}`, [['2', changed]]],
    ['another owner', `UPDATE journal SET owner = 1 WHERE id = ${victim}`, [['2', changed]]],
    [
      'one bit of a request hash',
      `UPDATE journal SET request_hash = set_bit(request_hash, 9, 1 - get_bit(request_hash, 9)) WHERE id = ${victim}`,
      [['2', changed]],
    ],
    [
      'a journal one microsecond later',
      `UPDATE journal SET recorded_at = recorded_at + interval '1 microsecond' WHERE id = ${victim}`,
      [['2', changed]],
    ],
    [
      'one amount',
      `UPDATE posting SET amount = amount + 1 WHERE journal = ${victim} AND account = 401`,
      [['2', changed]],
    ],
    [
      'one balance',
      `UPDATE posting SET balance_after = 0 WHERE journal = ${victim} AND account = 401`,
      [['2', changed]],
    ],
    ['one account', `UPDATE posting SET account = 402 WHERE journal = ${victim} AND account = 401`, [['2', changed]]],
    [
      'one sequence number',
      `UPDATE posting SET seq = 999 WHERE journal = ${victim} AND account = 401`,
      [['2', changed]],
    ],
    [
      'a posting one microsecond later',
      `UPDATE posting SET recorded_at = recorded_at + interval '1 microsecond' WHERE journal = ${victim} AND account = 401`,
      [['2', changed]],
    ],
    ['a posting that is gone', `DELETE FROM posting WHERE journal = ${victim} AND account = 401`, [['2', changed]]],
    [
      'a posting that was added',
      `INSERT INTO posting SELECT 402, 1, journal, amount, balance_after, recorded_at FROM posting WHERE journal = ${victim} AND account = 401`,
      [['2', changed]],
    ],
    [
      'a journal that is gone with its postings',
      `WITH gone AS (DELETE FROM journal WHERE id = ${victim} RETURNING id) DELETE FROM posting WHERE journal IN (SELECT id FROM gone)`,
      [['2', '10 journals were sealed, 9 are there']],
    ],
    ['a journal that was put in', `INSERT INTO journal ${forged}`, [['2', '10 journals were sealed, 11 are there']]],
    [
      'a journal from before the first',
      `INSERT INTO journal SELECT 0, 'forged', gen_random_uuid(), request_hash, kind, memo, '-infinity' FROM journal WHERE id = ${victim}`,
      [['1', '10 journals were sealed, 11 are there']],
    ],
    [
      'a journal moved to another range',
      `UPDATE journal SET recorded_at = (SELECT max(recorded_at) FROM journal) WHERE id = ${victim}`,
      [
        ['2', '10 journals were sealed, 9 are there'],
        ['4', '10 journals were sealed, 11 are there'],
      ],
    ],
    [
      'one bit of a digest',
      'UPDATE journal_seal SET digest = set_bit(digest, 77, 1 - get_bit(digest, 77)) WHERE number = 2',
      [
        ['2', changed],
        ['3', changed],
      ],
    ],
    [
      'another time of sealing',
      `UPDATE journal_seal SET sealed_at = sealed_at + interval '1 microsecond' WHERE number = 2`,
      [['2', changed]],
    ],
    [
      'another count',
      'UPDATE journal_seal SET journals = 9 WHERE number = 2',
      [['2', '9 journals were sealed, 10 are there']],
    ],
    [
      'a range that ends a microsecond later',
      `UPDATE journal_seal SET up_to = up_to + interval '1 microsecond' WHERE number = 2`,
      [
        ['2', '10 journals were sealed, 11 are there'],
        ['3', '10 journals were sealed, 9 are there'],
      ],
    ],
    [
      'two digests swapped',
      swapped('digest'),
      [
        ['2', changed],
        ['3', changed],
        ['4', changed],
      ],
    ],
    [
      'a seal missing in the middle',
      'DELETE FROM journal_seal WHERE number = 2',
      [['3', 'the seal before it is missing']],
    ],
    ['the first seals cut off', 'DELETE FROM journal_seal WHERE number < 3', [['3', 'the seal before it is missing']]],
  ])('%s', async (_what, tampering, expected) => {
    await owner.query(tampering);
    expect(await faults()).toEqual(expected.map(([seal, fault]) => expect.objectContaining({ seal, fault })));
  });

  test('two seals swapped whole', async () => {
    await owner.query('UPDATE journal_seal SET number = number + 10 WHERE number IN (2, 3)');
    await owner.query('UPDATE journal_seal SET number = 15 - number WHERE number > 10');
    expect((await faults()).map((row) => ('seal' in row ? row.seal : ''))).toEqual(['2', '3', '4']);
  });

  test('the last seals cut off, by a digest that was noted', async () => {
    const { last } = await checkSeals(owner);
    const expect_ = last?.digest ?? '';
    expect(await faults({ expect: expect_.toUpperCase() })).toEqual([]);
    await post();
    await sealAll(10);
    expect(await faults({ expect: expect_ })).toEqual([]);
    await owner.query('DELETE FROM journal_seal WHERE number > 3');
    expect(await faults()).toEqual([]);
    expect(await faults({ expect: expect_ })).toEqual([expect.objectContaining({ expected: expect_ })]);
  });

  test('among the latest only what lies there, and says how many it read', async () => {
    await owner.query(`UPDATE journal SET kind = 'transfer' WHERE id = ${victim}`);
    const two = await checkSeals(owner, { latest: 2 });
    expect([two.finding.rows, two.checked]).toEqual([[], 2]);
    expect(await faults({ latest: 3 })).toHaveLength(1);
    expect(await faults({ latest: 99 })).toHaveLength(1);
  });
});

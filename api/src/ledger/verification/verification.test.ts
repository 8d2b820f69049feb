import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createApplication } from '../../app/application.ts';
import { readSettings } from '../../app/settings.ts';
import { systemClock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { createLog, type Log } from '../../ground/log.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { Jobs } from '../../platform/jobs/loop.ts';
import { memberId } from '../../testing/members.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { accountOf, systemAccount } from '../accounts.ts';
import { Ledger, type Leg } from '../ledger.ts';
import { verification, verifyAndRecord, verifyRecent } from './verification.ts';
import { withVerifier } from './verifier.ts';

let own: TestDatabase;
let database: Database;
let ledger: Ledger;
let owner: pg.Client;
const logged: { level: string; text: string }[] = [];
let log: Log;
let other: Leg['account'];

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.coreUrl, poolSize: 6 });
  ledger = new Ledger(database);
  owner = new pg.Client({ connectionString: own.ownerUrl });
  await owner.connect();
  await owner.query(`SET session_replication_role = 'replica'`);
  log = createLog('info', 1);
  log.info = (_fields: unknown, text?: string) => void logged.push({ level: 'info', text: text ?? '' });
  log.error = (_fields: unknown, text?: string) => void logged.push({ level: 'error', text: text ?? '' });
  // The demo team, whose head is member 1. Not listening, so that no job of its own verifies in between.
  const config = { ...readSettings({}), secrets: [Buffer.alloc(32)] };
  const application = createApplication({ config, log, databaseUrl: own.url });
  await application.seedDemo(own.ownerUrl);
  await application.close();
  other = accountOf(await memberId(own, 'hana'), 'usdAvailable');
});
beforeEach(async () => {
  await owner.query('DELETE FROM payout_freeze');
  await owner.query('DELETE FROM verification_run');
  logged.length = 0;
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await own.drop();
});

const leg = (account: Leg['account'], amountMinor: bigint): Leg => ({ account, amountMinor });
const keyed = () => ({
  owner: '1',
  key: randomUUID(),
  requestHash: Buffer.alloc(32),
  memo: {},
  unit: 'USD' as const,
});
const [available, pending] = [accountOf('1', 'usdAvailable'), accountOf('1', 'usdPending')];
const post = (legs: Leg[]) => database.inTransaction(() => ledger.post({ ...keyed(), kind: 'opening', legs }));
const hold = () =>
  database.inTransaction(() => ledger.hold({ ...keyed(), source: available, pending, amountMinor: 10n }));
const end = (holdId: string, legs: Leg[]) => database.inTransaction(() => ledger.endHold({ ...keyed(), holdId, legs }));
const payout = (holdId: string) => end(holdId, [leg(systemAccount('usdCustody'), 10n)]);
const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : (sqlState(error) ?? error)),
  );

const verify = () => withVerifier(own.url, (client) => verifyAndRecord(client, {}));
const broken = async () => (await verify()).broken.map(({ name }) => name);
const unfreeze = (reason = 'found and mended') => own.sql('SELECT end_payout_freeze($1)', [reason]);
const tamper = (by: string) => owner.query('UPDATE account SET balance = balance + $1 WHERE id = 401', [by]);
const red = [
  'every balance is the sum of its postings',
  'what members and pools hold, the house owes: each unit sums to zero',
];

describe('a red verification', () => {
  test('freezes what leaves the platform, and nothing else', async () => {
    const [first, second] = [await hold(), await hold()];
    expect(await broken()).toEqual([]);
    await tamper('1');
    try {
      expect(await broken()).toEqual(red);
      expect(await outcome(payout(first.id))).toBe('money.payouts_frozen');
      // Also where it is not a hold that pays, and whatever else moves in the same journal.
      const direct = post([
        leg(available, -5n),
        leg(systemAccount('usdFee'), 1n),
        leg(systemAccount('usdCustody'), 4n),
      ]);
      expect(await outcome(direct)).toBe('money.payouts_frozen');
      expect(await outcome(post([leg(available, -5n), leg(other, 5n)]))).toBe('done');
      expect(await outcome(post([leg(available, 5n), leg(systemAccount('usdCustody'), -5n)]))).toBe('done');
      expect(await outcome(end(second.id, []))).toBe('done');
      expect(await outcome(hold())).toBe('done');
    } finally {
      await tamper('-1');
    }
    expect(await verify()).toMatchObject({ broken: [], frozen: true });
    expect(await outcome(payout(first.id))).toBe('money.payouts_frozen');
    await unfreeze();
    expect(await outcome(payout(first.id))).toBe('done');
  });

  test('is kept with its rows, and so is who ended the freeze, when and why', async () => {
    await tamper('1');
    await verify();
    await verify();
    await tamper('-1');
    await verify();
    await unfreeze('a test');
    expect(
      await own.sql(
        "SELECT red, findings -> 0 -> 'name' AS name, findings -> 0 -> 'rows' -> 0 ->> 'account' AS account FROM verification_run ORDER BY id",
      ),
    ).toEqual([
      { red: true, name: red[0], account: '401' },
      { red: true, name: red[0], account: '401' },
      { red: false, name: null, account: null },
    ]);
    expect(
      await own.sql('SELECT began_at < ended_at AS ended, ended_by = session_user AS by_me, reason FROM payout_freeze'),
    ).toEqual([{ ended: true, by_me: true, reason: 'a test' }]);
  });

  test('names its rows in one order, however they are found: what two call a false alarm is compared with it', async () => {
    await owner.query('UPDATE account SET balance = balance + 1');
    const resultWith = async (hash: 'on' | 'off') => {
      for (const way of ['hashjoin', 'hashagg']) await owner.query(`SET enable_${way} = ${hash}`);
      return (await owner.query('SELECT check_invariants() AS found')).rows;
    };
    try {
      expect(await resultWith('off')).toEqual(await resultWith('on'));
    } finally {
      await owner.query('UPDATE account SET balance = balance - 1');
    }
  });

  test('is also one whose numbers cannot be added up', async () => {
    await owner.query('CREATE TABLE kept AS SELECT * FROM posting WHERE account = 201');
    await owner.query(
      'UPDATE posting SET balance_after = 9223372036854775807, amount = 9223372036854775807 WHERE account = 201',
    );
    const result = await verify();
    await owner.query('DELETE FROM posting WHERE account = 201');
    await owner.query('INSERT INTO posting SELECT * FROM kept; DROP TABLE kept');
    const chain = result.findings.find(({ name }) => name === 'every posting continues the balance before it');
    expect(chain?.rows).toEqual([{ fault: 'bigint out of range' }]);
    expect(result.frozen).toBe(true);
    expect(await broken()).toEqual([]);
  });

  test('waits for a payout under way, so that none ends after the freeze is there', async () => {
    const { id } = await hold();
    const outside = AsyncLocalStorage.snapshot();
    let freeze: Promise<unknown> | undefined;
    await database.inTransaction(async () => {
      await ledger.endHold({ ...keyed(), holdId: id, legs: [leg(systemAccount('usdCustody'), 10n)] });
      let frozen = false;
      freeze = outside(async () => {
        await own.sql(`SELECT verify_books(now(), '[{"name": "a fault", "rows": []}]')`);
        frozen = true;
      });
      for (let waiting = false; !waiting && !frozen; )
        [{ waiting } = { waiting: false }] = await outside(() =>
          own.sql<{ waiting: boolean }>(
            `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 7704 AND NOT granted) AS waiting`,
          ),
        );
      expect(frozen).toBe(false);
    });
    await freeze;
  });
});

describe('the application’s word', () => {
  test('makes no run green, and none of a later hour', async () => {
    const application = new Database({ url: own.url, poolSize: 1 });
    const say = (findings: string) =>
      outcome(application.rows(`SELECT * FROM verify_books(now() + interval '1 day', $1)`, [findings]));
    const last = () =>
      own.sql(`SELECT red, started_at <= product_now() AS past, jsonb_path_query_array(findings, '$[*].name') AS names
                 FROM verification_run ORDER BY id DESC LIMIT 1`);
    try {
      await tamper('1');
      expect(await say('[]')).toBe('done');
      expect(await last()).toEqual([{ red: true, past: true, names: red }]);
      // As a process of the version before says it.
      expect(await outcome(application.rows(`SELECT verify_books(now(), '[]')`))).toBe('done');
      expect(await last()).toEqual([{ red: true, past: true, names: red }]);
      await tamper('-1');
      expect(await say(`[{"name": "${red[0]}", "rows": [{}]}]`)).toBe('done');
      expect(await last()).toEqual([{ red: true, past: true, names: red.slice(0, 1) }]);
      for (const statement of [
        'DELETE FROM invariant',
        `UPDATE invariant SET sql = 'SELECT 1'`,
        'SELECT check_invariants()',
      ])
        expect(await outcome(application.rows(statement))).toBe('42501');
    } finally {
      await application.close();
    }
  });

  test('a database without invariants finds nothing green', async () => {
    await own.sql('CREATE TABLE kept AS SELECT * FROM invariant');
    await own.sql('DELETE FROM invariant');
    expect(await outcome(own.sql(`SELECT verify_books(now(), '[]')`))).toBe('P0001');
    await own.sql('INSERT INTO invariant SELECT * FROM kept');
    await own.sql('DROP TABLE kept');
  });
});

describe('a freeze', () => {
  test('is not ended while the last verification is red, nor without a reason', async () => {
    await tamper('1');
    await verify();
    expect(await outcome(unfreeze())).toBe('TR042');
    await tamper('-1');
    expect(await outcome(unfreeze())).toBe('TR042');
    await verify();
    expect(await outcome(unfreeze(' \n'))).toBe('23514');
    expect(await outcome(unfreeze())).toBe('done');
    expect(await unfreeze()).toEqual([{ end_payout_freeze: false }]);
  });

  test("is not ended by the application's role, and its history is for good", async () => {
    const application = new Database({ url: own.url, poolSize: 1 });
    expect(await outcome(application.rows(`SELECT end_payout_freeze('mine')`))).toBe('42501');
    await application.close();
    await own.sql(`SELECT verify_books(now(), '[{"name": "a fault", "rows": []}]')`);
    for (const table of ['verification_run', 'payout_freeze'])
      expect(await outcome(own.sql(`DELETE FROM ${table}`))).toBe('TR009');
    await own.sql(`SELECT verify_books(now(), '[]')`);
    await unfreeze();
    expect(await outcome(own.sql(`UPDATE payout_freeze SET reason = 'another'`))).toBe('TR009');
    expect(await outcome(own.sql(`UPDATE payout_freeze SET ended_at = NULL, ended_by = NULL, reason = NULL`))).toBe(
      'TR009',
    );
    expect(await outcome(own.sql(`UPDATE verification_run SET findings = '[]'`))).toBe('TR009');
  });

  test('watches every custody account there is', async () => {
    const [trigger] = await own.sql<{ text: string }>(
      `SELECT pg_get_triggerdef(oid) AS text FROM pg_trigger WHERE tgname = 'posting_payout'`,
    );
    const kinds = await own.sql<{ code: string }>(
      `SELECT code::text FROM account_kind WHERE kind = 'custody' ORDER BY 1`,
    );
    expect(trigger?.text.match(/\b\d{3}\b/g)).toEqual(kinds.map(({ code }) => code));
  });
});

describe('books that take long', () => {
  const ran = (ago: string, took: string, findings = '[]', since: string | null = null) =>
    owner.query(
      `INSERT INTO verification_run (started_at, ended_at, findings, since)
         SELECT at, at + $2::interval, $3, at - $4::interval FROM (SELECT product_now() - $1::interval AS at) run`,
      [ago, took, findings, since],
    );
  const sealed = (ago: string) =>
    owner.query(
      `INSERT INTO journal_seal SELECT 1 + count(*), product_now() - $1::interval, 1, product_now() - $1::interval, sha256('')
         FROM journal_seal`,
      [ago],
    );
  const lastRun = async () =>
    (
      await own.sql<{ red: boolean; whole: boolean; of_seal: boolean | null }>(
        `SELECT red, since IS NULL AS whole, since = (SELECT max(up_to) FROM journal_seal) AS of_seal
           FROM verification_run ORDER BY id DESC LIMIT 1`,
      )
    )[0];
  const recent = () => withVerifier(own.url, verifyRecent);
  afterEach(() => owner.query('DELETE FROM journal_seal'));

  test('are looked at each hour since the last seal of the run before, once a day as a whole, and so after what is red', async () => {
    const rest = await hold();
    await post([leg(available, -1n), leg(other, 1n)]);
    await sealed('0 seconds');
    await ran('0 seconds', '11 seconds');
    // Of before the seal.
    await tamper('1');
    try {
      expect((await recent()).broken).toEqual([]);
      expect(await lastRun()).toEqual({ red: false, whole: false, of_seal: true });
      // Whoever wants it has all looked at.
      expect(await broken()).toEqual(expect.arrayContaining(red));
      expect(await lastRun()).toMatchObject({ red: true, whole: true });
    } finally {
      await tamper('-1');
    }
    await owner.query('DELETE FROM journal_seal');
    expect(await recent()).toMatchObject({ broken: [], frozen: true });
    expect(await lastRun()).toMatchObject({ red: false, whole: true });
    await unfreeze();
    await owner.query('DELETE FROM verification_run');
    await sealed('0 seconds');
    await ran('0 seconds', '11 seconds');
    await post([leg(available, -5n), leg(other, 5n)]);
    expect(await recent()).toMatchObject({ broken: [], frozen: false });
    await owner.query('UPDATE account SET balance = balance + 1 WHERE id = $1', [other]);
    try {
      expect((await recent()).broken.map(({ name }) => name)).toEqual(red.slice(0, 1));
      expect(await lastRun()).toEqual({ red: true, whole: false, of_seal: true });
      expect(await outcome(payout(rest.id))).toBe('money.payouts_frozen');
      await owner.query('DELETE FROM journal_seal');
      expect((await recent()).broken.map(({ name }) => name)).toEqual(red);
      expect(await lastRun()).toMatchObject({ red: true, whole: true });
    } finally {
      await owner.query('UPDATE account SET balance = balance - 1 WHERE id = $1', [other]);
    }
  });

  test.each<[string, boolean, () => Promise<unknown>]>([
    ['of an hour ago, which took long', false, () => ran('1 hour', '11 seconds')],
    [
      'and recent ones since',
      false,
      () => ran('23 hours', '1 minute').then(() => ran('1 hour', '1 second', '[]', '1 hour')),
    ],
    ['which took no ten seconds', true, () => ran('1 hour', '10 seconds')],
    ['of a day ago', true, () => ran('24 hours', '1 minute').then(() => ran('1 hour', '1 second', '[]', '1 hour'))],
    ['which was red', true, () => ran('1 hour', '1 minute', '[{}]')],
    [
      'and a red one since',
      true,
      () => ran('2 hours', '1 minute').then(() => ran('1 hour', '1 second', '[{}]', '1 hour')),
    ],
    [
      'while payouts are frozen',
      true,
      () => ran('1 hour', '1 minute').then(() => own.sql(`SELECT freeze_payouts('command:ann', 'to see')`)),
    ],
    ['of a later hour, of before the clock was put back', true, () => ran('-3 hours', '1 minute')],
    ['without a seal before it', true, () => ran('4 hours', '1 minute')],
  ])('after a whole run %s: whole %p', async (_what, whole, runs) => {
    await sealed('3 hours');
    await runs();
    const [row] = await own.sql<{ whole: boolean }>('SELECT verification_since() IS NULL AS whole');
    expect(row).toEqual({ whole });
  });

  test('do not end a freeze by what is recent alone', async () => {
    await own.sql(`SELECT freeze_payouts('command:ann', 'to see')`);
    const may = () => own.sql('SELECT freeze_may_end(id) AS may FROM payout_freeze WHERE ended_at IS NULL');
    await ran('0 seconds', '1 second', '[]', '1 hour');
    expect(await may()).toEqual([{ may: false }]);
    await ran('0 seconds', '1 second');
    expect(await may()).toEqual([{ may: true }]);
  });

  test('are looked at whole where no run was before', async () => {
    expect(await recent()).toMatchObject({ broken: [], frozen: false });
    expect(await lastRun()).toMatchObject({ red: false, whole: true });
  });
});

describe('the hourly job', () => {
  const job = () => verification(database, own.url, log);
  const runs = () => own.sql<{ red: boolean }>('SELECT red FROM verification_run');
  const step = () => job().run(new AbortController().signal);

  test('verifies once an hour, however many processes there are', async () => {
    await Promise.all([step(), step(), step(), step()]);
    await step();
    expect(await runs()).toEqual([{ red: false }]);
    await owner.query(`UPDATE verification_run SET started_at = started_at - interval '59 minutes'`);
    await step();
    expect(await runs()).toHaveLength(1);
    await owner.query(`UPDATE verification_run SET started_at = started_at - interval '1 minute'`);
    await Promise.all([step(), step()]);
    expect(await runs()).toHaveLength(2);
    expect(logged).toEqual([
      { level: 'info', text: 'the books are green' },
      { level: 'info', text: 'the books are green' },
    ]);
  });

  test('is not held up by a run of before the clock was put back', async () => {
    await step();
    await owner.query(`UPDATE verification_run SET started_at = started_at + interval '3 hours'`);
    await step();
    expect(await runs()).toHaveLength(2);
  });

  test('looks again once it has the lock: another process may just have ended', async () => {
    await step();
    class LateDatabase extends Database {
      override async rows<Row extends object>(): Promise<Row[]> {
        const due: object[] = [{ due: true }];
        return due as Row[];
      }
    }
    const late = new LateDatabase({ url: own.url, poolSize: 1 });
    await verification(late, own.url, log).run(new AbortController().signal);
    await late.close();
    expect(await runs()).toHaveLength(1);
  });

  test('freezes, and says so in the log', async () => {
    await tamper('1');
    await step();
    await tamper('-1');
    expect(logged).toEqual([{ level: 'error', text: 'the books are red: payouts are frozen' }]);
    expect(await own.sql('SELECT 1 FROM payout_freeze WHERE ended_at IS NULL')).toHaveLength(1);
  });

  test('does not hold up a stop', async () => {
    const blocked = await own.hold('LOCK TABLE money_hold IN ACCESS EXCLUSIVE MODE');
    try {
      const jobs = new Jobs([job()], { database, clock: systemClock, log });
      for (let waiting = false; !waiting; )
        [{ waiting } = { waiting: false }] = await own.sql<{ waiting: boolean }>(
          `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE relation = 'money_hold'::regclass AND NOT granted) AS waiting`,
        );
      await jobs.stop();
    } finally {
      await blocked.release();
    }
    expect([await runs(), logged]).toEqual([[], []]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { openDatabaseClock } from '../../development/databaseClock.ts';
import { DevelopmentClock } from '../../ground/clock.ts';
import { Database } from '../../platform/db/database.ts';
import { balanceOf } from '../../testing/balances.ts';
import { brokenBooks } from '../../testing/bareNodes.ts';
import { enrolled, loggedIn, type OpsAnswer, type OpsClient, type TestOperator } from '../../testing/operators.ts';
import { sqlOutcome } from '../../testing/outcomes.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** Tina and Theo are treasurers, Rita is a reviewer. The clock of process and database is one. */
let app: TestApplication;
let clock: DevelopmentClock;
/** As the application's own role. */
let database: Database;
let people: readonly TestOperator[];
let tina: OpsClient;
let theo: OpsClient;
let rita: OpsClient;

beforeAll(async () => {
  clock = new DevelopmentClock(scratchFolder('pools'));
  app = await startTestApplication({}, { clock });
  await openDatabaseClock(app.database.ownerUrl, clock);
  database = new Database({ url: app.database.url, poolSize: 4 });
  people = [
    await enrolled(app, 'tina', ['treasurer']),
    await enrolled(app, 'theo', ['treasurer']),
    await enrolled(app, 'rita', ['reviewer']),
  ];
  await logIn();
});
afterAll(async () => {
  await database.close();
  await app.close();
});

/** Again after a day, when nobody is logged in any more. */
async function logIn(): Promise<void> {
  const clients: OpsClient[] = [];
  for (const one of people) clients.push(await loggedIn(app, one));
  [tina, theo, rita] = clients as [OpsClient, OpsClient, OpsClient];
}

const million = 1_000_000n;
const ask = (pool: string, amount: string, direction = 'in', who: OpsClient = tina): Promise<OpsAnswer> =>
  who.post(`/pools/${pool}/fundings`, { direction, amount, reason: 'for the next quarter' });
const say = (who: OpsClient, { body }: OpsAnswer): Promise<OpsAnswer> => who.approve('pool.fund', body.id);
const said = ({ status, problem }: OpsAnswer): unknown => (status === 200 ? 'posted' : problem.code);
const outcomeOf = ({ status, problem }: OpsAnswer): unknown => (status === 200 ? 'asked' : problem.code);
async function fund(pool: string, amount: string, direction = 'in'): Promise<unknown> {
  return said(await say(theo, await ask(pool, amount, direction)));
}
const codes = { custody: 201n, package: 601n, stake: 602n, team: 603n } as const;
const holds = (account: keyof typeof codes): Promise<bigint> => balanceOf(app.database, codes[account]);
const history = async (query: string) =>
  (await rita.get(`/approvals?action=pool.fund&${query}`)).body.approvals as { id: string; state: string }[];
const listed = async (pool: string) => {
  const { pools } = (await rita.get('/pools')).body as { pools: { pool: string }[] };
  return pools.find((each) => each.pool === pool);
};
test('two treasurers fund a pool, and not before the second approves', async () => {
  const before = await holds('custody');
  const request = await ask('package', '1000.50');
  expect(await listed('package')).toMatchObject({
    free: { amount: '0.00' },
    waiting: { ...request.body, amount: { amount: '1000.50', unit: 'USD' }, requestedBy: 'operator:tina' },
  });
  expect(said(await say(tina, request))).toBe('approval.second_person');
  expect(await holds('package')).toBe(0n);

  expect(said(await say(theo, request))).toBe('posted');
  expect(await history('limit=1')).toMatchObject([
    {
      ...{ facts: { pool: 'package', amount: '1000.50', unit: 'USD' }, requestedBy: 'operator:tina' },
      ...{ state: 'approved', decidedBy: 'operator:theo', decidedAt: expect.any(String) },
    },
  ]);
  expect(await holds('package')).toBe(1_000_500_000n);
  expect(await holds('custody')).toBe(before - 1_000_500_000n);
  expect(await listed('package')).toMatchObject({ free: { amount: '1000.50', unit: 'USD' }, waiting: null });
  expect((await rita.get('/pools')).body.committed).toEqual({ amount: '0.00', unit: 'USD' });
  const log = await app.database.sql<{ line: string }>(
    `SELECT actor || ' ' || action || ' ' || subject || ' ' || (after ->> 'amount') AS line
       FROM audit_event WHERE action LIKE 'pool.%' ORDER BY number DESC LIMIT 2`,
  );
  expect(log.map(({ line }) => line)).toEqual([
    'operator:theo pool.fund package 1000.50',
    'operator:tina pool.ask package 1000.50',
  ]);
});

test('no more is taken out than is free, to the last unit', async () => {
  expect(await fund('stake', '50')).toBe('posted');
  const request = await ask('stake', '50.000001', 'out');
  expect(said(await say(theo, request))).toBe('money.insufficient_balance');
  // Nothing happened, so the approval was not used up either.
  expect(await listed('stake')).toMatchObject({ free: { amount: '50.00' }, waiting: { id: request.body.id } });
  expect(await fund('stake', '50', 'out')).toBe('posted');
  expect(await holds('stake')).toBe(0n);
});

test('while payouts are frozen, a pool is filled and not emptied', async () => {
  const frozen = JSON.stringify([{ name: 'a fault', rows: [{ id: 1 }] }]);
  await app.database.sql('SELECT verify_books(now(), $1::jsonb)', [frozen]);
  try {
    expect(await fund('stake', '20')).toBe('posted');
    expect(await fund('stake', '20', 'out')).toBe('money.payouts_frozen');
    expect(await holds('stake')).toBe(20n * million);
  } finally {
    await app.database.sql(`SELECT verify_books(now(), '[]')`);
    await app.database.sql(`SELECT end_payout_freeze('it was none')`);
  }
  expect(await fund('stake', '20', 'out')).toBe('posted');
});

test('what is asked for once more takes the place of what waits, and is done once', async () => {
  const before = await holds('team');
  const [first, second] = [await ask('team', '10'), await ask('team', '10')];
  expect(said(await say(theo, first))).toBe('approval.closed');
  const both = await Promise.all([say(theo, second), say(theo, second)]);
  expect(both.map(said).sort()).toEqual(['approval.closed', 'posted']);
  expect(await holds('team')).toBe(before + 10n * million);
  expect((await history('pool=team')).map(({ state }) => state)).toEqual(['approved', 'replaced']);
});

test('who asks while another request of the same pool is being written takes its place', async () => {
  const [first, second] = [app.database.url, app.database.url].map(
    (connectionString) => new pg.Client({ connectionString }),
  );
  if (!first || !second) throw new Error('no connections');
  await Promise.all([first.connect(), second.connect()]);
  try {
    const request = `SELECT request_approval('pool.fund', NULL, '{"pool": 603, "amount": "3"}', '{pool}', 'operator:tina', 'x', now(), NULL)`;
    await first.query('BEGIN');
    await first.query(request);
    const later = second.query(request);
    await new Promise((done) => setTimeout(done, 200));
    await first.query('COMMIT');
    await later;
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
  const open = `FROM approval WHERE action = 'pool.fund' AND payload ->> 'pool' = '603' AND closed_at IS NULL`;
  expect(await app.database.sql(`SELECT count(*)::int AS count ${open}`)).toEqual([{ count: 1 }]);
  await app.database.sql(`SELECT close_approval(id, now()) ${open}`);
});

test('two who ask at once leave one that waits', async () => {
  await Promise.all(Array.from({ length: 4 }, () => ask('team', '3')));
  const fundings = await history('pool=team&limit=4');
  expect(fundings.map(({ state }) => state)).toEqual(['waiting', 'replaced', 'replaced', 'replaced']);
  const older = await history('pool=team&limit=1');
  const next = await history(`pool=team&limit=2&after=${older[0]?.id}`);
  expect(next).toHaveLength(2);
});

test('an approval that comes after a day is none', async () => {
  const before = await holds('package');
  const request = await ask('package', '7');
  clock.advance(24 * 3_600_000);
  await logIn();
  expect(said(await say(theo, request))).toBe('approval.closed');
  const [last] = await history('pool=package&limit=1');
  expect(last).toMatchObject({ id: request.body.id, state: 'lapsed', decidedBy: null });
  expect(await holds('package')).toBe(before);
});

describe('what is refused changes nothing', () => {
  test.each([
    ['nothing', 'package', { amount: '0' }, 'request.invalid'],
    ['less than nothing', 'package', { amount: '-5' }, 'request.invalid'],
    ['more digits than a USD has', 'package', { amount: '1.0000001' }, 'request.invalid'],
    ['no direction', 'package', { direction: 'across' }, 'request.invalid'],
    ['no reason', 'package', { reason: ' ' }, 'request.invalid'],
    ['a pool that is none', 'system', {}, 'request.invalid'],
  ])('%s', async (_what, pool, wrong, code) => {
    const before = await history('limit=1');
    const { problem } = await tina.post(`/pools/${pool}/fundings`, {
      direction: 'in',
      amount: '5',
      reason: 'as agreed',
      ...wrong,
    });
    expect(problem.code).toBe(code);
    expect(await history('limit=1')).toEqual(before);
  });

  test('who may not', async () => {
    expect(outcomeOf(await ask('package', '5', 'in', rita))).toBe('auth.forbidden');
    expect(said(await say(rita, await ask('package', '5')))).toBe('auth.forbidden');
  });
});

describe('the application, without its code', () => {
  beforeEach(() => ask('package', '5'));

  test('can write no funding, change none, and post none', async () => {
    const tries = [
      `INSERT INTO approval (action, subject, payload, needed, requested_by, requested_at, reason)
         VALUES ('pool.fund', '1', '{"pool": 601, "amount": 5}', 1, 'operator:tina', now(), 'x')`,
      `UPDATE approval SET payload = '{"pool": 601, "amount": 500}'`,
      'DELETE FROM approval',
      `SELECT post(gen_random_uuid(), 0, 'pool-funding:1', '\\x00', 'pool_funding', '{}', '{201,601}', '{-5,5}', NULL, NULL, NULL)`,
    ];
    for (const sql of tries) expect([sql, await sqlOutcome(database.rows(sql))]).toEqual([sql, '42501']);
  });

  test('gives no approval in the name of who asked, nor of who may not', async () => {
    const [{ id } = { id: '' }] = await app.database.sql<{ id: string }>(
      `SELECT max(id)::text AS id FROM approval WHERE action = 'pool.fund'`,
    );
    const approve = (actor: string) =>
      sqlOutcome(
        database.rows(`SELECT post_pool_funding($1, gen_random_uuid(), $2, 'x', $3)`, [id, actor, clock.now()]),
      );
    expect(await approve('operator:tina')).toBe('TA001');
    expect(await approve('operator:TINA')).toBe('TA001');
    expect(await approve('operator:rita')).toBe('TA004');
    expect(await approve('command:root')).toBe('TA004');
    expect(await approve('operator:theo')).toBe('done');
    expect(await approve('operator:theo')).toBe('TA002');
  });

  test.each([
    ['an account that is no pool', { pool: 201, amount: '5' }],
    ['a member’s account', { pool: 1101, amount: '5' }],
    ['nothing', { pool: 601, amount: '0' }],
    ['more than anybody has', { pool: 601, amount: '1000000000000001' }],
    ['no amount', { pool: 601 }],
  ])('funds %s with no approval', async (_what, payload) => {
    const [{ id } = { id: '' }] = await database.rows<{ id: string }>(
      `SELECT request_approval('pool.fund', NULL, $1::jsonb, '{pool}', 'operator:tina', 'x', $2::timestamptz, $2::timestamptz + interval '1 day') AS id`,
      [JSON.stringify(payload), clock.now()],
    );
    const post = `SELECT post_pool_funding($1, gen_random_uuid(), 'operator:theo', 'x', $2)`;
    expect(await sqlOutcome(database.rows(post, [id, clock.now()]))).toBe('TA002');
    await database.rows('SELECT close_approval($1, $2)', [id, clock.now()]);
  });
});

test('what was changed after people read it is posted by nobody', async () => {
  const request = await ask('team', '2');
  const set = (amount: string) =>
    app.database.sql(`ALTER TABLE approval DISABLE TRIGGER ALL;
      UPDATE approval SET payload = payload || '{"amount": "${amount}"}' WHERE id = ${String(request.body.id)};
      ALTER TABLE approval ENABLE TRIGGER ALL`);
  await set('9000000');
  expect(said(await say(theo, request))).toBe('approval.closed');
  await set('2000000');
  expect(said(await say(theo, request))).toBe('posted');
});

test('whoever goes past the guards is found out', async () => {
  const broken = async () => (await brokenBooks(app.database.url)).map(({ name }) => name);
  expect(await broken()).toEqual([]);
  const owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
  try {
    await owner.query(`SET session_replication_role = 'replica'`);
    const alter = (by: number) =>
      owner.query(
        `UPDATE approval SET payload = jsonb_set(payload, '{amount}', to_jsonb(((payload ->> 'amount')::bigint + $1)::text))
          WHERE id = (SELECT min(id) FROM approval WHERE action = 'pool.fund')`,
        [by],
      );
    await alter(1);
    expect(await broken()).toEqual(['a pool was funded with what was asked for, and under the key of its request']);
    await alter(-1);
    await owner.query(
      `DELETE FROM approval_given WHERE approval IN (SELECT id FROM approval WHERE action = 'pool.fund')`,
    );
    expect(await broken()).toEqual(['what takes other people was approved by as many, and not by who asked']);
  } finally {
    await owner.end();
  }
});

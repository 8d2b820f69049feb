import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database, sqlState } from '../../platform/db/database.ts';
import { balanceOf, give } from '../../testing/balances.ts';
import { brokenBooks } from '../../testing/bareNodes.ts';
import { enrolled, loggedIn, type OpsAnswer, type OpsClient, withAccounts } from '../../testing/operators.ts';
import { setRule } from '../../testing/rules.ts';
import { newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** Tina, Theo and Tess are treasurers, Rita is a reviewer, Vera sees nothing. Demo pays fees of 0.10, and of 0.25 USDT. */
let app: TestApplication;
let database: Database;
let tina: OpsClient;
let theo: OpsClient;
let tess: OpsClient;
let rita: OpsClient;
let vera: OpsClient;
let demo: string;

beforeAll(async () => {
  app = await startTestApplication();
  database = new Database({ url: app.database.url, poolSize: 4 });
  const enter = async (name: string, role: 'treasurer' | 'reviewer' | 'viewer') =>
    loggedIn(app, await enrolled(app, name, [role]));
  tina = await enter('tina', 'treasurer');
  theo = await enter('theo', 'treasurer');
  tess = await enter('tess', 'treasurer');
  rita = await enter('rita', 'reviewer');
  vera = await enter('vera', 'viewer');
  const [row] = await app.database.sql<{ id: string }>(`SELECT id::text FROM member WHERE username = 'demo'`);
  demo = row?.id ?? '';
  await give(app.database, 'demo', 'usdtAvailable', 100);
  const limit = { minimum: 1_000_000, maximum: 10_000_000_000, dayMaximum: 10_000_000_000, fee: 100_000 };
  await setRule(app.database, 'limit', 'transfer-USD', limit);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

/** @returns the reference of a transfer of 5 USD to hana that cost its sender 0.10 */
async function transferred(): Promise<string> {
  const id = randomUUID();
  await app.database.sql(
    `SELECT post($1::uuid, s.id, $1::uuid::text, '\\x00', 'transfer', jsonb_build_object('sender', s.id::text, 'recipient', r.id::text),
                 ARRAY[s.id * 1000 + 101, r.id * 1000 + 101, 401]::bigint[], ARRAY[-5100000, 5000000, 100000]::bigint[],
                 'transfer', 'USD', 5000000)
       FROM member s, member r WHERE s.username = 'demo' AND r.username = 'hana'`,
    [id],
  );
  return id;
}

/** @returns the reference of 10 USDT that are held as for a withdrawal, and then `sent` for 0.25, or given back */
async function held(end: 'sent' | 'released' | 'open'): Promise<string> {
  const id = randomUUID();
  await app.database.sql(
    `SELECT hold_money($1::uuid, m, $1::uuid::text, '\\x00', 'hold', '{}', m * 1000 + 111, m * 1000 + 112, 10000000, NULL, NULL)
         FROM (VALUES ($2::bigint)) AS given (m)`,
    [id, demo],
  );
  if (end !== 'open')
    await app.database.sql(
      `SELECT end_hold(gen_random_uuid(), $2, 'end ' || $1::uuid, '\\x00', $3, '{}', $1::uuid, $4::bigint[], $5::bigint[])`,
      end === 'sent' ? [id, demo, 'settlement', [211, 411], [9_750_000, 250_000]] : [id, demo, 'release', [], []],
    );
  return id;
}

const ask = (who: OpsClient, record: string): Promise<OpsAnswer> =>
  who.post('/fee-returns', { record, reason: 'the page was slow' });
const say = (who: OpsClient, { body }: OpsAnswer): Promise<OpsAnswer> => who.approve('fee.return', body.id);
const come = ({ status, body, problem }: OpsAnswer): unknown => (status === 200 ? body.id : problem.code);
const said = ({ status, problem }: OpsAnswer): unknown => (status === 200 ? 'posted' : problem.code);
/** What was asked for last. */
async function last(): Promise<unknown> {
  const { approvals } = (await rita.get('/approvals?action=fee.return&limit=1')).body as {
    approvals: { facts: object }[];
  };
  return approvals[0]?.facts;
}
const usd = () => balanceOf(app.database, BigInt(demo) * 1000n + 101n);
const usdt = () => balanceOf(app.database, BigInt(demo) * 1000n + 111n);

test('two treasurers give the fee of a transfer back, as much as it was, and once', async () => {
  const record = await transferred();
  expect((await rita.get(`/fees/${record}`)).body).toMatchObject({
    ...{ username: 'demo', record, kind: 'transfer', amount: { amount: '0.10', unit: 'USD' }, returned: false },
  });
  const [before, fees] = [await usd(), await balanceOf(app.database, 401n)];
  const request = await ask(tina, record);
  const entry = async () => (await rita.get('/approvals?action=fee.return&limit=1')).body.approvals as object[];
  expect(await entry()).toMatchObject([
    {
      ...{ id: request.body.id, facts: { username: 'demo', record, kind: 'transfer', amount: '0.10', unit: 'USD' } },
      ...{ requestedBy: 'operator:tina', state: 'waiting', decidedBy: null, decidedAt: null },
    },
  ]);
  const { waiting } = (await theo.get('/approvals/waiting')).body as { waiting: { action: string }[] };
  expect(waiting.filter(({ action }) => action === 'fee.return')).toMatchObject([
    { yours: true, after: { username: 'demo', amount: '0.10', unit: 'USD', kind: 'transfer', record } },
  ]);
  expect(said(await say(tina, request))).toBe('approval.second_person');
  expect(said(await say(rita, request))).toBe('auth.forbidden');
  expect(await usd()).toBe(before);
  expect(said(await say(theo, request))).toBe('posted');
  expect(said(await say(tess, request))).toBe('approval.closed');
  expect(await entry()).toMatchObject([
    { state: 'approved', decidedBy: 'operator:theo', decidedReason: 'seen it, too' },
  ]);
  expect([await usd(), await balanceOf(app.database, 401n)]).toEqual([before + 100_000n, fees - 100_000n]);
  expect(come(await ask(theo, record))).toBe('fee.returned');
  expect((await rita.get(`/fees/${record}`)).body.returned).toBe(true);

  // What its member reads: what it is, and of which record.
  const member = await app.logIn('demo');
  const { records } = (await member.get('/api/v1/records?kind=fee_returned')).body as { records: { id: string }[] };
  expect(records).toMatchObject([{ kind: 'fee_returned', money: { amount: '0.10', unit: 'USD' } }]);
  expect((await member.get(`/api/v1/records/${records[0]?.id}`)).body).toMatchObject({
    kind: 'fee_returned',
    feeOf: record,
  });
  const actions = await app.database.sql<{ line: string }>(
    `SELECT actor || ' ' || action || ' ' || subject || ' ' || (after->>'amount') AS line FROM audit_event
      WHERE action IN ('fee.ask_return', 'fee.return') ORDER BY number`,
  );
  expect(actions.map(({ line }) => line)).toEqual([
    'operator:tina fee.ask_return demo 0.10',
    'operator:theo fee.return demo 0.10',
  ]);
});

test('of a withdrawal it is booked as that is settled; one that is open or came back cost nothing', async () => {
  const [sent, open, released] = [await held('sent'), await held('open'), await held('released')];
  const before = await usdt();
  const request = await ask(tina, sent);
  expect(await last()).toMatchObject({ record: sent, kind: 'withdrawal', amount: '0.25', unit: 'USDT' });
  expect(said(await say(theo, request))).toBe('posted');
  expect(await usdt()).toBe(before + 250_000n);
  for (const record of [open, released, randomUUID()]) {
    expect(come(await ask(tina, record))).toBe('fee.none');
    expect((await tina.get(`/fees/${record}`)).problem.code).toBe('fee.none');
  }
  // Nor is a record of its own what ended it, or what gave it back.
  const ended = await app.database.sql<{ id: string }>(
    `SELECT id FROM journal WHERE kind IN ('settlement', 'release', 'fee_returned')`,
  );
  for (const { id } of ended) expect(come(await ask(tina, id))).toBe('fee.none');
});

test('of an exchange and of a deposit it comes back in the unit in which it was taken', async () => {
  const member = await app.logIn('demo');
  const quote = await member.post('/api/v1/exchanges/quotes', { from: 'USD', to: 'USDT', amount: '10' });
  const call = { quote: quote.body.id };
  const { body } = await member.post('/api/v1/exchanges', call, { 'idempotency-key': newKey() });
  const exchanged = String(body.reference);
  const deposited = randomUUID();
  // 10 USDT came, of which 0.10 were the fee.
  await app.database.sql(
    `SELECT post($1::uuid, m, $1::uuid::text, '\\x00', 'deposit', '{}', ARRAY[m * 1000 + 101, 211, 411, 701, 711]::bigint[],
                 ARRAY[9900000, -10000000, 100000, -9900000, 9900000]::bigint[], NULL, NULL, NULL)
       FROM (VALUES ($2::bigint)) AS given (m)`,
    [deposited, demo],
  );
  const [before, dollars] = [await usdt(), await usd()];
  for (const [record, kind, amount] of [
    [exchanged, 'exchange', '0.01'],
    [deposited, 'deposit', '0.10'],
  ] as const) {
    const request = await ask(tina, record);
    expect(await last()).toMatchObject({ record, kind, amount, unit: 'USDT' });
    expect(said(await say(theo, request))).toBe('posted');
  }
  expect([await usdt(), await usd()]).toEqual([before + 110_000n, dollars]);
});

test('of one fee one waits at a time, and of two approvals at once one counts', async () => {
  const record = await transferred();
  const before = await usd();
  const replaced = await ask(tina, record);
  const request = await ask(tina, record);
  expect(said(await say(theo, replaced))).toBe('approval.closed');
  const both = await Promise.all([theo, tess].map((who) => say(who, request)));
  expect(both.map(said).sort()).toEqual(['approval.closed', 'posted']);
  expect(await usd()).toBe(before + 100_000n);
  // Two that ask at once: what waits is one.
  const other = await transferred();
  await Promise.all([ask(tina, other), ask(theo, other)]);
  const list = '/approvals?action=fee.return';
  const { approvals } = (await rita.get(list)).body as { approvals: { facts: { record: string }; state: string }[] };
  const states = approvals.filter(({ facts }) => facts.record === other).map(({ state }) => state);
  expect(states.sort()).toEqual(['replaced', 'waiting']);
  const first = (await rita.get(`${list}&limit=2`)).body;
  expect(first.approvals).toEqual(approvals.slice(0, 2));
  expect((await rita.get(`${list}&after=${String(first.next)}`)).body.approvals).toEqual(approvals.slice(2));
});

test('what was taken back with the rest is not given back a second time, nor the other way round', async () => {
  const reverse = (journal: string) =>
    app.database
      .sql(
        `SELECT reverse_journal(gen_random_uuid(), $1, 'reverse ' || $2::uuid, '\\x00', 'reversal', '{}', $2::uuid)`,
        [demo, journal],
      )
      .then(() => 'reversed', sqlState);
  const record = await transferred();
  const request = await ask(tina, record);
  expect(await reverse(record)).toBe('reversed');
  expect(said(await say(theo, request))).toBe('fee.none');
  expect(come(await ask(tina, record))).toBe('fee.none');
  const other = await transferred();
  expect(said(await say(theo, await ask(tina, other)))).toBe('posted');
  expect(await reverse(other)).toBe('TR023');
});

test('nobody asks, or approves, for an account of their own', async () => {
  const record = await transferred();
  const request = await ask(tina, record);
  const declare = (name: string, ...members: string[]) =>
    withAccounts(app, (accounts) => accounts.declareMembers(name, members));
  await declare('tess', 'demo');
  await declare('theo', 'demo');
  expect(said(await say(theo, request))).toBe('approval.own_account');
  expect(come(await ask(tess, record))).toBe('approval.own_account');
  await declare('theo');
  expect(said(await say(theo, request))).toBe('posted');
});

test('others look, or do not', async () => {
  const record = await transferred();
  expect(come(await ask(rita, record))).toBe('auth.forbidden');
  expect((await vera.get(`/fees/${record}`)).problem.code).toBe('auth.forbidden');
  expect((await rita.get('/fees/nothing')).problem.code).toBe('request.invalid');
  const accesses = await app.database.sql(`SELECT 1 FROM audit_event WHERE action = 'fee.read' AND reason = 'read'`);
  expect(accesses.length).toBeGreaterThan(0);
});

test('the application, without its code, gives back by these rules alone', async () => {
  const record = await transferred();
  const outcome = (sql: string): Promise<unknown> => database.rows(sql).then(() => 'done', sqlState);
  expect(
    await outcome(`SELECT post(gen_random_uuid(), ${demo}, 'fee-return:${record}', '\\x00', 'fee_returned', '{}',
      ARRAY[${demo} * 1000 + 101, 401]::bigint[], ARRAY[100000, -100000]::bigint[], NULL, NULL, NULL)`),
  ).toBe('42501');
  const asks = async (by: string, more: object = {}): Promise<string> => {
    const payload = { member: demo, record, journal: record, kind: 'transfer', unit: 'USD', amount: '100000', ...more };
    const [row] = await database.rows<{ id: string }>(
      `SELECT request_approval('fee.return', NULL, $1::jsonb, '{journal}', $2, 'x', now(), now() + interval '1 day') AS id`,
      [JSON.stringify(payload), by],
    );
    return row?.id ?? '';
  };
  const approve = (id: string, by: string) =>
    outcome(`SELECT post_fee_return(${id}, gen_random_uuid(), '${by}', 'x', now())`);
  await expect(asks('operator:rita')).rejects.toThrow('may not ask');
  // Whatever was asked for, no more comes back than was booked, to nobody else, and out of nothing else.
  for (const lie of [
    { amount: '9000000' },
    { member: 2 },
    { unit: 'USDT' },
    { journal: randomUUID() },
    { record: randomUUID() },
  ])
    expect([lie, await approve(await asks('operator:tina', lie), 'operator:theo')]).toEqual([lie, 'TE001']);
  const id = await asks('operator:tina');
  expect(await approve(id, 'operator:TINA')).toBe('TA001');
  expect(await approve(id, 'command:theo')).toBe('TA004');
  expect(await outcome(`UPDATE approval SET payload = '{}'`)).toBe('42501');
  expect(await app.database.sql(`UPDATE approval SET payload = '{}'`).then(() => 'done', sqlState)).toBe('TR009');
  expect(await approve(id, 'operator:theo')).toBe('done');
  expect(await approve(id, 'operator:tess')).toBe('TA002');
  expect(await approve(await asks('operator:tina'), 'operator:theo')).toBe('TE002');
});

test('the books are whole, and show a return that is more than the fee', async () => {
  const broken = async () => (await brokenBooks(app.database.url)).map(({ name }) => name);
  expect(await broken()).toEqual([]);
  const set = (amount: number) =>
    app.database.sql(`ALTER TABLE approval DISABLE TRIGGER ALL;
      UPDATE approval SET payload = payload || '{"amount": ${amount}}'
       WHERE id = (SELECT min(id) FROM approval WHERE action = 'fee.return');
      ALTER TABLE approval ENABLE TRIGGER ALL`);
  await set(200_000);
  expect(await broken()).toEqual([
    'a fee was returned as it was booked, to who had paid it, and by what was asked for',
  ]);
  await set(100_000);
  expect(await broken()).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { give } from '../testing/balances.ts';
import { rowsOf } from '../testing/csv.ts';
import { enrolled, loggedIn, type OpsClient } from '../testing/operators.ts';
import { audited } from '../testing/records.ts';
import { newKey, startTestApplication, type TestApplication } from '../testing/testApplication.ts';

/** Rita reviews, Sue supports, Vera only looks. There is more than one page of a file of both. */
let app: TestApplication;
let rita: OpsClient;
let sue: OpsClient;
let vera: OpsClient;
beforeAll(async () => {
  app = await startTestApplication();
  rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer']));
  sue = await loggedIn(app, await enrolled(app, 'sue', ['support']));
  vera = await loggedIn(app, await enrolled(app, 'vera', ['viewer']));
  for (const each of ['hana', 'ren', 'minjun']) await give(app.database, each, 'usdAvailable', 10_000);
  await give(app.database, 'noah', 'usdAvailable', 100);
  // Of one member a day has a limit.
  for (const each of ['hana', 'ren', 'minjun']) await giveWithdrawals(each, 345);
  await giveWithdrawals('noah', 3, ['newAddress'], '=1+1');
  await giveDeposits('hana', 1_015, 'below_minimum');
  await giveDeposits('noah', 2, 'held_unverified');
});
afterAll(() => app.close());

/** In review, each with its hold, and each with a deadline of its own. */
const giveWithdrawals = (username: string, count: number, risks: string[] = [], address = 'T') =>
  app.database.sql(
    `WITH held AS MATERIALIZED (
       SELECT m.id AS member, h.journal_id AS hold, n FROM member m CROSS JOIN generate_series(1, $2::int) AS n
         CROSS JOIN LATERAL hold(gen_random_uuid(), m.id, n || ' ' || gen_random_uuid(), '\\x00', 'hold', '{}', m.id * 1000 + 101,
                                 m.id * 1000 + 102, 20000000, 'withdrawal', 'USD') h WHERE m.username = $1)
     INSERT INTO withdrawal (id, member, unit, amount, asset, chain, gross, fee, received, worth, address, address_typed, hold, risks,
                             approvals, status, step, created_at, deadline_at, changed_at, revision)
       SELECT gen_random_uuid(), member, 'USD', 20000000, 'USDT', 'TRON', 20000000, 2000000, 18000000, 20000000, $4, $4, hold, $3::text[],
              1, 'pending_review', 'review', now(), now() + n % 100 * interval '1 minute', now(), 1 FROM held`,
    [username, count, risks, address],
  );
const giveDeposits = (username: string, count: number, state: string) =>
  app.database.sql(
    `INSERT INTO deposit_transfer (chain, token, transaction, ordinal, block, block_hash, block_time, sender, account, member_id,
                                   units, usdt, minimum, state, recorded_at, usd, fee, rate)
     SELECT 'TRON', a, decode(md5($1 || n), 'hex') || decode(md5($1 || n), 'hex'), 0, 1, decode(repeat('cd', 32), 'hex'), now(), a, a,
            m.id, 5000000, 5000000, 1000000, $3::text, now(), c.usd, c.fee, c.rate
       FROM member m CROSS JOIN generate_series(1, $2::int) AS n CROSS JOIN decode(repeat('ab', 20), 'hex') AS a
       LEFT JOIN (SELECT 4990000 AS usd, 10000 AS fee, max(id) AS rate FROM market_rate) AS c ON $3 <> 'below_minimum'
      WHERE m.username = $1`,
    [username, count, state],
  );

interface Listed {
  readonly id: string;
}
async function listed(path: string, field: string, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ''; ; ) {
    const { body } = await rita.get(`${path}?limit=100&${query}${after}`);
    ids.push(...(body[field] as Listed[]).map(({ id }) => id));
    if (body.next === null) return ids;
    after = `&after=${body.next}`;
  }
}

test.each([
  ['/withdrawals', 'withdrawals', 'view=review', 1_038],
  ['/withdrawals', 'withdrawals', 'username=noah&view=open', 3],
  ['/withdrawals', 'withdrawals', 'risk=newAddress&step=review', 3],
  ['/withdrawals', 'withdrawals', 'view=ended', 0],
  ['/deposits', 'deposits', 'state=held_unverified', 2],
  ['/deposits', 'deposits', 'state=below_minimum&username=noah', 0],
  ['/deposits', 'deposits', '', 1_015],
  ['/deposits', 'deposits', 'state=confirming', 0],
])(
  'a file of %s has the %s of the list in its order, as many as were counted: %s',
  async (path, field, query, least) => {
    const wanted = await listed(path, field, query);
    expect(wanted.length).toBeGreaterThanOrEqual(least);
    const rows = rowsOf((await rita.get(`${path}.csv?${query}`)).text);
    expect(rows.map(({ id }) => id)).toEqual(wanted);
    expect((await rita.get(`${path}.csv/count?${query}`)).body).toEqual({ rows: wanted.length, more: false });
  },
);

test('amounts are plain decimals, times in UTC, and what a spreadsheet would take for a formula is text', async () => {
  const [held] = rowsOf((await rita.get('/withdrawals.csv?risk=newAddress')).text);
  const utc = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(held).toMatchObject({ unit: 'USD', amount: '20.00', received: '18.00', fee: '2.00', address: `'=1+1` });
  expect(held).toMatchObject({ created: utc, deadline: utc, risks: 'newAddress', cause: '', transaction: '' });
  const [aside] = rowsOf((await rita.get('/deposits.csv')).text);
  expect(aside).toMatchObject({ time: utc, unit: 'USDT', received: '5.00', minimum: '1.00', credited: '' });
});

test('each file is a row of the audit log, also one that says it was asked for by the page itself', async () => {
  const rows = async () => (await audited(app.database, { like: '%.export%' })).length;
  const before = await rows();
  const background = { 'x-background': '1' };
  for (const path of ['/withdrawals.csv?username=noah', '/deposits.csv?state=credited', '/members/noah/records.csv'])
    for (let again = 0; again < 2; again += 1)
      expect((await rita.send('GET', path, undefined, background)).status).toBe(200);
  const found = await audited(app.database, { like: '%.export%' });
  expect(found.length - before).toBe(6);
  expect(found.at(-1)).toMatchObject({ actor: 'operator:rita', action: 'member.export_records', subject: 'noah' });
  expect(found.at(before)).toMatchObject({ action: 'withdrawal.export', after: { username: 'noah' }, reason: 'read' });
});

test('nobody else gets one, and no filter that the list has not', async () => {
  for (const path of ['/withdrawals.csv', '/withdrawals.csv/count', '/deposits.csv', '/deposits.csv/count']) {
    for (const who of [vera, sue]) expect([path, (await who.get(path)).problem.code]).toEqual([path, 'auth.forbidden']);
    expect([path, (await rita.get(`${path}?limit=5`)).problem.code]).toEqual([path, 'request.invalid']);
  }
  expect((await vera.get('/members/hana/records.csv')).problem.code).toBe('auth.forbidden');
  expect((await rita.get('/members/nobodyhere/records.csv')).problem.code).toBe('request.not_found');
});

test('a member’s records are for whoever sees the member’s money: by their role, or while an inquiry is open', async () => {
  const file = (who: OpsClient, query = '') => who.get(`/members/emma/records.csv${query}`);
  await give(app.database, 'emma', 'usdAvailable', 3);
  expect((await file(sue)).problem.code).toBe('auth.forbidden');
  const emma = await app.logIn('emma');
  const asked = await emma.post(
    '/api/v1/inquiries',
    { type: 'deposit', text: 'Where is it?' },
    { 'idempotency-key': newKey() },
  );
  expect(rowsOf((await file(sue)).text)[0]).toMatchObject({ kind: 'opening', unit: 'USD', amount: '3.00' });
  await sue.post(`/inquiries/${asked.body.id}/close`, { reason: 'told on the phone' });
  expect((await file(sue)).problem.code).toBe('auth.forbidden');
  // The member's own file has the same rows.
  expect((await file(rita)).text).toBe((await emma.get('/api/v1/records.csv')).text);
  expect(rowsOf((await file(rita, '?unit=USDT')).text)).toEqual(
    rowsOf((await emma.get('/api/v1/records.csv?unit=USDT')).text),
  );
});

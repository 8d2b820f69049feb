import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { give } from '../testing/balances.ts';
import { rowsOf } from '../testing/csv.ts';
import { enrolled, loggedIn, OpsClient } from '../testing/operators.ts';
import { audited } from '../testing/records.ts';
import { newKey, startTestApplication, type TestApplication } from '../testing/testApplication.ts';

/** Rita reviews, Tess is a treasurer, Sue supports, Vera only looks. There is more than one page of a file of both. */
let app: TestApplication;
let rita: OpsClient;
let tess: OpsClient;
let sue: OpsClient;
let vera: OpsClient;
beforeAll(async () => {
  app = await startTestApplication();
  rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer']));
  tess = await loggedIn(app, await enrolled(app, 'tess', ['treasurer']));
  sue = await loggedIn(app, await enrolled(app, 'sue', ['support']));
  vera = await loggedIn(app, await enrolled(app, 'vera', ['viewer']));
  for (const each of ['hana', 'ren', 'minjun']) await give(app.database, each, 'usdAvailable', 10_000);
  await give(app.database, 'noah', 'usdAvailable', 100);
  // Of one member a day has a limit.
  for (const each of ['hana', 'ren', 'minjun']) await giveWithdrawals(each, 345);
  await giveWithdrawals('noah', 3, ['newAddress'], '=1+1');
  await giveDeposits('hana', 1_015, 'below_minimum');
  await giveDeposits('noah', 2, 'held_unverified');
  for (const reason of ['first', formula]) await giveHistory(reason);
  // So many that a file takes more than one page.
  await app.database.sql(
    `INSERT INTO release_event (feature, action, release, share, actor, reason, evidence, audit)
       SELECT feature, action, release, share, actor, reason, '{"failed": 7}', audit
         FROM release_event CROSS JOIN generate_series(1, 1005) WHERE feature = 'plan' AND action = 'off'`,
  );
  await app.database.sql(
    `INSERT INTO bonus_hold (member, cause, held_by, held_at, reason, released_by, released_at, release_reason)
       SELECT m.id, 'sharedAccounts', 'operator:rita', now(), 'x', 'operator:rob', now(), 'y'
         FROM member m CROSS JOIN generate_series(1, 1005) WHERE m.username = 'noah'`,
  );
  await giveInquiries('hana', 1_005);
});
afterAll(() => app.close());

const formula = '=HYPERLINK("x")';
/** One of everything that two people or one set, asked for or did. */
async function giveHistory(reason: string): Promise<void> {
  const record = newKey();
  await app.database.sql(
    `SELECT post($1::uuid, m, $1::uuid::text, '\\x00', 'transfer', '{}', ARRAY[m * 1000 + 101, r * 1000 + 101, 401]::bigint[],
                 ARRAY[-5100000, 5000000, 100000]::bigint[], 'transfer', 'USD', 5000000)
       FROM (SELECT (SELECT id FROM member WHERE username = 'hana'), (SELECT id FROM member WHERE username = 'ren')) AS of (m, r)`,
    [record],
  );
  const about = { username: 'hana', amount: '3', direction: 'out', cause: 'notDue' };
  const actions: [OpsClient, string, object][] = [
    [tess, '/rates', { base: 'ON', quote: 'USD', rate: '1.5', source: reason }],
    [tess, '/rules', { subject: 'exchangeQuote', key: 'all', value: { validSeconds: 31 } }],
    [tess, '/pools/package/fundings', { direction: 'out', amount: '10' }],
    [tess, '/bonus/corrections', about],
    [rita, '/bonus/holds', { username: reason === formula ? 'hana' : 'ren', cause: 'sharedAccounts' }],
    [tess, '/fee-returns', { record }],
    [rita, `/releases/${reason === formula ? 'team' : 'plan'}/off`, {}],
  ];
  for (const [who, path, body] of actions) {
    const { status, text } = await who.post(path, { reason, ...body });
    if (status !== 200) throw new Error(`${path}: ${text}`);
  }
}

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
/** More than one member may have waiting. */
const giveInquiries = (username: string, count: number) =>
  app.database.sql(
    `SET session_replication_role = 'replica';
     WITH asked AS (INSERT INTO inquiry (member, type, status, created_at)
       SELECT m.id, 'team', 'received', now() FROM member m CROSS JOIN generate_series(1, ${count}) WHERE m.username = '${username}'
       RETURNING id)
     INSERT INTO inquiry_message (inquiry, author, text, created_at) SELECT id, 'member', 'a word of mine', now() FROM asked;
     RESET session_replication_role`,
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

const utcText = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

interface Listed {
  readonly id: string;
}
async function listed(path: string, field: string, query: string, who = rita): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ''; ; ) {
    const { body } = await who.get(`${path}?limit=100&${query}${after}`);
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
  expect(held).toMatchObject({ unit: 'USD', amount: '20.00', received: '18.00', fee: '2.00', address: `'=1+1` });
  expect(held).toMatchObject({ created: utcText, deadline: utcText, risks: 'newAddress', cause: '', transaction: '' });
  const [deposit] = rowsOf((await rita.get('/deposits.csv')).text);
  expect(deposit).toMatchObject({ time: utcText, unit: 'USDT', received: '5.00', minimum: '1.00', credited: '' });
});

test('each file is a row of the audit log, also one that says it was asked for by the page itself', async () => {
  const rows = async () => (await audited(app.database, { like: '%.export%' })).length;
  const before = await rows();
  const background = { 'x-background': '1' };
  for (const path of [
    '/withdrawals.csv?username=noah',
    '/rates/history.csv',
    '/deposits.csv?state=credited',
    '/members/noah/records.csv',
  ])
    for (let again = 0; again < 2; again += 1)
      expect((await rita.send('GET', path, undefined, background)).status).toBe(200);
  const result = await audited(app.database, { like: '%.export%' });
  expect(result.length - before).toBe(8);
  expect(result.at(-1)).toMatchObject({ actor: 'operator:rita', action: 'member.export_records', subject: 'noah' });
  expect(result.at(before)).toMatchObject({ action: 'withdrawal.export', after: { username: 'noah' }, reason: 'read' });
});

test('nobody else gets one, and no filter that the list has not', async () => {
  for (const path of ['/withdrawals.csv', '/withdrawals.csv/count', '/deposits.csv', '/deposits.csv/count']) {
    for (const who of [vera, sue]) expect([path, (await who.get(path)).problem.code]).toEqual([path, 'auth.forbidden']);
    expect([path, (await rita.get(`${path}?limit=5`)).problem.code]).toEqual([path, 'request.invalid']);
  }
  expect((await vera.get('/members/hana/records.csv')).problem.code).toBe('auth.forbidden');
  expect((await rita.get('/members/nobodyhere/records.csv')).problem.code).toBe('request.not_found');
});

const body = {
  ...{ unit: 'USD', state: 'waiting', requested_by: 'operator:tess', requested_at: utcText, reason: `'${formula}` },
  ...{ expires_at: utcText, decided_by: '', decided_at: '' },
};
/** The file and the list alongside it, what the first line of the file says, and what the audit log has. */
const histories: [file: string, list: string, field: string, first: object, action: string, subject: string][] = [
  [
    ...(['/rates/history.csv?base=ON', '/rates/history?base=ON', 'rates'] as const),
    { base: 'ON', quote: 'USD', rate: '1.5', source: `'${formula}`, set_by: 'operator:tess', jumps: 'true', until: '' },
    ...(['rate.export', 'ON'] as const),
  ],
  [
    ...([
      '/rules/history.csv?subject=exchangeQuote&key=all',
      '/rules/history?subject=exchangeQuote&key=all',
      'rules',
    ] as const),
    { key: 'all', valid_seconds: '31', from: utcText, until: '', reason: `'${formula}` },
    ...(['rule.export', 'exchangeQuote'] as const),
  ],
  [
    ...(['/rules/history.csv?subject=limit', '/rules/history?subject=limit', 'rules'] as const),
    { unit: 'USDT', day_maximum: expect.stringMatching(/^\d+\.\d\d$/), fee: expect.stringMatching(/^\d+\.\d\d$/) },
    ...(['rule.export', 'limit'] as const),
  ],
  [
    ...([
      '/approvals.csv?action=pool.fund&pool=package',
      '/approvals?action=pool.fund&pool=package',
      'approvals',
    ] as const),
    { ...body, action: 'pool.fund', pool: 'package', amount: '-10.00' },
    ...(['approval.export', 'pool.fund'] as const),
  ],
  [
    ...(['/approvals.csv?action=bonus.correct', '/approvals?action=bonus.correct', 'approvals'] as const),
    { ...body, username: 'hana', amount: '-3.00', cause: 'notDue' },
    ...(['approval.export', 'bonus.correct'] as const),
  ],
  [
    ...(['/bonus/holds.csv?state=open', '/bonus/holds?state=open', 'holds'] as const),
    { member: 'hana', day: '', waits: '0.00', held_by: 'operator:rita', held_at: utcText, reason: `'${formula}` },
    ...(['bonus.export_holds', 'all'] as const),
  ],
  [
    ...(['/approvals.csv?action=fee.return', '/approvals?action=fee.return', 'approvals'] as const),
    { ...body, username: 'hana', kind: 'transfer', amount: '0.10', record: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ...(['approval.export', 'fee.return'] as const),
  ],
];

test.each(histories)('%s has what was set or asked for, as %s', async (csv, list, field, first, action, subject) => {
  const rows = rowsOf((await rita.get(csv)).text);
  const { body } = await rita.get(list);
  expect(rows.map(({ id }) => id)).toEqual((body[field] as Listed[]).map(({ id }) => id));
  expect(rows.length).toBeGreaterThan(1);
  expect(rows[0]).toMatchObject(first);
  expect((await audited(app.database, { like: action })).at(-1)).toMatchObject({
    ...{ actor: 'operator:rita', action, subject, reason: 'read' },
  });
  const path = csv.replace(/\?.*/, '');
  // Of what was body for everybody may have the csv, with the kinds that they may read.
  const others = path === '/approvals.csv' ? [] : 'auth.forbidden';
  for (const who of [vera, sue]) {
    const { problem, text } = await who.get(csv);
    expect([path, problem.code ?? rowsOf(text)]).toEqual([path, others]);
  }
  const more = `${csv}${csv.includes('?') ? '&' : '?'}limit=5`;
  expect([path, (await rita.get(more)).problem.code]).toEqual([path, 'request.invalid']);
});

test('one file has what was asked for of every kind that its reader may see, and what came of it', async () => {
  const rule = { subject: 'exchangeQuote', key: 'all', value: { validSeconds: 45 }, reason: 'slow phones' };
  await tess.post('/rules', rule);
  const rows = rowsOf((await rita.get('/approvals.csv')).text);
  const { approvals } = (await rita.get('/approvals?limit=100')).body as { approvals: (Listed & { facts: object })[] };
  expect(rows.map(({ id }) => id)).toEqual(approvals.map(({ id }) => id));
  expect(new Set(rows.map(({ action }) => action))).toEqual(
    new Set(['pool.fund', 'bonus.correct', 'fee.return', 'rate.approve', 'rule.approve']),
  );
  expect(rows.find(({ action }) => action === 'rule.approve')).toMatchObject({
    other: JSON.stringify({ subject: 'exchangeQuote', key: 'all', validSeconds: 45 }),
  });
  // What is of the roles of others is not in it, and of a filter there is no more than of the list.
  expect(rowsOf((await sue.get('/approvals.csv')).text)).toEqual([]);
  expect((await vera.get('/approvals')).body).toEqual({ approvals: [], next: null });
  expect((await rita.get('/approvals?action=withdrawal.approve')).problem.code).toBe('request.invalid');
});

test('a file of holds is whole, the latest first, whatever is open', async () => {
  const rows = rowsOf((await rita.get('/bonus/holds.csv')).text);
  expect(rows.map(({ id }) => Number(id))).toEqual(rows.map(({ id }) => Number(id)).sort((a, b) => b - a));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1_007);
  expect(rows[0]).toMatchObject({
    member: 'noah',
    released_by: 'operator:rob',
    released_at: utcText,
    release_reason: 'y',
  });
  expect(rowsOf((await rita.get('/bonus/holds.csv?state=released')).text)).toHaveLength(1_005);
});

test('a file of rules is of one subject, and none is asked for by a name that there is not', async () => {
  for (const query of ['', '?key=JPY', '?subject=nothing'])
    expect((await rita.get(`/rules/history.csv${query}`)).problem.code).toBe('request.invalid');
  expect(rowsOf((await rita.get('/rules/history.csv?subject=limit&key=nothing')).text)).toEqual([]);
  expect((await rita.get('/releases/nothing/history.csv')).problem.code).toBe('request.invalid');
});

test('the history of a feature’s releases is whole in a file, for whoever reads it, and for nobody else', async () => {
  const [last] = rowsOf((await vera.get('/releases/team/history.csv')).text);
  expect(last).toMatchObject({
    action: 'off',
    time: utcText,
    actor: 'operator:rita',
    reason: `'${formula}`,
    share_percent: '',
  });
  const rows = rowsOf((await vera.get('/releases/plan/history.csv')).text);
  const [counted] = await app.database.sql<{ events: number }>(
    `SELECT count(*)::int AS events FROM release_event WHERE feature = 'plan'`,
  );
  expect(rows.length).toBe(counted?.events);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(JSON.parse(rows[0]?.evidence ?? '')).toEqual({ failed: 7 });
  expect((await new OpsClient(app).get('/releases/plan/history.csv')).problem.code).toBe('auth.session_required');
  expect((await audited(app.database, { like: 'release.export' })).at(-1)).toMatchObject({
    ...{ actor: 'operator:vera', subject: 'plan', reason: 'read' },
  });
});

test('inquiries are in a file without a word of what was written, for those who answer them', async () => {
  const minjun = await app.logIn('minjun');
  const { records } = (await minjun.get('/api/v1/records')).body as { records: { reference: string }[] };
  const wrote = { type: 'withdraw', record: records[0]?.reference, text: '=SECRET()' };
  const { body } = await minjun.post('/api/v1/inquiries', wrote, { 'idempotency-key': newKey() });
  await sue.post(`/inquiries/${body.id}/messages`, { text: 'It is on its way', reason: 'answer' });
  const { text } = await sue.get('/inquiries.csv?username=minjun');
  expect(rowsOf(text)).toEqual([
    {
      ...{ id: body.id, member: 'minjun', language: 'ko', topic: 'withdraw', state: 'answered', opened: utcText },
      ...{ last: utcText, waiting_since: '', answered_by: 'operator:sue', record: wrote.record, transaction: '' },
    },
  ]);
  expect(text).not.toMatch(/SECRET|on its way/);
  for (const query of [
    'order=wait',
    'status=answered&type=withdraw',
    'username=hana',
    '',
    'status=closed&username=ren',
  ]) {
    const ids = await listed('/inquiries', 'inquiries', query, sue);
    const rows = rowsOf((await sue.get(`/inquiries.csv?${query}`)).text);
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect((await sue.get(`/inquiries.csv/count?${query}`)).body).toEqual({ rows: ids.length, more: false });
    expect((await audited(app.database, { like: 'inquiry.export' })).at(-1)).toMatchObject({
      ...{
        actor: 'operator:sue',
        reason: 'read',
        after: Object.fromEntries(new URLSearchParams(query.match(/(?:type|username)=\w+/)?.[0])),
      },
      subject: /order=wait/.test(query) ? 'received' : (/status=(\w+)/.exec(query)?.[1] ?? 'all'),
    });
  }
  for (const path of ['/inquiries.csv', '/inquiries.csv/count'])
    for (const who of [rita, tess, vera])
      expect([path, (await who.get(path)).problem.code]).toEqual([path, 'auth.forbidden']);
  expect((await sue.get('/inquiries.csv?after=5')).problem.code).toBe('request.invalid');
});

test('a member’s records are for whoever sees the member’s money: by their role, or while an inquiry is open', async () => {
  const csvOf = (who: OpsClient, query = '') => who.get(`/members/emma/records.csv${query}`);
  await give(app.database, 'emma', 'usdAvailable', 3);
  expect((await csvOf(sue)).problem.code).toBe('auth.forbidden');
  const emma = await app.logIn('emma');
  const request = await emma.post(
    '/api/v1/inquiries',
    { type: 'deposit', text: 'Where is it?' },
    { 'idempotency-key': newKey() },
  );
  expect(rowsOf((await csvOf(sue)).text)[0]).toMatchObject({ kind: 'opening', unit: 'USD', amount: '3.00' });
  await sue.post(`/inquiries/${request.body.id}/close`, { reason: 'reported on the phone' });
  expect((await csvOf(sue)).problem.code).toBe('auth.forbidden');
  // The member's own file has the same rows.
  expect(rowsOf((await csvOf(rita)).text)).toEqual(rowsOf((await emma.get('/api/v1/records.csv')).text));
  expect(rowsOf((await csvOf(rita, '?unit=USDT')).text)).toEqual(
    rowsOf((await emma.get('/api/v1/records.csv?unit=USDT')).text),
  );
});

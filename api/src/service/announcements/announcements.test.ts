import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Topics } from '../../governance/change/topics.ts';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { enrolled, loggedIn, type OpsClient, type TestOperator } from '../../testing/operators.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { announcementTopic } from './announcements.ts';

let app: TestApplication;
let sue: OpsClient;
let adam: OpsClient;
let audrey: OpsClient;
let demo: Client;
let operators: readonly TestOperator[];

beforeAll(async () => {
  app = await startTestApplication();
  operators = [
    await enrolled(app, 'sue', ['support']),
    await enrolled(app, 'adam', ['admin']),
    await enrolled(app, 'audrey', ['auditor']),
  ];
  await logAllIn();
});
/** After hours nobody is logged in any more. */
async function logAllIn(): Promise<void> {
  const [first, second, auditor] = operators as [TestOperator, TestOperator, TestOperator];
  sue = await loggedIn(app, first);
  adam = await loggedIn(app, second);
  audrey = await loggedIn(app, auditor);
  demo = await app.logIn('demo');
}
afterAll(() => app.close());

const reason = 'as planned';
const texts = {
  en: { title: 'Deposits on BSC pause', text: 'Nothing is lost.\nIt is credited afterwards.' },
  jp: { title: 'BSCの入金を停止します', text: '失われません。' },
  zh: { title: '暂停 BSC 充值', text: '不会丢失。' },
  ko: { title: 'BSC 입금이 중단됩니다', text: '사라지지 않습니다.' },
};
const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
const ask = (by: OpsClient, change: object = {}) =>
  by.post('/announcements', { texts, from: inHours(0), until: inHours(2), reason, ...change });
const approve = (by: OpsClient, id: unknown) => by.approve('announcement.publish', id);
const recall = (by: OpsClient, id: unknown) => by.post(`/announcements/${String(id)}/recall`, { reason });
const seen = async (by = demo) => {
  const { announcements } = (await by.get('/api/v1/announcements')).body as {
    announcements: { id: string; running: boolean }[];
  };
  return announcements.map(({ id, running }) => [id, running]);
};
const stateOf = async (id: unknown) => {
  const { announcements } = (await audrey.get('/announcements')).body as { announcements: Record<string, unknown>[] };
  return announcements.find((each) => each.id === id)?.state;
};

test('one asks, another approves, members see it while it runs, and one recalls it', async () => {
  const request = await ask(sue);
  const { id } = request.body;
  expect([request.status, request.body]).toMatchObject([202, { state: 'waiting', country: null, texts }]);
  expect(await seen()).toEqual([]);
  const [waits] = (await adam.get('/approvals/waiting')).body.waiting as Record<string, unknown>[];
  expect(waits).toMatchObject({
    action: 'announcement.publish',
    yours: true,
    after: { to: 'all members', en: `${texts.en.title}: ${texts.en.text}`, ko: `${texts.ko.title}: ${texts.ko.text}` },
  });
  expect((await approve(sue, id)).problem.code).toBe('approval.second_person');
  expect((await approve(audrey, id)).problem.code).toBe('auth.forbidden');
  expect((await approve(adam, id)).status).toBe(200);
  expect(await stateOf(id)).toBe('running');
  expect(await seen()).toEqual([[id, true]]);
  expect((await approve(adam, id)).problem.code).toBe('approval.closed');
  expect((await recall(audrey, id)).problem.code).toBe('auth.forbidden');
  expect((await recall(sue, id)).body).toMatchObject({ state: 'recalled', recalledBy: 'operator:sue' });
  expect(await seen()).toEqual([]);
  expect((await recall(adam, id)).problem.code).toBe('announcement.gone');
  const rows = (await audrey.get(`/audit?subject=${String(id)}&action=announcement.`)).body.events;
  expect(rows).toMatchObject([
    { action: 'announcement.recall', actor: 'operator:sue' },
    { action: 'announcement.approve', actor: 'operator:adam' },
    { action: 'announcement.ask', after: { texts, country: null } },
  ]);
});

test('it begins and ends by itself, and stands among notices for a month after', async () => {
  const { id } = (await ask(sue, { from: inHours(1), until: inHours(3) })).body;
  await approve(adam, id);
  expect([await stateOf(id), await seen()]).toEqual(['coming', []]);
  app.clock.advance(3_600_000);
  await logAllIn();
  expect([await stateOf(id), await seen()]).toEqual(['running', [[id, true]]]);
  app.clock.advance(2 * 3_600_000);
  await logAllIn();
  expect([await stateOf(id), await seen()]).toEqual(['over', [[id, false]]]);
  expect((await recall(sue, id)).problem.code).toBe('announcement.gone');
});

test('open pages hear that one begins, for whom, and that it is recalled', async () => {
  const database = new Database({ url: app.database.url, poolSize: 1 });
  const topics = new Topics(database, [announcementTopic]);
  const [row] = await app.database.sql<{ id: string }>(`SELECT id FROM member WHERE username = 'demo'`);
  const mark = async () => (await topics.marksOf(row?.id ?? '')).announcements;
  const { id } = (await ask(sue)).body;
  // The database has a clock of its own, which this application is ahead of.
  const put = (change: string) =>
    app.database.sql(
      `SET session_replication_role = 'replica'; UPDATE announcement SET ${change} WHERE id = ${String(id)};
       RESET session_replication_role`,
    );
  try {
    await put(`starts_at = now() - interval '1 minute', ends_at = now() + interval '1 hour'`);
    expect(await mark()).toBe('');
    await put(`approved_by = 'operator:adam', approved_at = now()`);
    expect(await mark()).toBe(id);
    await put(`country = 'FR'`);
    expect(await mark()).toBe('');
    await put(`country = NULL, feature = 'plan'`);
    expect(await mark()).toBe('');
    await app.database.sql(
      `INSERT INTO feature_use (feature, member, last_on) VALUES ('plan', ${String(row?.id)}, now()::date)`,
    );
    expect(await mark()).toBe(id);
    await put(`feature = 'team'`);
    expect(await mark()).toBe('');
    await put('feature = NULL');
    await app.database.sql(`SELECT recall_announcement(${String(id)}, 'operator:sue', 'x', now())`);
    expect(await mark()).toBe('');
  } finally {
    await database.close();
  }
});

test('those of one country are notified, and nobody else', async () => {
  const hana = await app.logIn('demoleft');
  await app.database.sql(`UPDATE member SET country = 'JP' WHERE username = 'demoleft'`);
  await app.database.sql(`UPDATE member SET country = 'KR' WHERE username = 'demo'`);
  expect((await sue.get('/announcements/audience?country=JP')).body).toEqual({ members: 1 });
  expect(Number((await audrey.get('/announcements/audience')).body.members)).toBeGreaterThan(2);
  const { id } = (await ask(adam, { country: 'JP' })).body;
  await approve(sue, id);
  const running = async (by: Client) => (await seen(by)).filter(([each]) => each === id);
  expect([await running(hana), await running(demo)]).toEqual([[[id, true]], []]);
  await recall(adam, id);
});

describe('those who use a feature', () => {
  const opened = async (username: string, feature: string, daysAgo: number) =>
    app.database.sql(
      `INSERT INTO feature_use (feature, member, last_on) SELECT $1, id, ($2::timestamptz AT TIME ZONE 'UTC')::date
         FROM member WHERE username = $3 ON CONFLICT (feature, member) DO UPDATE SET last_on = excluded.last_on`,
      [feature, new Date(app.clock.now().getTime() - daysAgo * 86_400_000), username],
    );
  const reach = async (query: string) => (await sue.get(`/announcements/audience?${query}`)).body;

  test('read it, and nobody else: whoever opened it within 90 days, of one country if it says so', async () => {
    const hana = await app.logIn('demoleft');
    await app.database.sql(`UPDATE member SET country = 'JP' WHERE username = 'demoleft'`);
    await app.database.sql(`UPDATE member SET country = 'KR' WHERE username IN ('demo', 'demoright')`);
    await opened('demo', 'plan', 89);
    await opened('demoleft', 'plan', 90);
    await opened('demoright', 'plan', 0);
    await opened('demoleft', 'team', 1);
    expect(await reach('feature=plan')).toEqual({ members: 2 });
    expect(await reach('feature=team&country=JP')).toEqual({ members: 1 });
    expect(await reach('feature=team&country=KR')).toEqual({ members: 0 });
    expect((await sue.get('/announcements/audience?feature=operator')).status).toBe(400);

    const request = (await ask(sue, { feature: 'plan' })).body;
    expect(request).toMatchObject({ feature: 'plan', country: null });
    const waiting = (await adam.get('/approvals/waiting')).body.waiting as Record<string, unknown>[];
    expect(waiting.find(({ subject }) => subject === request.id)).toMatchObject({
      after: { to: 'all members', usersOf: 'plan' },
    });
    expect((await approve(adam, request.id)).status).toBe(200);
    const both = (await ask(sue, { feature: 'team', country: 'KR' })).body;
    await approve(adam, both.id);
    const running = async (by: Client) => (await seen(by)).filter(([id]) => id === request.id || id === both.id);
    expect([await running(demo), await running(hana)]).toEqual([[[request.id, true]], []]);
    await opened('demoleft', 'plan', 0);
    expect(await running(hana)).toEqual([[request.id, true]]);
    for (const { id } of [request, both]) expect((await recall(sue, id)).body).toMatchObject({ state: 'recalled' });
    expect([await running(demo), await running(hana)]).toEqual([[], []]);
  });

  test('are approved as they were asked for: with other users it is another announcement', async () => {
    const { id } = (await ask(sue, { feature: 'plan' })).body;
    await app.database.sql(
      `SET session_replication_role = 'replica'; UPDATE announcement SET feature = NULL WHERE id = ${String(id)};
       RESET session_replication_role`,
    );
    expect((await approve(adam, id)).status).toBe(409);
    expect(await stateOf(id)).toBe('waiting');
  });
});

test.each([
  ['a language is missing', { texts: { ...texts, ko: undefined } }, 'request.invalid'],
  ['a text is empty', { texts: { ...texts, jp: { title: 'x', text: ' ' } } }, 'field.required'],
  ['it has a link', { texts: { ...texts, zh: { title: '见', text: '请看 trel1is.com 吧' } } }, 'field.plain'],
  ['it hides letters', { texts: { ...texts, en: { title: 'a\u202eb', text: 'c' } } }, 'field.plain'],
  [
    'it asks for a code',
    { texts: { ...texts, en: { title: 'Please', text: 'Send us your code.' } } },
    'inquiry.asks_secret',
  ],
  ['it ends before it begins', { from: '2040-01-02T00:00:00Z', until: '2040-01-01T00:00:00Z' }, 'announcement.over'],
  ['it is over', { from: '2020-01-01T00:00:00Z', until: '2020-01-02T00:00:00Z' }, 'announcement.over'],
  ['there is no such country', { country: 'XX' }, 'field.choice'],
  ['there is no such feature', { feature: 'operator' }, 'request.invalid'],
])('it is not asked for when %s', async (_what, change, code) => {
  const { problem } = await ask(sue, change);
  const fields = (problem as { readonly fields?: readonly { code: string }[] }).fields ?? [];
  expect([problem.code, ...fields.map((field) => field.code)]).toContain(code);
});

test('it is approved once of two at once, and not a day later, nor when it is over', async () => {
  const eve = await loggedIn(app, await enrolled(app, 'eve', ['support']));
  const { id } = (await ask(sue)).body;
  const answers = await Promise.all([approve(adam, id), approve(eve, id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await recall(sue, id);
  const short = (await ask(sue, { until: inHours(1) })).body;
  app.clock.advance(2 * 3_600_000);
  await logAllIn();
  expect((await approve(adam, short.id)).problem.code).toBe('announcement.over');
  const late = (await ask(sue, { until: inHours(100) })).body;
  app.clock.advance(24 * 3_600_000);
  await logAllIn();
  expect((await approve(adam, late.id)).problem.code).toBe('approval.closed');
  expect(await stateOf(late.id)).toBe('ended');
});

test('whoever has the application’s login shows nothing without two', async () => {
  const database = new Database({ url: app.database.url, poolSize: 1 });
  const outcome = (sql: string) => database.rows(sql).then(() => 'done', sqlState);
  try {
    const { id } = (await ask(sue)).body;
    for (const [sql, code] of [
      [`SELECT approve_announcement(${String(id)}, 'operator:sue', 'x', now())`, 'TA001'],
      [`SELECT approve_announcement(${String(id)}, 'operator:audrey', 'x', now())`, 'TA004'],
      [`SELECT recall_announcement(1, 'operator:audrey', 'x', now())`, 'TA004'],
      [
        `SELECT ask_announcement('{"en": {"title": "a", "text": "b"}}', NULL, 'plan', now(), now() + interval '1 h', 'operator:sue', 'x', now())`,
        'TN001',
      ],
      [`UPDATE announcement SET feature = 'plan'`, '42501'],
      [`UPDATE announcement SET approved_by = 'operator:sue', approved_at = now()`, '42501'],
      [`INSERT INTO announcement (texts) VALUES ('{}')`, '42501'],
    ] as const)
      expect([sql, await outcome(sql)]).toEqual([sql, code]);
    const owner = (sql: string) => app.database.sql(sql).then(() => 'done', sqlState);
    expect(await owner(`UPDATE announcement SET texts = '{}'`)).toBe('TR009');
    expect(await owner(`UPDATE announcement SET recalled_at = NULL, recalled_by = NULL, recall_reason = NULL`)).toBe(
      'TR009',
    );
    expect(await owner('DELETE FROM announcement')).toBe('TR009');
  } finally {
    await database.close();
  }
});

test('after all of this every invariant holds', async () => {
  expect((await verifyAll(app.database.url)).filter(({ rows }) => rows.length > 0)).toEqual([]);
});

test('who recalls another within a day shows a code', async () => {
  app.clock.advance(86_400_000);
  await logAllIn();
  const bare = async () => {
    const { id } = (await ask(sue)).body;
    await approve(adam, id);
    const { problem } = await sue.post(`/announcements/${String(id)}/recall`, { reason, code: '' });
    return [problem.code, await stateOf(id)];
  };
  expect(await bare()).toEqual([undefined, 'recalled']);
  expect(await bare()).toEqual(['field.required', 'running']);
});

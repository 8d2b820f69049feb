import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Past } from '../../ledger/past.ts';
import { Database } from '../../platform/db/database.ts';
import { rowsOf } from '../../testing/csv.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { exportAudit } from './auditExport.ts';

let app: TestApplication;
let audrey: OpsClient;
let vera: OpsClient;

beforeAll(async () => {
  app = await startTestApplication();
  audrey = await loggedIn(app, await enrolled(app, 'audrey', ['auditor']));
  vera = await loggedIn(app, await enrolled(app, 'vera', ['viewer']));
  await app.database.sql(
    `SELECT record_audit('operator:ann', 'thing.change', 'thing ' || n, reason, '{"a": "=1"}', NULL, 'request ' || n)
       FROM generate_series(1, 2500) AS n, LATERAL (SELECT CASE n % 4 WHEN 0 THEN '=SUM(A1)' WHEN 1 THEN '@me' WHEN 2 THEN '-1, "so"'
         ELSE E'+two\\nlines' END AS reason) AS r`,
  );
});
afterAll(() => app.close());

const listed = async (filter: string) => {
  const events: Record<string, string>[] = [];
  for (let after = ''; ; ) {
    const page = (await audrey.get(`/audit?limit=100${filter}${after}`)).body as { events: []; next: string | null };
    events.push(...page.events);
    if (page.next === null) return events;
    after = `&after=${page.next}`;
  }
};

test.each([
  '&action=thing.',
  '&action=thing.&subject=thing%207',
  '&requestId=request%203',
  '&actor=operator:audrey',
  '&actor=nobody',
  '&without=looks&action=thing',
])('a file has the rows of the list, and as many as were counted: %s', async (filter) => {
  const wanted = await listed(filter);
  const count = (await audrey.get(`/audit/count?${filter.slice(1)}`)).body;
  const answer = await audrey.get(`/audit.csv?${filter.slice(1)}`);
  const rows = rowsOf(answer.text);
  expect(rows.map(({ number, action }) => [number, action])).toEqual(
    wanted.map(({ number, action }) => [number, action]),
  );
  expect(count).toEqual({ rows: wanted.length, more: false });
});

test('what a spreadsheet would take for a formula is text, and all else is as it was', async () => {
  const { text } = await audrey.get('/audit.csv?action=thing.');
  const rows = rowsOf(text);
  expect(rows).toHaveLength(2_500);
  expect(new Set(rows.map(({ reason }) => reason))).toEqual(
    new Set([`'=SUM(A1)`, `'@me`, `'-1, "so"`, `'+two\nlines`]),
  );
  expect(rows[0]).toMatchObject({
    actor: 'operator:ann',
    before: '{"a":"=1"}',
    after: '',
    request: 'request 2500',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(text.startsWith('\ufeffnumber,time,actor,action,subject,reason,before,after,request,digest\r\n')).toBe(true);
});

test('that it was taken out stands in the log, with its filter and where the chain stood, and is none of its rows', async () => {
  await audrey.get('/audit.csv?actor=operator:audrey&without=looks');
  const [event] = (await audrey.get('/audit?limit=1&action=audit.export')).body.events as Record<string, unknown>[];
  const [before] = await app.database.sql<{ number: string; digest: string }>(
    `SELECT number, encode(digest, 'hex') AS digest FROM audit_event WHERE number = $1::bigint - 1`,
    [String(event?.number)],
  );
  expect(event).toMatchObject({
    actor: 'operator:audrey',
    after: { actor: 'operator:audrey', without: 'looks', upTo: before?.number, digest: before?.digest },
  });
  const rows = rowsOf((await audrey.get('/audit.csv?action=audit.export')).text);
  const { rows: now } = (await audrey.get('/audit/count?action=audit.export')).body;
  expect(rows.length).toBe(Number(now) - 1);
});

test('is for who reads the log, as a file, and knows no other filter', async () => {
  for (const path of ['/audit.csv', '/audit/count', '/audit/chain'])
    expect([path, (await vera.get(path)).problem.code]).toEqual([path, 'auth.forbidden']);
  expect((await audrey.get('/audit.csv?action=Thing')).problem.code).toBe('request.invalid');
  expect((await audrey.get('/audit.csv?limit=5')).problem.code).toBe('request.invalid');
});

test('the chain is whole, and says so of each row', async () => {
  const { last, checkedTo, broken } = (await audrey.get('/audit/chain')).body;
  expect([broken, Number(last) > 2_500, checkedTo]).toEqual([null, true, last]);
});

test('pages of what is over are read where past is', async () => {
  const database = new Database({ url: app.database.url, poolSize: 2 });
  const untils: (Date | undefined)[] = [];
  class Noted extends Past {
    override read<T>(until: Date | undefined, work: (database: Database) => Promise<T>): Promise<T> {
      untils.push(until);
      return super.read(until, work);
    }
  }
  try {
    const by = { actor: 'operator:audrey', reason: 'a test', requestId: 'one' } as const;
    const pages = await exportAudit(database, { action: 'thing.' }, by, new Noted(database));
    const last: Date[] = [];
    for await (const rows of pages) last.push(rows.at(-1)?.recordedAt ?? new Date(0));
    expect(last).toHaveLength(3);
    // The first may be of now, and each further one is as old as the last row before it.
    expect(untils).toEqual([undefined, ...last.slice(0, -1)]);
  } finally {
    await database.close();
  }
});

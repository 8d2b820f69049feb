import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { clockOf, DevelopmentClock, systemClock } from '../../ground/clock.ts';
import { brokenBooks } from '../../testing/bareNodes.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { createTestDatabase } from '../../testing/testDatabase.ts';
import { hasDevelopmentClock, openDatabaseClock } from '../databaseClock.ts';

const folder = mkdtempSync(join(tmpdir(), 'trellis-clock-'));
const hourMs = 3_600_000;
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({}, { clock: new DevelopmentClock(folder) });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const aheadOf = (time: Date): number => Math.round((time.getTime() - Date.now()) / hourMs);

test('the page puts the product’s time forward, and a session that nobody used ends', async () => {
  const hana = await app.logIn('hana');
  expect((await app.visitor.get('/dev/clock.json')).body).toMatchObject({ aheadHours: 0 });
  expect((await app.visitor.get('/dev/clock')).text).toContain('0 hours ahead');
  expect((await app.visitor.post('/dev/clock.json', { hours: 25 })).body).toMatchObject({ aheadHours: 25 });
  expect((await hana.get('/api/v1/balances')).problem.code).toBe('auth.session_required');
});

test('all of the product goes forward: the ledger’s time and day, what limits have begun, and records', async () => {
  const demo = await app.logIn('demo');
  const terms = async () => (await demo.get('/api/v1/transfers/terms')).body as Record<string, { amount: string }>;
  await demo.transfer('hana', '5');
  const { dayLeft, dayMaximum } = await terms();
  expect(Number(dayLeft?.amount)).toBe(Number(dayMaximum?.amount) - 5);
  // A limit that begins in two days.
  await app.database.sql(
    `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
     SELECT subject, key, jsonb_set(value, '{dayMaximum}', to_jsonb(((value ->> 'dayMaximum')::bigint + 7000000)::text)),
            product_now() + interval '47 hours', set_by, set_at, reason
       FROM rule_at('limit', 'transfer-USD', now())`,
  );
  await app.visitor.post('/dev/clock.json', { hours: 48 });
  const later = await app.logIn('demo');
  const { dayLeft: left, dayMaximum: maximum } = (await later.get('/api/v1/transfers/terms')).body as Record<
    string,
    { amount: string }
  >;
  expect(left).toEqual(maximum);
  expect(Number(maximum?.amount)).toBe(Number(dayMaximum?.amount) + 7);
  await later.transfer('hana', '5');
  const { records } = (await later.get('/api/v1/records?limit=1')).body as { records: { at: string }[] };
  expect(aheadOf(new Date(records[0]?.at ?? 0))).toBe(73);
  expect(await brokenBooks(app.database.url)).toEqual([]);
});

test('a database that was put further forward than the data folder, or less, comes to the same time', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'trellis-clock-'));
  const behind = new DevelopmentClock(empty);
  await openDatabaseClock(app.database.ownerUrl, behind);
  expect(aheadOf(behind.now())).toBe(73);
  behind.advance(10 * hourMs);
  await openDatabaseClock(app.database.ownerUrl, behind);
  const [row] = await app.database.sql<{ now: Date }>('SELECT product_now() AS now');
  expect(aheadOf(row?.now ?? new Date(0))).toBe(83);
  rmSync(empty, { recursive: true, force: true });
});

test('production knows a database of development by its clock', async () => {
  expect(await hasDevelopmentClock(app.database.url)).toBe(true);
  const own = await createTestDatabase();
  expect(await hasDevelopmentClock(own.url)).toBe(false);
  await own.drop();
});

test('a restart goes on from there, and a command alongside it has the same time; production has the real one', () => {
  expect(aheadOf(clockOf({ production: false, dataDir: folder }).now())).toBe(73);
  expect(clockOf({ production: true, dataDir: folder })).toBe(systemClock);
});

test('it never goes back, and takes nothing that is no number of hours', async () => {
  for (const hours of [0, -1, 1.5, 'soon', 99_999, undefined])
    expect((await app.visitor.post('/dev/clock.json', { hours })).status).toBe(400);
  expect((await app.visitor.post('/dev/clock.json', { hours: 1 }, { 'sec-fetch-site': 'cross-site' })).status).toBe(
    403,
  );
  expect(JSON.parse(readFileSync(join(folder, 'clock.json'), 'utf8'))).toEqual({ aheadMs: 73 * hourMs });
});

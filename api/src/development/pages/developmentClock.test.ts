import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { clockOf, DevelopmentClock, systemClock } from '../../ground/clock.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

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

test('a restart goes on from there, and a command beside it has the same time; production has the real one', () => {
  expect(aheadOf(clockOf({ production: false, dataDir: folder }).now())).toBe(25);
  expect(clockOf({ production: true, dataDir: folder })).toBe(systemClock);
});

test('it never goes back, and takes nothing that is no number of hours', async () => {
  for (const hours of [0, -1, 1.5, 'soon', 99_999, undefined])
    expect((await app.visitor.post('/dev/clock.json', { hours })).status).toBe(400);
  expect((await app.visitor.post('/dev/clock.json', { hours: 1 }, { 'sec-fetch-site': 'cross-site' })).status).toBe(
    403,
  );
  expect(JSON.parse(readFileSync(join(folder, 'clock.json'), 'utf8'))).toEqual({ aheadMs: 25 * hourMs });
});

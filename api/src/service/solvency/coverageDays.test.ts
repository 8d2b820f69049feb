import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { dayAfter, dayOf } from '@trellis/api-contract';
import { openDatabaseClock, putForward } from '../../development/databaseClock.ts';
import { DevelopmentClock } from '../../ground/clock.ts';
import { dayMs } from '../../ground/utcDay.ts';
import { Database } from '../../platform/db/database.ts';
import { give } from '../../testing/balances.ts';
import { prepareDemo } from '../../testing/prepareDemo.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { CoverageDays } from './coverageDays.ts';
import { Solvency } from './solvency.ts';

let own: TestDatabase;
let database: Database;
let clock: DevelopmentClock;
let days: CoverageDays;

beforeAll(async () => {
  await prepareDemo();
  own = await createTestDatabase('demo');
  clock = new DevelopmentClock(scratchFolder('coverage'));
  await openDatabaseClock(own.ownerUrl, clock);
  database = new Database({ url: own.url, poolSize: 4 });
  days = new CoverageDays(database);
});
beforeEach(() => own.sql('DELETE FROM coverage_day'));
afterAll(async () => {
  await database.close();
  await own.drop();
});

const at = (time: string) => new Date(`2026-03-${time}Z`);
const recorded = async (now: string) => (await days.read(at(now))).days;

test('of a day the lowest stays and the last, and midnight in UTC begins another', async () => {
  for (const [coverage, time] of [
    [10_260, '09T00:00:00'],
    [10_190, '09T11:00:00'],
    [10_230, '09T23:59:59.999'],
    [10_250, '10T00:00:00'],
  ] as const)
    await days.record(coverage, at(time));
  expect(await recorded('10T12:00:00')).toEqual([
    { day: '2026-03-09', lowest: 10_190, last: 10_230 },
    { day: '2026-03-10', lowest: 10_250, last: 10_250 },
  ]);
});

test('what is written twice is there once, and who comes late takes nothing back', async () => {
  await days.record(10_300, at('09T12:00:00'));
  await days.record(10_300, at('09T12:00:00'));
  // Measured before, and written after.
  await days.record(10_100, at('09T11:59:59'));
  expect(await recorded('09T13:00:00')).toEqual([{ day: '2026-03-09', lowest: 10_100, last: 10_300 }]);
});

test('many processes at once leave one row, with the lowest and the latest of all', async () => {
  const other = new Database({ url: own.url, poolSize: 4 });
  try {
    const otherDays = new CoverageDays(other);
    const second = (index: number) => at(`09T12:00:${String(index).padStart(2, '0')}`);
    // 10,230, 10,207, 10,214 …: the lowest and the latest are neither first nor last to be written.
    const values = Array.from({ length: 40 }, (_, index) => 10_200 + ((index * 7 + 30) % 40));
    await Promise.all(
      values.map((value, index) => (index % 2 ? days : otherDays).record(value, second((index * 11) % 40))),
    );
    const latest = values.find((_, index) => (index * 11) % 40 === 39);
    expect(await recorded('09T13:00:00')).toEqual([{ day: '2026-03-09', lowest: 10_200, last: latest }]);
  } finally {
    await other.close();
  }
});

test('a day that nobody measured is a gap; thirty days are shown, and since when there are any', async () => {
  expect(await days.read(at('09T12:00:00'))).toEqual({ since: null, days: [] });
  const today = '2026-03-30';
  for (const back of [0, 1, 3, 29, 30, 200])
    await days.record(10_000 + back, new Date(`${dayAfter(today, -back)}T08:00:00Z`));
  // A process whose clock was ahead.
  await days.record(10_999, at('31T08:00:00'));
  const { since, days: shown } = await days.read(at('30T00:00:00'));
  expect(since).toBe(dayAfter(today, -200));
  expect(shown.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-27', '2026-03-29', '2026-03-30']);
});

test('below zero and what no small integer holds stay what they are', async () => {
  await days.record(-50, at('09T12:00:00'));
  await days.record(400_000_000_000, at('09T12:01:00'));
  expect(await recorded('09T13:00:00')).toEqual([{ day: '2026-03-09', lowest: -50, last: 400_000_000_000 }]);
});

test('what is measured is what the page shows, by the day of the database', async () => {
  const solvency = new Solvency(database, clock);
  await give(own, 'hana', 'usdAvailable', 1_000);
  const { total } = await solvency.read();
  await solvency.measure();
  await putForward(database, clock, dayMs);
  // What the platform has beyond what it owes.
  await own.sql(
    `SELECT post(gen_random_uuid(), 0, 'over', '\\x00', 'opening', '{}', ARRAY[201, 401]::bigint[], ARRAY[-500000000, 500000000]::bigint[],
                 NULL, NULL, NULL)`,
  );
  await solvency.measure();
  const after = await solvency.read();
  const today = dayOf(clock.now());
  expect(after.total?.coverage).toBeGreaterThan(total?.coverage ?? 0);
  expect(after.byDay).toEqual({
    since: dayAfter(today, -1),
    days: [
      { day: dayAfter(today, -1), lowest: total?.coverage, last: total?.coverage },
      { day: today, lowest: after.total?.coverage, last: after.total?.coverage },
    ],
  });
});

test('where nothing is owed, or a USDT has no rate, nothing is put on record', async () => {
  const empty = await createTestDatabase();
  const door = new Database({ url: empty.url, poolSize: 2 });
  try {
    const solvency = new Solvency(door, clock);
    expect((await solvency.read()).total?.coverage).toBeNull();
    await solvency.measure();
    await empty.sql(`DO $$ BEGIN SET LOCAL session_replication_role = replica; DELETE FROM market_rate; END $$`);
    expect((await solvency.read()).total).toBeNull();
    await solvency.measure();
    expect((await solvency.read()).byDay).toEqual({ since: null, days: [] });
  } finally {
    await door.close();
    await empty.drop();
  }
});

test('the application takes nothing off the record', async () => {
  await days.record(10_100, at('09T12:00:00'));
  await expect(database.rows('DELETE FROM coverage_day')).rejects.toThrow(/permission denied/);
  await expect(
    database.rows(`INSERT INTO coverage_day VALUES ('2026-03-10', 10100, 10100, '2026-03-09T12:00:00Z')`),
  ).rejects.toThrow(/coverage_day/);
});

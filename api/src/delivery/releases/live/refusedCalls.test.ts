import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Database } from '../../../platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { RefusedCalls } from './refusedCalls.ts';

let own: TestDatabase;
let database: Database;
let now: Date;
const clock = { now: () => now };
const days = (count: number) => new Date(now.getTime() + count * 86_400_000);

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});
beforeEach(async () => {
  now = new Date('2026-03-09T12:00:00Z');
  await own.sql('DELETE FROM refused_call');
});

test('two processes count together; the log has an alarm when it begins, and after a quiet day', async () => {
  const [one, other] = [new RefusedCalls(database, clock), new RefusedCalls(database, clock)];
  const alarms: string[] = [];
  const write = (process: RefusedCalls) => process.write(({ call, refusals }) => alarms.push(`${call} ${refusals}`));
  for (let each = 0; each < 1_000; each += 1) one.note('team', '1', 'getBalances');
  await write(one);
  other.note('team', '1', 'getBalances');
  now = days(0.5);
  other.note('team', '1', 'getBalances');
  await write(other);
  await write(one);
  expect(alarms).toEqual(['getBalances 1000']);
  expect(await one.list('team')).toEqual([
    { release: '1', call: 'getBalances', refusals: 1_002, firstAt: days(-0.5), lastAt: now },
  ]);
  now = days(2);
  one.note('team', '1', 'getBalances');
  await write(one);
  expect(alarms).toEqual(['getBalances 1000', 'getBalances 1']);
  // An overview names it for a week, its page for as long as it is kept.
  expect(await one.features()).toEqual(['team']);
  now = days(8);
  expect(await one.features()).toEqual([]);
  expect(await one.list('team')).toHaveLength(1);
});

test('what cannot be written is written the next time', async () => {
  const refused = new RefusedCalls(database, clock);
  refused.note('team', '1', 'getBalances');
  refused.note('team', '1', 'getRecord');
  await own.sql('ALTER TABLE refused_call RENAME TO away');
  await expect(refused.write(() => undefined)).rejects.toThrow();
  refused.note('team', '1', 'getRecord');
  await own.sql('ALTER TABLE away RENAME TO refused_call');
  await refused.write(() => undefined);
  const rows = await refused.list('team');
  expect(rows.map(({ call, refusals }) => [call, refusals])).toEqual([
    ['getBalances', 1],
    ['getRecord', 2],
  ]);
});

test('it is forgotten a year and a month after the last', async () => {
  await own.sql(
    `INSERT INTO refused_call SELECT 'team', '1', 'after' || days, 1, now() - interval '800 days', now() - make_interval(days => days)
       FROM unnest(ARRAY[399, 401]) days`,
  );
  await own.sql('SELECT * FROM forget_old(100)');
  expect(await own.sql('SELECT call FROM refused_call')).toEqual([{ call: 'after399' }]);
});

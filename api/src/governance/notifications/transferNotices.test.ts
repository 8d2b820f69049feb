import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Database } from '../../platform/db/database.ts';
import { placeBareMember } from '../../testing/members.ts';
import { forgetNotices, noticesIn } from '../../testing/records.ts';
import { setSealMargin } from '../../testing/rules.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { transferNotices } from './transferNotices.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 4 });
  for (const [id, name] of ['ann', 'ben'].entries()) await placeBareMember(own, id + 1, name);
  await setSealMargin(own, '0 seconds');
});
afterAll(async () => {
  await database.close();
  await own.drop();
});
beforeEach(async () => {
  await work();
  await own.sql(
    `BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM posting; DELETE FROM journal; COMMIT`,
  );
  await forgetNotices(own);
});

/** A transfer from ann to ben as the money core leaves it. @param age how long ago it was recorded */
async function transfer(amountMinor: number, age = '1 second'): Promise<void> {
  const id = randomUUID();
  await own.sql(
    `INSERT INTO journal SELECT 1, $1::text, $1::uuid, '', 'transfer', '{"sender": "1", "recipient": "2"}', now() - $2::interval`,
    [id, age],
  );
  await own.sql(
    `INSERT INTO posting SELECT account, (SELECT count(*) + 1 FROM posting), $1, amount, 0, j.recorded_at
       FROM journal j, (VALUES (1101, -$2::bigint), (2101, $2::bigint)) AS leg (account, amount) WHERE j.id = $1`,
    [id, amountMinor],
  );
}

async function work(): Promise<void> {
  await transferNotices(database).run(new AbortController().signal);
}

const outcomeOf = async () =>
  (await noticesIn(own)).map(({ username, kind, params, link }) => ({ username, kind, params, link }));
const toBen = (amount: string) => ({
  username: 'ben',
  kind: 'money',
  params: { sender: 'ann', amount: `${amount}\u00a0USD` },
  link: expect.stringMatching(/^\/wallet\/records\/[0-9a-f-]{36}$/),
});
const lookBack = (by: string, column: string) =>
  own.sql(`UPDATE notice_mark SET ${column} = now() - $1::interval`, [by]);

test('the recipient is shown what came from whom, and nobody else is', async () => {
  await lookBack('1 minute', 'up_to');
  for (const amountMinor of [1_234_500_000, 10_000, 1, 5_000_000_000_123_456]) await transfer(amountMinor);
  await own.sql(
    `INSERT INTO journal SELECT 1, 'x', gen_random_uuid(), '', 'opening', '{}', now() - interval '1 second'`,
  );
  await work();
  expect(await outcomeOf()).toEqual(['1,234.50', '0.01', '0.000001', '5,000,000,000.123456'].map(toBen));
});

test('what is read at once and again behind the horizon is notified once, whoever works', async () => {
  for (let count = 0; count < 20; count += 1) await transfer(1_000_000);
  await lookBack('1 minute', 'looked_to');
  await lookBack('1 minute', 'up_to');
  await Promise.all([work(), work(), work()]);
  await work();
  expect(await outcomeOf()).toHaveLength(20);
  // As after a crash that lost the mark, but not the notices.
  await lookBack('1 minute', 'up_to');
  await work();
  expect(await outcomeOf()).toHaveLength(20);
});

test('what committed behind the first reading is shown when its time is closed', async () => {
  await setSealMargin(own, '10 seconds');
  await lookBack('1 minute', 'up_to');
  await work();
  await transfer(1_000_000, '5 seconds');
  await work();
  expect(await outcomeOf()).toEqual([]);
  await setSealMargin(own, '0 seconds');
  await work();
  expect(await outcomeOf()).toEqual([toBen('1.00')]);
});

test('a step notifies of a bounded number, and the next goes on', async () => {
  for (let count = 0; count < 260; count += 1) await transfer(1_000_000, `${30_000 - count} milliseconds`);
  await lookBack('1 minute', 'up_to');
  await lookBack('1 minute', 'looked_to');
  await work();
  expect(await outcomeOf()).toHaveLength(250);
  await work();
  expect(await outcomeOf()).toHaveLength(260);
});

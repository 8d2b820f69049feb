import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Database } from '../../platform/db/database.ts';
import { enrol } from '../../testing/salesTeam.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { markTopic, Topics } from './topics.ts';

let own: TestDatabase;
let database: Database;
const members: string[] = [];
beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 1 });
  for (let count = 0; count < 60; count += 1)
    members.push(await enrol(own, members[(count - 1) >> 1] ?? null, count % 2 === 0 ? 'right' : 'left'));
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const topics = () =>
  new Topics(database, [
    markTopic('balances', { mark: '(SELECT sum(seq) FROM account a WHERE a.owner = asked.member)' }),
    {
      name: 'session',
      sql: `SELECT member, jsonb_build_object('suspended', false) AS reported FROM asked WHERE member > ${members[9]}`,
    },
  ]);

test('however many members, one question is asked and a row a topic comes back', async () => {
  const rows = jest.spyOn(database, 'repeated');
  const reported = await topics().read(members);
  expect(rows).toHaveBeenCalledTimes(1);
  expect(await rows.mock.results[0]?.value).toHaveLength(2);
  rows.mockRestore();
  expect(Object.keys(reported.get('balances') ?? {})).toHaveLength(60);
  // Whom a topic does not name is shown nothing of it.
  expect(Object.keys(reported.get('session') ?? {})).toEqual(members.slice(10));
  expect(JSON.parse(reported.get('balances')?.[String(members[0])] ?? '')).toEqual({ mark: '0' });
});

test('a change of nobody is notified to nobody', async () => {
  expect([...(await topics().read([]))]).toEqual([
    ['balances', {}],
    ['session', {}],
  ]);
  expect(await topics().marksOf(String(members[0]))).toEqual({ balances: '0' });
});

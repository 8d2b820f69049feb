import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { Database } from '../db/database.ts';
import { forgetting } from './forgetting.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 4 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

test('every table is either forgotten after a time, or says in its comment why it is kept', async () => {
  const tables = await own.sql<{ name: string; kept: boolean; forgotten: boolean }>(
    `SELECT relname AS name, coalesce(obj_description(oid, 'pg_class'), '') ~ '^kept: \\S' AS kept,
            relname IN (SELECT name FROM retention) AS forgotten
       FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
  );
  expect(tables.filter(({ kept, forgotten }) => kept === forgotten)).toEqual([]);
  const names = new Set(tables.map(({ name }) => name));
  const forgotten = await own.sql<{ name: string }>('SELECT name FROM retention');
  expect(forgotten.filter(({ name }) => !names.has(name))).toEqual([]);
});

const run = () => forgetting(database, { info: jest.fn() } as never).run(new AbortController().signal);
const ages = async (table: string, column: string): Promise<string[]> =>
  (
    await own.sql<{ age: string }>(
      `SELECT round(extract(epoch FROM now() - ${column}) / 86400)::text AS age FROM ${table} ORDER BY ${column} DESC`,
    )
  ).map(({ age }) => age);

test('what is old goes, what is not stays, and more than one piece at a time is gone through', async () => {
  await own.sql(
    `INSERT INTO stored_answer (owner, key, request_hash, status, body, created_at)
     SELECT 7, days || '-' || status, '\\x00', status, '{}', now() - make_interval(days => days)
       FROM unnest(ARRAY[1, 89, 91, 399, 401]) days, unnest(ARRAY[201, 422]) status`,
  );
  await own.sql(
    `INSERT INTO stored_answer (owner, key, request_hash, status, body, created_at)
     SELECT 7, days || '-closed', '', 409, '{}', now() - make_interval(days => days) FROM unnest(ARRAY[1, 3]) days`,
  );
  await own.sql(
    `INSERT INTO outbox_mail (id, recipient, template, language, params, created_at, due_at, sent_at)
     SELECT gen_random_uuid(), 'a@example.com', 'registerCode', 'en', '{}', at, at, CASE WHEN sent THEN at END
       FROM unnest(ARRAY[now() - interval '29 days', now() - interval '31 days']) at, unnest(ARRAY[true, false]) sent`,
  );
  await own.sql(
    `INSERT INTO security_event (at, audience, event, outcome, network, user_agent, request_id)
     SELECT now() - interval '401 days', 'member', 'logIn', 'done', '192.0.2.1', '', '' FROM generate_series(1, 4100)`,
  );
  await own.sql(
    `INSERT INTO login_failure (subject, failures, window_start, blocked_until)
     VALUES ('long gone', 3, now() - interval '3 days', NULL), ('kept out', 9, now() - interval '3 days', now() + interval '1 hour')`,
  );
  await own.sql(
    `INSERT INTO coverage_day SELECT (at AT TIME ZONE 'UTC')::date, 10200, 10200, at
       FROM unnest(ARRAY[400, 401]) days, LATERAL (SELECT now() - make_interval(days => days) AS at) AS measured`,
  );
  expect(await run()).toBe(true);
  while (await run());
  expect(await ages('stored_answer', 'created_at')).toEqual(['1', '1', '1', '89', '89', '91', '399']);
  // What was never sent is somebody's work.
  expect(await ages('outbox_mail', 'created_at')).toEqual(['29', '29', '31']);
  expect(await ages('coverage_day', 'last_at')).toEqual(['400']);
  expect(await own.sql('SELECT 1 FROM security_event')).toEqual([]);
  expect(await own.sql('SELECT subject FROM login_failure')).toEqual([{ subject: 'kept out' }]);
  expect(await run()).toBe(false);
});

test('the application forgets by these rules only', async () => {
  await own.sql(
    `INSERT INTO security_event (at, audience, event, outcome, network, user_agent, request_id)
     VALUES (now(), 'member', 'logIn', 'auth.credentials_invalid', '192.0.2.1', '', '')`,
  );
  for (const statement of [
    'DELETE FROM security_event',
    `UPDATE security_event SET outcome = 'done'`,
    'DELETE FROM stored_answer',
    'DELETE FROM notice',
    `CREATE OR REPLACE VIEW retention AS SELECT 'journal' AS name, 'true' AS condition, '' AS reason`,
  ])
    await expect(database.rows(statement)).rejects.toThrow(/permission denied|must be owner/);
  await run();
  expect(await own.sql('SELECT 1 FROM security_event')).toHaveLength(1);
});

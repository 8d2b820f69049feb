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

/** Tables that lose nothing by age, and why. */
const kept: Readonly<Record<string, readonly string[]>> = {
  'money and its proofs': `account account_kind journal journal_reversal journal_seal posting money_hold payout_freeze
    verification_run deposit_transfer withdrawal withdrawal_event withdrawal_payout package package_loop`.split(/\s+/),
  'what was decided, by whom':
    `approval approval_given audit_event rule rule_proposal pool_funding market_rate rate_pair exchange_pair
    release_event terms_document terms_acceptance factor_reset factor_reset_link member_suspension`.split(/\s+/),
  'who there is, and what is theirs': `member operator passkey recovery_code book_address denied_address deposit_address
    inquiry inquiry_message tree_leg tree_node team team_block`.split(/\s+/),
  'one row for each thing that there is': 'chain_cursor job notice_mark terms_notice migration sql_file'.split(' '),
  'emptied by who reads it': 'team_event deposit_preview'.split(' '),
  'forgotten by its own job': ['release_load'],
};

test('every table is either forgotten after a time, or kept for a reason', async () => {
  const tables = await own.sql<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
  );
  const forgotten = (await own.sql<{ name: string }>('SELECT name FROM retention')).map(({ name }) => name);
  const all = [...forgotten, ...Object.values(kept).flat()];
  expect(all.sort()).toEqual(tables.map(({ name }) => name).sort());
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
  expect(await run()).toBe(true);
  while (await run());
  expect(await ages('stored_answer', 'created_at')).toEqual(['1', '1', '89', '89', '91', '399']);
  // What was never sent is somebody's work.
  expect(await ages('outbox_mail', 'created_at')).toEqual(['29', '29', '31']);
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

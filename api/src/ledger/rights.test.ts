import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { applicationRole } from '../platform/db/applicationRole.ts';
import { Database, sqlState } from '../platform/db/database.ts';
import { startTestApplication, type TestApplication } from '../testing/testApplication.ts';

let app: TestApplication;
let database: Database;
beforeAll(async () => {
  app = await startTestApplication();
  database = new Database({ url: app.database.url, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await app.close();
});

const outcome = (query: Promise<unknown>): Promise<unknown> => query.then(() => 'done', sqlState);
const denied = '42501';

describe("the application's role", () => {
  test('is trellis_app, and its login the same', async () => {
    expect(await database.rows('SELECT current_user AS name, session_user AS login')).toEqual([
      { name: applicationRole, login: applicationRole },
    ]);
  });

  const money = ['account', 'account_kind', 'journal', 'posting', 'rate_pair', 'market_rate', 'rule'];
  const assurance = ['journal_seal', 'verification_run', 'payout_freeze'];
  const tree = ['tree_node', 'tree_leg', 'team', 'team_block', 'team_event'];
  test.each([...money, ...assurance, ...tree])('reads %s and writes none of it', async (table) => {
    expect(await outcome(database.rows(`SELECT * FROM ${table} LIMIT 1`))).toBe('done');
    const [row] = await app.database.sql<{ column: string }>(
      `SELECT attname AS column FROM pg_attribute WHERE attrelid = $1::regclass AND attnum = 2`,
      [table],
    );
    const column = row?.column ?? '';
    expect(await outcome(database.rows(`INSERT INTO ${table} DEFAULT VALUES`))).toBe(denied);
    expect(await outcome(database.rows(`UPDATE ${table} SET ${column} = ${column}`))).toBe(denied);
    expect(await outcome(database.rows(`DELETE FROM ${table}`))).toBe(denied);
    expect(await outcome(database.rows(`TRUNCATE ${table} CASCADE`))).toBe(denied);
  });

  test.each(['stored_answer', 'release_event', 'member', 'session'])('deletes nothing from %s', async (table) => {
    expect(await outcome(database.rows(`DELETE FROM ${table}`))).toBe(denied);
    expect(await outcome(database.rows(`TRUNCATE ${table} CASCADE`))).toBe(denied);
  });

  test.each(['stored_answer SET key = key', 'release_event SET feature = feature'])(
    'cannot: UPDATE %s',
    async (update) => {
      expect(await outcome(database.rows(`UPDATE ${update}`))).toBe(denied);
    },
  );

  test.each([
    'CREATE TABLE public.mine (id int)',
    "CREATE FUNCTION public.post() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    'ALTER TABLE posting DISABLE TRIGGER ALL',
    'DROP TABLE posting',
  ])('cannot: %s', async (statement) => {
    expect(await outcome(database.rows(statement))).toBe(denied);
  });
});

describe('functions', () => {
  test('of the schema may be called by whom its files name, and by nobody else', async () => {
    const rows = await app.database.sql<{ name: string }>(
      `SELECT proname AS name FROM pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
        WHERE pronamespace = 'public'::regnamespace AND grantee = 0`,
    );
    expect(rows).toEqual([]);
  });

  test.each(['begin_market_rate(1, now())', "end_payout_freeze('why')", 'seal_horizon()'])(
    'cannot be called by the application: %s',
    async (call) => {
      expect(await outcome(database.rows(`SELECT ${call}`))).toBe(denied);
    },
  );
});

describe('even the owner', () => {
  const kept = { journal: 'kind', posting: 'amount', rule: 'value' };
  test.each(Object.entries(kept))('changes, deletes and empties nothing of %s', async (table, column) => {
    for (const statement of [`UPDATE ${table} SET ${column} = ${column}`, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
      expect(await outcome(app.database.sql(statement))).toBe('TR009');
  });

  test('brings no balance below its floor', async () => {
    expect(await outcome(app.database.sql('UPDATE account SET balance = -1 WHERE code = 101'))).toBe('23514');
  });
});

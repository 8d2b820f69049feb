import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ExplainedError } from '../../ground/explainedError.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { checkLifecycles, knownStates, type LifecycleSubject, mayMove } from './lifecycles.ts';

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const mayGo = async (...move: string[]) =>
  (await database.one<{ may: boolean }>('SELECT may_move($1, $2, $3, $4) AS may', move))?.may;

/** Where each can go (columns) from where it stands (rows): m, o, c, t: at the word of member, operator, chain, or as time has passed. */
const ways: Readonly<Record<LifecycleSubject, string>> = {
  withdrawal: `
    |          | review | approved | sent | complete | ended |
    | review   | o      | o        |      |          | mo    |
    | approved | t      |          | oc   |          | o     |
    | sent     |        |          |      | oc       |       |
    | complete |        |          |      |          |       |
    | ended    |        |          |      |          |       |`,
  deposit: `
    |                 | below_minimum | held_unverified | suspense | credited | returning | returned |
    | below_minimum   |               | o               |          |          | o         |          |
    | held_unverified |               |                 |          | mc       |           |          |
    | suspense        |               | oc              |          |          | o         |          |
    | credited        |               |                 |          |          |           |          |
    | returning       | mo            |                 | mo       |          |           | oc       |
    | returned        |               |                 |          |          |           |          |`,
  inquiry: `
    |          | received | answered | closed |
    | received | m        | o        | mo     |
    | answered | m        | o        | mot    |
    | closed   |          |          | m      |`,
  payout: `
    |            | recorded | seen | mismatched | confirmed | invalid |
    | recorded   | c        | c    | c          | oc        | oc      |
    | seen       |          | c    |            | c         |         |
    | mismatched |          |      |            | o         |         |
    | confirmed  |          |      |            |           |         |
    | invalid    |          |      |            | o         | c       |`,
  stake: `
    |          | ongoing | unlocked | applied | ended |
    | ongoing  | mt      | t        | t       | t     |
    | unlocked | m       | m        | m       | m     |
    | applied  |         | mo       |         | oc    |
    | ended    |         |          |         |       |`,
  factor_reset: `
    |           | open | done | moot | cancelled | withdrawn | lapsed |
    | open      | o    | t    | t    | m         | ot        | o      |
    | done      |      |      |      |           |           |        |
    | moot      |      |      |      |           |           |        |
    | cancelled |      |      |      |           |           |        |
    | withdrawn |      |      |      |           |           |        |
    | lapsed    |      |      |      |           |           |        |`,
};

test.each(Object.entries(ways))('a %s goes where it may, and nowhere else', async (subject, text) => {
  const [[, ...columns] = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  for (const [from = '', ...cells] of rows)
    for (const [index, to] of columns.entries()) {
      const may = [];
      for (const who of ['member', 'operator', 'chain', 'time'] as const)
        if (await mayGo(subject, from, to, who)) may.push(who[0]);
      expect([from, to, may.join('')]).toEqual([from, to, cells[index]]);
    }
});

test('a version asks whether something may', async () => {
  const cancelled = { subject: 'withdrawal', to: 'ended', who: 'member' } as const;
  expect(await mayMove(database, { ...cancelled, from: 'review' })).toBe(true);
  expect(await mayMove(database, { ...cancelled, from: 'approved' })).toBe(false);
});

test('database and version know the same', async () => {
  await checkLifecycles(database);
  const rows = await own.sql<{ state: string }>(
    'SELECT DISTINCT subject || to_state AS state FROM lifecycle_transition',
  );
  expect(rows.map(({ state }) => state).sort()).toEqual(knownStates().sort());
});

test('a process of the version before starts again where a newer one has brought another state', async () => {
  const [view] = await own.sql<{ text: string }>(`SELECT pg_get_viewdef('lifecycle_transition'::regclass) AS text`);
  const other = await createTestDatabase();
  const newer = new Database({ url: other.url, poolSize: 1 });
  await other.sql(
    `CREATE OR REPLACE VIEW lifecycle_transition AS SELECT * FROM (${view?.text.replace(/;$/, '')}) AS list
       UNION ALL SELECT 'inquiry', 'closed', 'burnt', '{member}', '{}'`,
  );
  await checkLifecycles(newer);
  await newer.close();
  await other.drop();
});

describe('a start is refused when', () => {
  test.each([
    [
      'a state is known here alone',
      `WHERE coalesce(from_state, '') <> 'sent' AND to_state <> 'sent'`,
      'withdrawal sent',
    ],
    ['somebody else moves it', `UNION ALL SELECT 'inquiry', 'closed', 'received', '{cat}', '{}'`, 'cat'],
    [
      'what is required is nowhere',
      `UNION ALL SELECT 'inquiry', 'closed', 'received', '{member}', '{no_such}'`,
      'no_such',
    ],
  ])('%s', async (_what, change, named) => {
    const other = await createTestDatabase();
    const alongside = new Database({ url: other.url, poolSize: 1 });
    try {
      const [view] = await other.sql<{ text: string }>(
        `SELECT pg_get_viewdef('lifecycle_transition'::regclass) AS text`,
      );
      await other.sql(
        `CREATE OR REPLACE VIEW lifecycle_transition AS
           SELECT * FROM (${view?.text.replace(/;$/, '')}) AS list ${change}`,
      );
      await expect(checkLifecycles(alongside)).rejects.toThrow(named);
      await expect(checkLifecycles(alongside)).rejects.toBeInstanceOf(ExplainedError);
    } finally {
      await alongside.close();
      await other.drop();
    }
  });
});

describe('the guard of a table', () => {
  const outcome = (statement: string): Promise<unknown> => own.sql(statement).then(() => 'done', sqlState);

  beforeAll(async () => {
    const [view] = await own.sql<{ text: string }>(`SELECT pg_get_viewdef('lifecycle_transition'::regclass) AS text`);
    await own.sql(`
      CREATE TABLE kettle (id int, state text, water int, size int);
      CREATE FUNCTION kettle_filled(kettle) RETURNS boolean LANGUAGE sql AS 'SELECT $1.water > 0';
      CREATE FUNCTION kettle_closed(kettle) RETURNS boolean LANGUAGE sql AS 'SELECT $1.water < $1.size';
      CREATE OR REPLACE VIEW lifecycle_transition AS ${view?.text.replace(/;$/, '')} UNION ALL
        SELECT 'kettle', f, t, ARRAY['member'], r FROM (VALUES
          (NULL, 'cold', '{}'::text[]), ('cold', 'hot', '{kettle_filled,kettle_closed}'), ('hot', 'cold', '{}')) AS list (f, t, r);
      CREATE TRIGGER kettle_lifecycle BEFORE INSERT OR UPDATE ON kettle
        FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('kettle', 'state')`);
  });
  beforeEach(() => own.sql(`DELETE FROM kettle; INSERT INTO kettle VALUES (1, 'cold', 0, 5)`));

  test.each([
    [`INSERT INTO kettle VALUES (2, 'cold', 0, 5)`, 'done'],
    [`INSERT INTO kettle VALUES (2, 'hot', 1, 5)`, 'TL001'],
    [`INSERT INTO kettle VALUES (2, NULL, 1, 5)`, 'TL001'],
    [`UPDATE kettle SET state = 'hot'`, 'TL001'],
    [`UPDATE kettle SET state = 'hot', water = 5`, 'TL001'],
    // Neither true nor false is no.
    [`UPDATE kettle SET state = 'hot', water = NULL`, 'TL001'],
    [`UPDATE kettle SET state = 'hot', water = 1`, 'done'],
    [`UPDATE kettle SET state = 'cold'`, 'TL001'],
    [`UPDATE kettle SET state = NULL`, 'TL001'],
    [`UPDATE kettle SET state = 'gone'`, 'TL001'],
    [`UPDATE kettle SET water = 3`, 'TL001'],
    [`DELETE FROM kettle`, 'done'],
  ])('answers %s with %s', async (statement, state) => {
    expect(await outcome(statement)).toBe(state);
  });

  test('is on the table of everything that is listed', async () => {
    // 23: before insert or update, for each row.
    const rows = await own.sql<{ subject: string }>(
      `SELECT convert_from(substring(tgargs FROM 1 FOR position('\\x00'::bytea IN tgargs) - 1), 'UTF8') AS subject FROM pg_trigger
        WHERE tgfoid = 'guard_lifecycle'::regproc AND tgenabled = 'O' AND tgtype = 23 ORDER BY 1`,
    );
    expect(rows.map(({ subject }) => subject)).toEqual([
      'deposit',
      'factor_reset',
      'inquiry',
      'kettle',
      'payout',
      'stake',
      'withdrawal',
    ]);
  });
});

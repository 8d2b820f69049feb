import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { Database } from './database.ts';
import type { Statement } from './lanes.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.coreUrl, poolSize: 2, prepared: true });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const kinds: Statement = { name: 'kinds', text: 'SELECT code, unit FROM account_kind WHERE code = ANY ($1::int[])' };
const read = (subject = database) => subject.repeated(kinds, [['101']]);
const result = [{ code: 101, unit: 'USD' }];
const prepared = () =>
  own.sql<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'trellis lanes'`,
  );

test('is prepared once and answers as the ordinary way does', async () => {
  expect([await read(), await read()]).toEqual([result, result]);
  expect(await database.rows(kinds.text, [['101']])).toEqual(result);
  expect(await prepared()).toHaveLength(1);
  const plans = `SELECT generic_plans::int AS generic, custom_plans::int AS custom FROM pg_prepared_statements WHERE name = 'kinds'`;
  expect(await database.repeated({ name: 'plans', text: plans })).toEqual([{ generic: 2, custom: 0 }]);
});

test('sees what its transaction has done', async () => {
  const made: Statement = { name: 'made', text: `SELECT unit FROM asset_of_test` };
  await database.inTransaction(async () => {
    await database.rows(`CREATE TEMPORARY TABLE asset_of_test ON COMMIT DROP AS SELECT 'USD' AS unit`);
    expect(await database.repeated(made)).toEqual([{ unit: 'USD' }]);
  });
});

test('goes on where the connection was cut, and where a migration has changed a column', async () => {
  await read();
  for (const { pid } of await prepared()) await own.sql('SELECT pg_terminate_backend($1::int)', [String(pid)]);
  expect(await read()).toEqual(result);
  await own.sql('CREATE TABLE changed (id int); INSERT INTO changed VALUES (1); GRANT SELECT ON changed TO PUBLIC');
  const changed: Statement = { name: 'changed', text: 'SELECT id FROM changed' };
  expect(await database.repeated(changed)).toEqual([{ id: 1 }]);
  await own.sql('ALTER TABLE changed ALTER id TYPE bigint');
  expect(await database.repeated(changed)).toEqual([{ id: '1' }]);
});

test('hands on what the server refuses', async () => {
  await expect(database.repeated({ name: 'wrong', text: 'SELECT 1 / 0' })).rejects.toMatchObject({ code: '22012' });
});

test('prepares nothing where a pooler hands connections round', async () => {
  const pooled = new Database({ url: own.coreUrl, poolSize: 1 });
  try {
    const before = (await prepared()).length;
    expect(await read(pooled)).toEqual(result);
    expect(await prepared()).toHaveLength(before);
  } finally {
    await pooled.close();
  }
});

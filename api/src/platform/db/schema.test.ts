import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { placed, schemaName } from '../../ground/place.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { migrate } from './migrate.ts';
import { currentSqlPaths, readSchema } from './schemaSource.ts';
import { schemaText } from './schemaText.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase('nothing');
  await migrate(own.ownerUrl);
});
afterAll(async () => {
  await own.drop();
});

/** In another schema a body that names it has another digest. */
const linesOf = (text: string): string[] =>
  (schemaName === 'public' ? text : text.replaceAll(/-- [0-9a-f]{12}$/gm, '--')).split('\n');
const written = (): string[] => linesOf(placed(readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8')));
const present = async (): Promise<string[]> => {
  const client = new pg.Client({ connectionString: own.ownerUrl });
  await client.connect();
  try {
    return linesOf(await schemaText(client));
  } finally {
    await client.end();
  }
};

test('migrations and current SQL make what schema.sql says (npm run schema writes it again)', async () => {
  expect(await present()).toEqual(written());
});

test('current SQL makes the same when all of it is applied once more', async () => {
  const { migrations, current } = readSchema();
  const touched = current.map(({ name, text }) => ({ name, text: `${text}\n-- touched` }));
  expect(await migrate(own.ownerUrl, { migrations, current: touched })).toEqual(current.map(({ name }) => name));
  expect(await present()).toEqual(written());
});

test('every file is applied, under a name of its own that does not say where it lies', () => {
  const names = readSchema().current.map(({ name }) => name);
  expect([...names].sort()).toEqual(
    currentSqlPaths()
      .map((path) => basename(path))
      .sort(),
  );
  expect(names.length).toBeGreaterThan(50);
  expect(new Set(names).size).toBe(names.length);
});

test('every function, view and trigger stands in one file', async () => {
  const defined = readSchema().current.flatMap(({ text }) =>
    [...text.matchAll(/^CREATE OR REPLACE (?:(?:FUNCTION|VIEW) (\w+)|TRIGGER (\w+)[^;]*? ON (\w+))/gm)].map(
      ([, name, trigger, table]) => name ?? `${trigger} on ${table}`,
    ),
  );
  const rows = await own.sql<{ name: string }>(
    `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace
     UNION ALL SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'
     UNION ALL SELECT tgname || ' on ' || tgrelid::regclass FROM pg_trigger WHERE NOT tgisinternal`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(defined.sort());
  const [noted] = await own.sql<{ count: number }>('SELECT sum(cardinality(objects))::int AS count FROM sql_file');
  expect(noted?.count).toBe(defined.length);
});

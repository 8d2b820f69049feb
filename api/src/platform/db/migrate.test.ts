import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ExplainedError } from '../../ground/explainedError.ts';
import { placed } from '../../ground/place.ts';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { readSchema, type SchemaSource } from './schemaSource.ts';

/** A schema of one table, with what the files of `sql/` say. */
const schema = (current: Record<string, string>, migrations: Record<string, string> = {}): SchemaSource => ({
  migrations: Object.entries({ '001-base': 'CREATE TABLE thing (id int, word text)', ...migrations }).map(
    ([name, text]) => ({ name, files: [{ name: `${name}.sql`, text }] }),
  ),
  current: Object.entries(current).map(([name, text]) => ({ name, text })),
});
const answer = (number: number): string =>
  `CREATE OR REPLACE FUNCTION answer() RETURNS int LANGUAGE sql AS 'SELECT ${number}';`;
const guard = `
  CREATE OR REPLACE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
  CREATE OR REPLACE TRIGGER guarded BEFORE INSERT ON thing FOR EACH ROW EXECUTE FUNCTION guard();
  CREATE OR REPLACE VIEW words AS SELECT word FROM thing;`;

let own: TestDatabase;
beforeEach(async () => {
  own = await createTestDatabase('nothing');
});
afterEach(async () => {
  await own.drop();
});

/** Functions, views and triggers by name, with the arguments of functions. */
async function present(): Promise<string[]> {
  const rows = await own.sql<{ name: string }>(
    `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace
     UNION ALL SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'
     UNION ALL SELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

describe('the schema of this version', () => {
  test('is made once, also by two processes that start at once', async () => {
    const other = await createTestDatabase('nothing');
    try {
      // The other is a database of the same server: roles belong to both.
      const [first, second, third] = await Promise.all([
        migrate(own.ownerUrl),
        migrate(own.ownerUrl),
        migrate(other.ownerUrl),
      ]);
      const { migrations, current } = readSchema();
      const everything = [...migrations, ...current].map(({ name }) => name);
      expect([first, second].sort((a, b) => a.length - b.length)).toEqual([[], everything]);
      expect(third).toEqual(everything);
      expect(await migrate(own.ownerUrl)).toEqual([]);
      expect(await pendingMigrations(own.ownerUrl)).toEqual([]);
    } finally {
      await other.drop();
    }
  });

  test('is made in two schemas of one database, and the books of both hold', async () => {
    await migrate(own.ownerUrl);
    const owner = new URL(own.ownerUrl);
    owner.search = '';
    const env = { PATH: process.env.PATH, DATABASE_SCHEMA: 'second', OWNER_DATABASE_URL: owner.href };
    const command = async (file: string): Promise<string> =>
      (await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../..', file)], { env })).stdout;
    expect(await command('commands/migrate.ts')).toMatch(/^Migrated: 001-base,/);
    expect(await command('commands/migrate.ts')).toBe('The database is up to date.\n');
    expect(await command('ledger/verification/verify.ts')).toMatch(/All \d+ invariants hold\.\n$/);
    expect((await verifyAll(own.ownerUrl)).filter(({ rows }) => rows.length > 0)).toEqual([]);
  }, 60_000);

  test('is wholly there or not at all, and the error names the line', async () => {
    const broken = schema({
      'answer.sql': answer(1),
      'broken.sql': '\n-- why\nCREATE VIEW none AS SELECT no FROM thing;',
    });
    await expect(migrate(own.ownerUrl, broken)).rejects.toThrow(/^broken\.sql, line 3: .*"no" does not exist/);
    expect(await own.sql(`SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).toEqual([]);
    expect(await pendingMigrations(own.ownerUrl, broken)).toEqual(['001-base']);
  });
});

describe('a file of current SQL', () => {
  test('is applied again when it has changed, alone', async () => {
    await migrate(own.ownerUrl, schema({ 'answer.sql': answer(1), 'guard.sql': guard }));
    const next = schema({ 'answer.sql': answer(2), 'guard.sql': guard });
    expect(await pendingMigrations(own.ownerUrl, next)).toEqual(['answer.sql']);
    expect(await migrate(own.ownerUrl, next)).toEqual(['answer.sql']);
    expect(await own.sql('SELECT answer()')).toEqual([{ answer: 2 }]);
    expect(await migrate(own.ownerUrl, next)).toEqual([]);
  });

  test('takes away what it no longer says: a function, its former arguments, a view, a trigger', async () => {
    await migrate(own.ownerUrl, schema({ 'answer.sql': answer(1), 'guard.sql': guard }));
    expect(await present()).toEqual(['answer()', 'guard()', 'guarded', 'words']);
    const words = `CREATE OR REPLACE FUNCTION answer(p_word text) RETURNS int LANGUAGE sql AS 'SELECT 3';`;
    await migrate(own.ownerUrl, schema({ 'answer.sql': words, 'guard.sql': guard }));
    expect(await present()).toEqual(['answer(text)', 'guard()', 'guarded', 'words']);
    expect(await migrate(own.ownerUrl, schema({ 'answer.sql': words }))).toEqual([]);
    expect(await present()).toEqual(['answer(text)']);
  });

  test('hands a function over to another file', async () => {
    await migrate(own.ownerUrl, schema({ 'a.sql': answer(1), 'b.sql': guard }));
    await migrate(own.ownerUrl, schema({ 'a.sql': '-- moved', 'b.sql': guard + answer(1) }));
    expect(await present()).toContain('answer()');
  });

  test('takes back rights that it no longer gives', async () => {
    const may = async (): Promise<unknown> =>
      (
        await own.sql<{ may: boolean }>(
          `SELECT proacl::text LIKE '%trellis_app=%' AS may FROM pg_proc WHERE proname = 'answer'`,
        )
      )[0]?.may;
    await migrate(
      own.ownerUrl,
      schema({ 'answer.sql': placed(`${answer(1)} GRANT EXECUTE ON FUNCTION answer TO trellis_app;`) }),
    );
    expect(await may()).toBe(true);
    await migrate(own.ownerUrl, schema({ 'answer.sql': answer(1) }));
    expect(await may()).toBe(false);
  });

  test('makes again what a migration had to drop', async () => {
    await migrate(own.ownerUrl, schema({ 'guard.sql': guard }));
    const wider = { '002-words': 'DROP VIEW words; ALTER TABLE thing ALTER COLUMN word TYPE varchar(9)' };
    expect(await migrate(own.ownerUrl, schema({ 'guard.sql': guard }, wider))).toEqual(['002-words', 'guard.sql']);
    expect(await present()).toContain('words');
  });

  test('may be changed under the calls of a running process', async () => {
    const { current, migrations } = readSchema();
    await migrate(own.ownerUrl);
    await own.sql('SELECT tree_place(NULL, 0::smallint)');
    let isOver = false;
    const failures: unknown[] = [];
    const calls = Array.from({ length: 3 }, async (_, caller) => {
      for (let call = 0; !isOver; call += 1)
        await own
          .sql(
            `SELECT * FROM post(gen_random_uuid(), 1, $1, '', 'opening', '{}', ARRAY[1101, 201], ARRAY[5, -5], NULL, NULL, NULL)`,
            [`${caller}-${call}`],
          )
          .catch((error: unknown) => failures.push(error));
    });
    for (let version = 1; version <= 4; version += 1)
      await migrate(own.ownerUrl, {
        migrations,
        current: current.map(({ name, text }) => ({ name, text: `${text}\n-- ${version}` })),
      });
    isOver = true;
    await Promise.all(calls);
    expect(failures).toEqual([]);
    const [posted] = await own.sql<{ count: number }>('SELECT count(*)::int AS count FROM journal');
    expect(posted?.count).toBeGreaterThan(20);
  });
});

describe('a process of another version', () => {
  const older = schema({ 'answer.sql': answer(1) });
  const newer = schema({ 'answer.sql': answer(2) });

  test('starts again alongside a newer one whose functions are there already', async () => {
    await migrate(own.ownerUrl, older);
    await migrate(own.ownerUrl, newer);
    expect(await pendingMigrations(own.ownerUrl, older)).toEqual([]);
  });

  test('changes nothing of a database whose tables a newer one has changed', async () => {
    await migrate(
      own.ownerUrl,
      schema({ 'answer.sql': answer(2) }, { '002-more': 'ALTER TABLE thing ADD COLUMN more int' }),
    );
    expect(await pendingMigrations(own.ownerUrl, older)).toEqual([]);
    expect(await migrate(own.ownerUrl, older)).toEqual([]);
    expect(await own.sql('SELECT answer()')).toEqual([{ answer: 2 }]);
  });

  test('is refused in one sentence of a database made before the first production', async () => {
    await own.sql(`CREATE TABLE migration (name text PRIMARY KEY); INSERT INTO migration (name) VALUES ('001-roles')`);
    for (const look of [migrate, pendingMigrations]) {
      const refusal = look(own.ownerUrl);
      await expect(refusal).rejects.toBeInstanceOf(ExplainedError);
      await expect(refusal).rejects.toThrow(/before the first production.*DATA_DIR.*DATABASE_URL\.$/);
    }
    expect(await own.sql(`SELECT 1 FROM pg_class WHERE relname = 'member'`)).toEqual([]);
  });
});

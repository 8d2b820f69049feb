import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

/**
 * A table is written by the source files of one folder; others ask that folder's repository. What only tests, the
 * development pages and commands do is not looked at, nor are the functions of `sql/`.
 */
const source = join(import.meta.dirname, '../..');
const isLookedAt = (file: string): boolean =>
  !/\.test\.ts$/.test(file) && !/^(testing|development|commands|platform\/db\/migrations)\//.test(file);

/** Files that write a table of another folder, and why that has to be. */
const exceptions: readonly { readonly file: string; readonly table: string; readonly why: string }[] = [
  {
    file: 'identity/terms/termsRepository.ts',
    table: 'member',
    why: 'one statement compares what was agreed to with what holds, and notes it: one view',
  },
];

interface Write {
  readonly file: string;
  readonly table: string;
}

const tables = new Set(
  [...readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8').matchAll(/^CREATE TABLE (\w+)/gm)].map(
    ([, name]) => name ?? '',
  ),
);

/** INSERT, UPDATE, DELETE and TRUNCATE in SQL, a model, and `insert` of the door; not the UPDATE of a lock or conflict. */
const writing =
  /\b(?:INSERT\s+INTO|(?<!\bFOR\s+(?:NO\s+KEY\s+)?)UPDATE(?:\s+ONLY)?|DELETE\s+FROM|TRUNCATE(?:\s+TABLE)?)\s+"?(\w+)|\btable\(\s*'(\w+)'|\binsert(?:<\w+>)?\(\s*'(\w+)'/g;

const writesIn = (file: string, text: string): Write[] =>
  [...text.matchAll(writing)]
    .map(([, bySql, byModel, byInsert]) => ({ file, table: bySql ?? byModel ?? byInsert ?? '' }))
    .filter(({ table }) => tables.has(table));

/** What is wrong, a sentence for each file and table. */
function faultsOf(writes: readonly Write[]): string[] {
  const isExcepted = (write: Write) =>
    exceptions.some(({ file, table }) => file === write.file && table === write.table);
  const own = writes.filter((write) => !isExcepted(write));
  return [...new Set(own.map(({ table }) => table))].flatMap((table) => {
    const files = [...new Set(own.filter((write) => write.table === table).map(({ file }) => file))].sort();
    const folders = [...new Set(files.map((file) => dirname(file)))];
    return folders.length < 2
      ? []
      : [
          `${table} is written in ${folders.length} folders, by ${files.join(' and ')}: ` +
            'write it in the repository of one of them, and call that from the others (or list it in tableOwners.test.ts, with a reason).',
        ];
  });
}

const files = globSync('**/*.ts', { cwd: source }).filter(isLookedAt);
const writes = files.flatMap((file) => writesIn(file, readFileSync(join(source, file), 'utf8')));

test('every table is written by the files of one folder', () => {
  expect(faultsOf(writes)).toEqual([]);
});

test('no table has two models: of the second one `database.model` would know no column', () => {
  const models = files.flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/\btable\(\s*'(\w+)'/g)].map(([, name]) => name),
  );
  expect(models.filter((name, index) => models.indexOf(name) < index)).toEqual([]);
});

test('no exception is left that nobody needs', () => {
  const idle = exceptions.filter(
    ({ file, table }) => !writes.some((write) => write.file === file && write.table === table),
  );
  expect(idle).toEqual([]);
});

test('the test finds what it looks for', () => {
  expect(new Set(writes.map(({ table }) => table)).size).toBeGreaterThan(30);
  const text = [
    "await database.change('UPDATE member SET frozen_at = $2 WHERE id = $1');",
    'INSERT INTO member (id)',
    'DELETE\n FROM member',
    "const memberTable = table('member', {",
    "await database.insert(\n  'member', {",
    'SELECT 1 FROM inquiry WHERE id = $1 FOR UPDATE',
    'SELECT 1 FROM member FOR NO KEY UPDATE',
    'ON CONFLICT DO UPDATE SET member = 1',
  ].join('\n');
  const result = writesIn('service/support/memberDirectory.ts', text);
  expect(result.map(({ table }) => table)).toEqual(['member', 'member', 'member', 'member', 'member']);
  expect(faultsOf([...writes, ...result])).toEqual([
    expect.stringMatching(/^member is written in 2 folders, by .*service\/support\/memberDirectory\.ts: write it in/),
  ]);
});

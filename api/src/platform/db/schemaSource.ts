import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A piece of SQL as it stands in a file; the name is what an error shows. */
export interface SqlFile {
  readonly name: string;
  readonly text: string;
}

/** One numbered step of tables and data. It runs once, and a landed one is never edited: write the next. */
export interface Migration {
  readonly name: string;
  readonly files: readonly SqlFile[];
}

/** All that makes the schema: the steps that run once, and what stands in the database as it stands in its files. */
export interface SchemaSource {
  readonly migrations: readonly Migration[];
  /** Functions, views and triggers, in the order in which they are applied. */
  readonly current: readonly SqlFile[];
}

/**
 * The order of `sql/`. A function's body is looked into only when it runs, so the order matters for what is called by
 * a trigger or stands in a view, which must be there before.
 */
const sqlOrder = [
  'session',
  'clock',
  'append-only',
  'rules',
  'digests',
  'approvals',
  'lifecycle',
  'tree',
  'team',
  'ledger',
  'post',
  'founded',
  'post-batch',
  'hold',
  'reversal',
  'pools',
  'packages',
  'statement',
  'rates',
  'quote',
  'seals',
  'payout-freeze',
  'audit',
  'operators',
  'releases',
  'notices',
  'support',
  'terms',
  'jobs',
  'retention',
  'deposits',
  'withdrawals',
] as const;

/** Reads it all from this folder. */
export function readSchema(): SchemaSource {
  const migrations = join(import.meta.dirname, 'migrations');
  return {
    migrations: readdirSync(migrations, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.name.endsWith('.sql'))
      .map((entry) => ({
        name: entry.name.replace(/\.sql$/, ''),
        files: entry.isDirectory()
          ? sqlFilesIn(join(migrations, entry.name)).map((file) => read(migrations, `${entry.name}/${file}`))
          : [read(migrations, entry.name)],
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    current: sqlOrder.map((name) => read(join(import.meta.dirname, 'sql'), `${name}.sql`)),
  };
}

/** Names of the SQL files of a folder, in the order of their names. */
export function sqlFilesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

export const digestOf = (file: SqlFile): string => createHash('sha256').update(file.text).digest('hex');

function read(folder: string, name: string): SqlFile {
  return { name, text: readFileSync(join(folder, name), 'utf8') };
}

import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

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
 * Files of `sql/` that others need when they are applied, in this order; the rest follows by name, and then what lies with
 * the products. A body in plpgsql is looked into only when it runs, so that is little: what a trigger calls, what stands in a
 * view, and what a body in SQL names.
 */
const sqlFirst = ['session', 'clock', 'append-only', 'rules', 'approvals', 'lifecycle', 'rates'];

const ownFolder = join(import.meta.dirname, 'sql');
const productsFolder = join(import.meta.dirname, '../../products');

/** Reads it all: from this folder, and the current SQL of products from theirs. */
export function readSchema(): SchemaSource {
  const migrations = join(import.meta.dirname, 'migrations');
  const first: readonly string[] = sqlFirst.map((name) => `${name}.sql`);
  const rest = sqlFilesIn(ownFolder).filter((name) => !first.includes(name));
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
    current: [...first, ...rest].map((name) => read(ownFolder, name)).concat(sqlOfProducts()),
  };
}

/**
 * Of any product, by their names. A database remembers a file by its name alone: so one that moves from folder to folder is
 * the same to it, also for a process of the version before that starts again.
 */
function sqlOfProducts(): SqlFile[] {
  return globSync('**/*.sql', { cwd: productsFolder })
    .map((path) => ({ name: basename(path), text: readFileSync(join(productsFolder, path), 'utf8') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Names of the SQL files of a folder, in the order of their names. */
function sqlFilesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

export const digestOf = (file: SqlFile): string => createHash('sha256').update(file.text).digest('hex');

function read(folder: string, name: string): SqlFile {
  return { name, text: readFileSync(join(folder, name), 'utf8') };
}

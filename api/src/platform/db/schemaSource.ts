import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { placed } from '../../ground/place.ts';

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
 * Files that others need when they are applied, in this order; the rest follows by name, products last. A body in plpgsql is
 * looked into only when it runs, so that is little: what a trigger calls, what stands in a view, and what a body in SQL names.
 */
const sqlFirst = ['session', 'clock', 'append-only', 'rules', 'approvals', 'lifecycle', 'rates'].map(
  (name) => `${name}.sql`,
);

const sources = join(import.meta.dirname, '../..');
const migrationsFolder = join(import.meta.dirname, 'migrations');

/** Reads it all: the migrations from here, and current SQL from the folders of its domains. */
export function readSchema(): SchemaSource {
  return {
    migrations: readdirSync(migrationsFolder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.name.endsWith('.sql'))
      .map((entry) => ({
        name: entry.name.replace(/\.sql$/, ''),
        files: entry.isDirectory()
          ? sqlFilesIn(join(migrationsFolder, entry.name)).map((file) =>
              read(migrationsFolder, `${entry.name}/${file}`),
            )
          : [read(migrationsFolder, entry.name)],
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    current: currentSql(),
  };
}

/**
 * A database remembers a file by its name alone: so one that moves from folder to folder is the same to it, also for a process
 * of the version before that starts again.
 */
function currentSql(): SqlFile[] {
  const files = currentSqlPaths().map((path) => ({
    place: `${placeOf(path)} ${basename(path)}`,
    file: { name: basename(path), text: placed(readFileSync(join(sources, path), 'utf8')) },
  }));
  return files.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ file }) => file);
}

/** Paths of all current SQL below `api/src`. */
export const currentSqlPaths = (): string[] =>
  globSync('**/*.sql', { cwd: sources }).filter((path) => !/^platform\/db\/(migrations\/|schema\.sql$)/.test(path));

/** Sorts before what comes later. */
function placeOf(path: string): string {
  const first = sqlFirst.indexOf(basename(path));
  if (first >= 0) return `0${first}`;
  return path.startsWith('products/') ? '2' : '1';
}

/** Names of the SQL files of a folder, in the order of their names. */
function sqlFilesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

export const digestOf = (file: SqlFile): string => createHash('sha256').update(file.text).digest('hex');

function read(folder: string, name: string): SqlFile {
  return { name, text: placed(readFileSync(join(folder, name), 'utf8')) };
}

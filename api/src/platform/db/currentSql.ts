import type { Client } from 'pg';
import { placed } from '../../ground/place.ts';
import { digestOf, type SqlFile } from './schemaSource.ts';

export const currentSqlTable = `
  CREATE TABLE IF NOT EXISTS sql_file (
    name       text PRIMARY KEY,
    digest     text NOT NULL,
    -- Of the file in other versions that were applied here: a process of such a version may start again.
    earlier    text[] NOT NULL DEFAULT '{}',
    -- The functions, views and triggers that it made, as Postgres names them: function public.post(uuid,…).
    objects    text[] NOT NULL DEFAULT '{}',
    applied_at timestamptz NOT NULL
  )`;

interface AppliedFile {
  readonly name: string;
  readonly digest: string;
  readonly objects: readonly string[];
}

/**
 * Applies the files that are not in the database as they stand here, and drops what only earlier forms of them made: a
 * function that is in no file any more, or has other arguments now. To be called in a transaction.
 * @param isMigrated whether migrations ran just now: they may have dropped what a file had made
 * @returns the names of the files that were applied
 */
export async function applyCurrentSql(
  client: Client,
  files: readonly SqlFile[],
  isMigrated: boolean,
  run: (file: SqlFile) => Promise<void>,
): Promise<string[]> {
  const { rows: applied } = await client.query<AppliedFile>('SELECT name, digest, objects FROM sql_file');
  const before = new Map(applied.map((file) => [file.name, file]));
  const incomplete = isMigrated && applied.length > 0 ? await incompleteFiles(client) : new Set<string>();
  const changed = files.filter((file) => before.get(file.name)?.digest !== digestOf(file) || incomplete.has(file.name));
  if (changed.length === 0 && before.size === files.length) return [];
  // The grants of a file are all that there are.
  for (const { name } of changed) await revoke(client, before.get(name)?.objects ?? []);
  for (const file of changed) {
    const before = await lastCommand(client);
    await run(file);
    await mark(client, file, await madeAfter(client, before));
  }
  await client.query('DELETE FROM sql_file WHERE name <> ALL ($1::text[])', [files.map(({ name }) => name)]);
  const { rows } = await client.query<{ object: string }>(
    `SELECT object FROM unnest($1::text[]) AS object
      WHERE object <> ALL (ARRAY(SELECT unnest(objects) FROM sql_file)) ORDER BY object LIKE 'function %', object`,
    [applied.flatMap(({ objects }) => objects)],
  );
  for (const { object } of rows) await client.query(object.replace(/^(\w+) /, 'DROP $1 IF EXISTS '));
  return changed.map(({ name }) => name);
}

/** Names of files that this database has never had as they stand here. */
export async function unknownSql(client: Client, files: readonly SqlFile[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[], $2::text[]) AS file (name, digest)
      WHERE NOT EXISTS (SELECT 1 FROM sql_file s WHERE s.name = file.name AND file.digest = ANY (s.earlier || s.digest))`,
    [files.map(({ name }) => name), files.map(digestOf)],
  );
  return rows.map(({ name }) => name);
}

/** Functions, views and triggers of the schema, and who wrote the row of the catalogue that says what they are. */
const catalogue = placed(`
  SELECT 'pg_proc'::regclass AS class, oid, xmin AS writer, cmin AS command FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
  UNION ALL
  SELECT 'pg_trigger'::regclass, t.oid, t.xmin, t.cmin FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal
  UNION ALL
  SELECT 'pg_class'::regclass, c.oid, r.xmin, r.cmin FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'v'`);
const nameOf = `(SELECT named.type || ' ' || named.identity FROM pg_identify_object(class, oid, 0) AS named)`;

/** Names of files of which something is not there any more. */
async function incompleteFiles(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `WITH present AS MATERIALIZED (SELECT array_agg(${nameOf}) AS objects FROM (${catalogue}) AS object)
     SELECT s.name FROM sql_file s, present WHERE NOT s.objects <@ present.objects`,
  );
  return new Set(rows.map(({ name }) => name));
}

async function mark(client: Client, file: SqlFile, objects: readonly string[]): Promise<void> {
  await client.query(
    `INSERT INTO sql_file AS s (name, digest, objects, applied_at) VALUES ($1, $2, $3, now())
      ON CONFLICT (name) DO UPDATE SET digest = excluded.digest, objects = excluded.objects, applied_at = excluded.applied_at,
        earlier = array_remove(s.earlier || s.digest, excluded.digest)`,
    [file.name, digestOf(file), objects],
  );
}

/** The command of this transaction that wrote to the catalogue last: its rows have the number (cmin). */
async function lastCommand(client: Client): Promise<string> {
  const { rows } = await client.query<{ last: string }>(
    `SELECT coalesce(max(command::text::bigint), -1) AS last FROM (${catalogue}) AS object
      WHERE writer = pg_current_xact_id()::xid`,
  );
  return rows[0]?.last ?? '-1';
}

/** What this transaction made after a command. */
async function madeAfter(client: Client, command: string): Promise<string[]> {
  const { rows } = await client.query<{ object: string }>(
    `SELECT ${nameOf} AS object FROM (${catalogue}) AS object
      WHERE writer = pg_current_xact_id()::xid AND command::text::bigint > $1 ORDER BY object`,
    [command],
  );
  return rows.map(({ object }) => object);
}

async function revoke(client: Client, objects: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ object: string }>(
    `SELECT ${nameOf} AS object FROM (${catalogue}) AS object WHERE ${nameOf} = ANY ($1::text[])`,
    [objects],
  );
  for (const { object } of rows)
    if (!object.startsWith('trigger '))
      await client.query(placed(`REVOKE ALL ON ${object.replace(/^view /, '')} FROM trellis_app`));
}

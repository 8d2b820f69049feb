import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { ExplainedError } from '../../ground/explainedError.ts';
import { placed, schemaName } from '../../ground/place.ts';
import { nodeOf } from './citus.ts';
import { applyCurrentSql, currentSqlTable, unknownSql } from './currentSql.ts';
import { postgresFailure } from './database.ts';
import { isTakenByAnother, makeLogin } from './makeLogin.ts';
import { makeRole } from './owner.ts';
import { recordRights, restoreRights, rightsTable } from './rights.ts';
import { type Migration, readSchema, type SchemaSource, type SqlFile } from './schemaSource.ts';
import { statementsOf } from './statements.ts';
import { type AddressVariable, withClient } from './withClient.ts';

/** Advisory lock of the migration: two processes that start at once migrate one after the other. */
const migrationLock = 7_702;
/**
 * Shorter than the second after which Postgres looks for deadlocks: where the migration and a call of a running process
 * wait for each other, it is the migration that gives way, and begins again.
 */
const lockTimeoutMs = 500;
const maximumTries = 40;
/** Deadlock, and a lock that was not to be had in time. */
const retryableStates = new Set(['40P01', '55P03']);
/** Whether somebody else was only faster; two databases of one server share the role. */
const isRetryable = (error: unknown): boolean =>
  retryableStates.has(postgresFailure(error)?.code ?? '') || isTakenByAnother(error);
/** The first step of every database of before the first production. */
const beforeProduction = '001-roles';

/**
 * Brings the schema up to date: the migrations that have not run, then every file of current SQL that has changed, in one
 * transaction, so that nobody meets a table without the functions that fit it. As the owner of the schema.
 * @returns the names of the migrations that ran and of the files that were applied now
 * @throws ExplainedError if the database was made before the first production
 */
export async function migrate(ownerUrl: string, schema: SchemaSource = readSchema()): Promise<string[]> {
  const work = async (client: Client): Promise<string[]> => {
    for (let attempt = 1; ; attempt += 1) {
      await client.query('BEGIN');
      try {
        const done = await bringUpToDate(client, schema);
        await client.query('COMMIT');
        return done;
      } catch (error) {
        await client.query('ROLLBACK');
        if (attempt >= maximumTries || !isRetryable(error)) throw error;
      }
      await delay(Math.random() * 500);
    }
  };
  return withClient(ownerUrl, work, 'OWNER_DATABASE_URL');
}

/**
 * Names of migrations that have not run, and of current SQL that the database has never had; a production start refuses
 * to go on while there are any.
 * @param variable where the address comes from
 * @throws ExplainedError if the database was made before the first production
 */
export async function pendingMigrations(
  url: string,
  schema: SchemaSource = readSchema(),
  variable: AddressVariable = 'DATABASE_URL',
): Promise<string[]> {
  const work = async (client: Client): Promise<string[]> => {
    const { rows } = await client.query<{ found: boolean }>(
      placed(`SELECT to_regclass('public.migration') IS NOT NULL AS found`),
    );
    if (!rows[0]?.found) return schema.migrations.map(({ name }) => name);
    const { pending, isNewer } = await compare(client, schema);
    return isNewer ? [] : [...pending.map(({ name }) => name), ...(await unknownSql(client, schema.current))];
  };
  return withClient(url, work, variable);
}

async function bringUpToDate(client: Client, schema: SchemaSource): Promise<string[]> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
  await client.query(`SELECT set_config('lock_timeout', $1, true)`, [String(lockTimeoutMs)]);
  await makeRole(client);
  if (schemaName !== 'public') await client.query(`CREATE SCHEMA IF NOT EXISTS ${schemaName}`);
  await client.query(`SELECT set_config('search_path', $1, true)`, [schemaName]);
  await client.query(
    `CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
     ${currentSqlTable};
     ${rightsTable}`,
  );
  const { pending, isNewer } = await compare(client, schema);
  // What is there fits the tables, and this version goes on with it as its running processes do.
  if (isNewer) return [];
  const isOnCitus = (await nodeOf(client)) !== undefined;
  // What Citus passes on to the nodes names types as they are found here.
  if (isOnCitus)
    await client.query(`SET LOCAL citus.propagate_set_commands = 'local'; SET LOCAL search_path = ${schemaName}`);
  // First, for each step goes by the rights that there were when it was written.
  const lost = await restoreRights(client);
  const runFile = isOnCitus ? oneByOne(client) : (file: SqlFile) => run(client, file);
  for (const { name, files } of pending) {
    for (const file of files) await runFile(file);
    await client.query('INSERT INTO migration (name) VALUES ($1)', [name]);
  }
  const applied = await applyCurrentSql(client, schema.current, pending.length > 0, runFile);
  await makeLogin(client);
  const done = [...pending.map(({ name }) => name), ...applied];
  if (done.length > 0) {
    await client.query(placed('GRANT SELECT ON migration, sql_file, recorded_right TO trellis_app'));
    await recordRights(client);
  }
  return lost > 0 ? [`${lost} rights that were lost`, ...done] : done;
}

/** What this version has and the database has not; newer: a later version migrated it, and nothing of ours is missing. */
async function compare(
  client: Client,
  { migrations }: SchemaSource,
): Promise<{ pending: readonly Migration[]; isNewer: boolean }> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migration');
  const recorded = new Set(rows.map(({ name }) => name));
  if (recorded.has(beforeProduction))
    throw new ExplainedError(
      'The database was made by a version of before the first production, whose data this version does not take over: move its data folder away or choose another with DATA_DIR, or name another database with DATABASE_URL.',
    );
  const pending = migrations.filter(({ name }) => !recorded.has(name));
  const known = new Set(migrations.map(({ name }) => name));
  return { pending, isNewer: pending.length === 0 && [...recorded].some((name) => !known.has(name)) };
}

/** Citus takes what concerns a table of its own as one statement at a time. */
const oneByOne = (client: Client) => async (file: SqlFile) => {
  for (const text of statementsOf(file.text)) await run(client, { name: file.name, text });
};

/** @throws Error that names file and line of what Postgres did not take */
async function run(client: Client, { name, text }: SqlFile): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    const failure = postgresFailure(error);
    if (failure === undefined || retryableStates.has(failure.code ?? '')) throw error;
    const lines = text.slice(0, Number(failure.position ?? 0)).split('\n').length;
    throw new Error(`${name}${failure.position === undefined ? '' : `, line ${lines}`}: ${String(error)}`, {
      cause: error,
    });
  }
}

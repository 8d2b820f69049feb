import type { Client } from 'pg';
import { ExplainedError } from '../../ground/explainedError.ts';
import { schemaName } from '../../ground/place.ts';
import { applicationRole } from './applicationRole.ts';
import { asPlpgsql, type SqlFunction, sqlFunctions } from './plpgsql.ts';
import { restoreRights } from './rights.ts';
import { withClient } from './withClient.ts';

/**
 * Puts the schema, whole, on one node of a Citus cluster: tables with all keys and triggers, functions, sequences and rights.
 * Called again after each migration, it brings there what is new. On another node than before it moves the schema, and the
 * processes that serve it have to be started with their new address: those of the old one draw no numbers any more.
 * @param ownerUrl the coordinator's database, as the owner of the schema
 * @param wanted the node as `<host>:<port>`, as the cluster knows it; without it the node where the schema lies
 * @returns the address of the owner on that node; `undefined` where the schema lies on none
 * @throws ExplainedError if the schema is `public`, or the cluster does not know the node, or does not let the owner do it
 */
export async function placeOnCitus(ownerUrl: string, wanted?: string): Promise<string | undefined> {
  return asOwner(ownerUrl, async (coordinator) => {
    const before = await nodeOf(coordinator);
    const node = wanted ?? before;
    if (node === undefined) return undefined;
    const nodeUrl = addressOn(ownerUrl, node);
    const nodes = (await nodesOf(coordinator)).map((each) => addressOn(ownerUrl, each));
    await seeThatItCan(coordinator, node);
    // Of a run that was cut short it may still be the node before.
    const isHome = await isAtHome(before === undefined ? [ownerUrl] : nodes);
    if (before === undefined) await coordinator.query('SELECT citus_schema_distribute($1::regnamespace)', [schemaName]);
    // Functions that take a row of a table reach the nodes only when the table has.
    await rewriteFunctions(coordinator, before === undefined);
    if ((await nodeOf(coordinator)) !== node) await move(coordinator, node, [ownerUrl, ...nodes]);
    const standalone = await namesOf(coordinator, standaloneSequences);
    const drawn = [await drawnIn(coordinator, standalone)];
    for (const other of nodes.filter((each) => each !== nodeUrl))
      drawn.push(await asOwner(other, (client) => inLocalTransaction(client, () => endSequences(client))));
    await asOwner(nodeUrl, (client) =>
      inLocalTransaction(client, async () => {
        await makeCasts(client);
        await goOnWith(client, standalone, drawn);
        await restoreRights(client);
        await letIn(client);
        if (isHome && !(await isAtHome([nodeUrl])))
          await client.query(`SELECT take_home('migrate', $1)`, [`it lies on ${node}`]);
      }),
    );
    return nodeUrl;
  });
}

/** The node of a cluster that the schema lies on, as `<host>:<port>`; `undefined` also where the database is on no cluster. */
export async function nodeOf(client: Client): Promise<string | undefined> {
  const { rows: extensions } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (extensions.length === 0) return undefined;
  const { rows } = await client.query<{ node: string }>(
    `SELECT nodename || ':' || nodeport AS node FROM pg_dist_shard JOIN pg_class c ON c.oid = logicalrelid
       JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid)
      WHERE relnamespace = to_regnamespace($1) AND noderole = 'primary' LIMIT 1`,
    [schemaName],
  );
  return rows[0]?.node;
}

async function nodesOf(coordinator: Client): Promise<string[]> {
  const { rows } = await coordinator.query<{ node: string }>(
    `SELECT nodename || ':' || nodeport AS node FROM pg_dist_node WHERE groupid > 0 AND noderole = 'primary' AND isactive`,
  );
  return rows.map(({ node }) => node);
}

async function seeThatItCan(client: Client, node: string): Promise<void> {
  if (schemaName === 'public')
    throw new ExplainedError('Citus distributes no schema of the name public: name another one in DATABASE_SCHEMA.');
  const { rows } = await client.query<{ unsafe: string | null; nested: string | null; name: string }>(
    `SELECT current_setting('citus.enable_unsafe_triggers', true) AS unsafe,
            current_setting('citus.allow_nested_distributed_execution', true) AS nested, current_database() AS name`,
  );
  const [{ unsafe = null, nested = null, name = '' } = {}] = rows;
  if (unsafe === null)
    throw new ExplainedError('The database of OWNER_DATABASE_URL is on no Citus: it has no such extension.');
  if (unsafe !== 'on')
    throw new ExplainedError(
      'Let an administrator run ALTER ROLE … SET citus.enable_unsafe_triggers = on for the login of OWNER_DATABASE_URL: all that our triggers read and write lies in one schema, on one node.',
    );
  if (nested !== 'on')
    throw new ExplainedError(
      `Let an administrator run ALTER DATABASE "${name}" SET citus.allow_nested_distributed_execution = on: our functions call each other within statements.`,
    );
  const { rows: nodes } = await client.query(
    `SELECT FROM pg_dist_node WHERE nodename || ':' || nodeport = $1 AND shouldhaveshards`,
    [node],
  );
  if (nodes.length === 0)
    throw new ExplainedError(`The cluster has no node ${node} that takes data: SELECT citus_add_node(…).`);
}

/** Whether one of these servers is the one that the product lives on. */
async function isAtHome(urls: readonly string[]): Promise<boolean> {
  for (const url of urls) {
    const { rows } = await asOwner(url, (client) => client.query<{ home: boolean }>('SELECT is_home() AS home'));
    if (rows[0]?.home) return true;
  }
  return false;
}

/**
 * While it is copied, writes wait. A transaction that still waits when the move ends would go on half here and half there, by plans
 * of before (13.2.2 does so): so before it ends every session of the product is ended, on all servers, and none can begin.
 */
async function move(coordinator: Client, node: string, servers: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(`postgres://${node}`);
  const statement = `SELECT citus_schema_move($1::regnamespace, $2, $3, 'block_writes')`;
  await coordinator.query('BEGIN');
  try {
    await coordinator.query(statement, [schemaName, hostname, port]);
    for (const server of servers) await asOwner(server, endSessions);
    await coordinator.query('COMMIT');
  } catch (error) {
    await coordinator.query('ROLLBACK');
    for (const server of servers) await asOwner(server, (client) => inLocalTransaction(client, () => letIn(client)));
    throw error;
  }
}

/** Of the product's login on one server, until it may log in again. */
async function endSessions(client: Client): Promise<void> {
  await inLocalTransaction(client, () => client.query(`ALTER ROLE ${applicationRole} NOLOGIN`));
  // Whoever is a member of it may end them; nobody stays one by this.
  await client.query('BEGIN; SET LOCAL citus.enable_ddl_propagation = off');
  await client.query(`GRANT ${applicationRole} TO CURRENT_USER`);
  await client.query('SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = $1', [
    applicationRole,
  ]);
  await client.query('ROLLBACK');
  const { rows } = await client.query('SELECT FROM pg_stat_activity WHERE usename = $1', [applicationRole]);
  if (rows.length > 0) throw new Error(`a session of ${applicationRole} does not end`);
}

const letIn = (client: Client) => client.query(`ALTER ROLE ${applicationRole} LOGIN`);

/**
 * Citus plans no function in SQL that has arguments and reads its tables, and some statements only with the values of their
 * parameters. On plain Postgres functions stay as they are.
 */
async function rewriteFunctions(coordinator: Client, all: boolean): Promise<void> {
  const { rows } = await coordinator.query<SqlFunction>(sqlFunctions, [schemaName]);
  await coordinator.query('BEGIN; SET LOCAL check_function_bodies = off');
  for (const each of rows) {
    const rewritten = asPlpgsql(each).replace(/^ SET plan_cache_mode TO .*\n/m, '');
    if (all || rewritten !== each.definition) await coordinator.query(rewritten);
  }
  await coordinator.query('COMMIT');
}

/**
 * A table lies on its node by another name, stake_102093, and so its rows have another type: as they are handed to triggers, and
 * to functions that take a stake.
 */
async function makeCasts(client: Client): Promise<void> {
  const { rows } = await client.query<{ cast: string }>(
    `SELECT format('(%I.%I AS %I.%I)', $1::text, shard.relname, $1::text, t.relname) AS cast
       FROM pg_dist_shard JOIN pg_class t ON t.oid = logicalrelid
       JOIN pg_class shard ON shard.relnamespace = t.relnamespace AND shard.relname = t.relname || '_' || shardid
      WHERE t.relnamespace = $1::regnamespace AND EXISTS (SELECT FROM pg_proc WHERE t.reltype = ANY (proargtypes))
        AND NOT EXISTS (SELECT FROM pg_cast WHERE castsource = shard.reltype AND casttarget = t.reltype)`,
    [schemaName],
  );
  for (const { cast } of rows) await client.query(`CREATE CAST ${cast} WITH INOUT AS IMPLICIT`);
}

/** Those that belong to no column: Citus brings only the others along with their tables. */
const standaloneSequences = `
  SELECT relname AS name FROM pg_class c WHERE relkind = 'S' AND relnamespace = to_regnamespace($1)
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i'))`;

async function namesOf(client: Client, statement: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(statement, [schemaName]);
  return rows.map(({ name }) => name);
}

/** The last number that a place drew, by the name of the sequence. */
type Drawn = ReadonlyMap<string, bigint>;

async function drawnIn(client: Client, names?: readonly string[]): Promise<Drawn> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT sequencename AS name, last_value AS last FROM pg_sequences
      WHERE schemaname = $1 AND last_value IS NOT NULL AND sequencename = ANY (coalesce($2, ARRAY[sequencename]))`,
    [schemaName, names],
  );
  return new Map(rows.map(({ name, last }) => [name, BigInt(last)]));
}

/** A process that still works on another node would draw the same numbers: it draws none any more. */
async function endSequences(client: Client): Promise<Drawn> {
  const names = [...(await drawnIn(client)).keys()];
  // Whoever draws one now waits.
  for (const name of names) await client.query(`ALTER SEQUENCE ${name} MINVALUE 0 START 0`);
  const drawn = await drawnIn(client, names);
  for (const [name, last] of drawn) await client.query(`ALTER SEQUENCE ${name} MAXVALUE ${last}`);
  return drawn;
}

/** Goes on with the numbers where they were drawn last: those of members grow, those of deposit addresses are dense. */
async function goOnWith(client: Client, standalone: readonly string[], places: readonly Drawn[]): Promise<void> {
  for (const name of standalone) await client.query(`CREATE SEQUENCE IF NOT EXISTS ${name}`);
  const own = await drawnIn(client);
  for (const [name, last] of places.flatMap((place) => [...place]))
    if (last >= (own.get(name) ?? 0n)) {
      await client.query(`ALTER SEQUENCE ${name} MINVALUE 0 NO MAXVALUE`);
      await client.query(
        'SELECT setval($1::regclass, greatest($2::bigint, coalesce(pg_sequence_last_value($1::regclass), 0)))',
        [name, String(last)],
      );
    }
}

/** The owner on a node. */
function addressOn(ownerUrl: string, node: string): string {
  const url = new URL(ownerUrl);
  const { hostname, port } = new URL(`postgres://${node}`);
  url.hostname = hostname;
  url.port = port;
  return url.href;
}

const asOwner = <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> =>
  withClient(url, work, 'OWNER_DATABASE_URL');

/** What is done on a node for that node alone. */
async function inLocalTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query(
    'BEGIN; SET LOCAL citus.enable_ddl_propagation = off; SET LOCAL citus.override_table_visibility = off',
  );
  await client.query(`SELECT set_config('search_path', $1, true)`, [schemaName]);
  const result = await work();
  await client.query('COMMIT');
  return result;
}

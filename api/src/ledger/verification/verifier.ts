import pg from 'pg';
import { checkBonusDays } from './bonusCheck.ts';
import { type Explained, readExplained, withoutExplained } from './explained.ts';
import { type Finding, faultsOf, type Invariant, retainedRows } from './invariant.ts';
import { allInvariants } from './invariants.ts';

/** Checks every invariant of ledger, tree and audit log. @returns a finding for each, broken or not */
export function verifyAll(url: string): Promise<Finding[]> {
  return withVerifier(url, (client) => inSnapshot(client, () => checkInvariants(client)));
}

/**
 * A connection of the verifier's own: it shares nothing with the code that moves money.
 * @param stopping ends the connection, and with it a query that takes long
 */
export async function withVerifier<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  stopping?: AbortSignal,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'trellis verify' });
  // A connection that is cut fails the query under way; without a listener it would end the process besides.
  client.on('error', () => undefined);
  await client.connect();
  const giveUp = () => void client.end();
  stopping?.addEventListener('abort', giveUp);
  try {
    stopping?.throwIfAborted();
    return await work(client);
  } finally {
    stopping?.removeEventListener('abort', giveUp);
    await client.end();
  }
}

/** Reads everything as it was at one moment, and writes nothing. */
export async function inSnapshot<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await withoutTimeouts(client);
  // A row is kept as it is found, with its times.
  await client.query(`SET LOCAL TIME ZONE 'UTC'`);
  const result = await work();
  await client.query('COMMIT');
  return result;
}

/** Until the transaction ends: whoever verifies reads everything, and the login's time-outs are made for calls. */
export async function withoutTimeouts(client: pg.Client): Promise<void> {
  await client.query(
    `SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
  );
}

/** Every invariant, with what is recounted. @param latestBonusDays so many of the last bonus days are worked out again; else all */
export async function checkInvariants(client: pg.Client, latestBonusDays?: number): Promise<Finding[]> {
  const explained = await readExplained(client);
  const findings: Finding[] = [];
  for (const invariant of allInvariants)
    findings.push(withoutExplained(await check(client, invariant, explained), explained));
  return [...findings, ...(await checkRecounted(client, latestBonusDays))];
}

/** What no SQL finds: what each bonus day comes to. */
export async function checkRecounted(client: pg.Client, latestBonusDays?: number): Promise<Finding[]> {
  const explained = await readExplained(client);
  return [withoutExplained(await checkBonusDays(client, latestBonusDays), explained)];
}

async function check(client: pg.Client, invariant: Invariant, explained: Explained): Promise<Finding> {
  const { name } = invariant;
  const most = retainedRows + (explained.get(name)?.length ?? 0);
  await client.query('SAVEPOINT invariant');
  try {
    const { rows } = await client.query<{ row: object }>(faultsOf(invariant.sql), [most]);
    return { name, rows: rows.map(({ row }) => row) };
  } catch (error) {
    // Numbers that cannot even be added up are a fault of the books, not of the verifier.
    if (!(error instanceof pg.DatabaseError && error.code?.startsWith('22'))) throw error;
    await client.query('ROLLBACK TO SAVEPOINT invariant');
    return { name, rows: [{ fault: error.message }] };
  }
}

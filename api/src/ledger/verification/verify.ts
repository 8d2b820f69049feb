/** `npm run verify`; `usage` below says what it does. */
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { readConfig } from '../../ground/config.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import { sqlState } from '../../platform/db/database.ts';
import { pendingMigrations } from '../../platform/db/migrate.ts';
import type { AddressVariable } from '../../platform/db/withClient.ts';
import { runningPostgresUrl, startEmbeddedPostgres } from '../../platform/embedded/postgres.ts';
import { retainedRows } from './invariant.ts';
import type { SealScope } from './sealCheck.ts';
import { latestSeals, type Verification, verifyAndRecord } from './verification.ts';
import { withVerifier } from './verifier.ts';

const usage = `Usage: npm run verify          checks every invariant of ledger and tree and the latest seals, and names the rows at fault
  -- --seals               checks every seal, and prints the last digest
  -- --expect <digest>     as --seals; besides, a seal must have this digest, noted at an earlier time
  -- --unfreeze <reason>   as --seals; then ends a freeze of payouts, if everything holds
  -- --explain <reason>    as --seals; what is found and two treasurers approved as a false alarm is kept as explained, all is
                           verified again, and the freeze ends if nothing else is broken
Exits 1 if anything is broken; payouts are then frozen.`;

interface Options {
  readonly seals: SealScope;
  readonly unfreeze: string | undefined;
  readonly explain: string | undefined;
}

async function main(): Promise<boolean> {
  const options = readOptions();
  const config = readConfig(process.env);
  const url = config.ownerDatabaseUrl ?? config.databaseUrl;
  const variable = config.ownerDatabaseUrl === undefined ? 'DATABASE_URL' : 'OWNER_DATABASE_URL';
  if (url !== undefined) return verify(url, options, variable);
  // Alongside a running Trellis its Postgres is used; otherwise it is started for the moment.
  const running = await runningPostgresUrl(config.dataDir).catch(() => undefined);
  if (running !== undefined) return verify(running, options);
  const postgres = await startEmbeddedPostgres(config.dataDir);
  try {
    return await verify(postgres.url, options);
  } finally {
    await postgres.stop();
  }
}

/** @throws ExplainedError if an option is not known or says nothing */
function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        seals: { type: 'boolean' },
        expect: { type: 'string' },
        unfreeze: { type: 'string' },
        explain: { type: 'string' },
      },
    });
    const { seals = false, expect, unfreeze, explain } = values;
    if (expect !== undefined && !/^[0-9a-f]{64}$/i.test(expect))
      throw new Error('--expect needs 64 hexadecimal digits');
    if (unfreeze?.trim() === '') throw new Error('--unfreeze needs a reason');
    if (explain?.trim() === '') throw new Error('--explain needs a reason');
    const all = seals || expect !== undefined || unfreeze !== undefined || explain !== undefined;
    return {
      seals: { ...(all ? {} : { latest: latestSeals }), ...(expect === undefined ? {} : { expect }) },
      unfreeze,
      explain,
    };
  } catch (error) {
    throw new ExplainedError(`${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  }
}

async function verify(
  url: string,
  { seals, unfreeze, explain }: Options,
  variable?: AddressVariable,
): Promise<boolean> {
  const pending = await pendingMigrations(url, undefined, variable);
  if (pending.length > 0)
    throw new ExplainedError(`The database is not up to date (${pending.join(', ')}): run npm run migrate first.`);
  return withVerifier(url, async (client) => {
    let verification = await verifyAndRecord(client, seals);
    report(verification, seals);
    if (explain !== undefined && verification.broken.length > 0) {
      await explainFindings(client, explain);
      verification = await verifyAndRecord(client, seals);
      report(verification, seals);
    } else if (explain !== undefined) print('Nothing is broken: there is nothing to explain.');
    const green = verification.broken.length === 0;
    const reason = unfreeze ?? explain;
    if (reason !== undefined && verification.frozen && green) await endFreeze(client, reason);
    else if (verification.frozen)
      print(
        `Payouts are frozen${green ? ', by an earlier fault or by somebody: end it with --unfreeze "<reason>"' : ''}.`,
      );
    else if (unfreeze !== undefined) print('Payouts were not frozen.');
    return green;
  });
}

function report({ findings, broken, seals: { checked, journals, last } }: Verification, scope: SealScope): void {
  for (const { name, rows, explained = 0 } of findings) {
    print(`${rows.length === 0 ? 'ok  ' : 'RED '} ${name}${explained > 0 ? ` (${explained} explained)` : ''}`);
    for (const row of rows.slice(0, shownRows)) print(`       ${JSON.stringify(row)}`);
    if (rows.length > shownRows) print(`       and ${rows.length - shownRows} more`);
  }
  if (last)
    print(
      `${scope.latest === undefined ? 'All' : 'The latest'} ${checked} seals cover ${journals} journals, up to ${last.upTo}.`,
    );
  if (last && scope.latest === undefined) print(`Seal ${last.number} has the digest ${last.digest}`);
  print(
    broken.length === 0
      ? `All ${findings.length} invariants hold.`
      : `${broken.length} of ${findings.length} invariants are broken.`,
  );
}

const shownRows = 20;

/** @throws ExplainedError if two treasurers have not approved it, it is too much, or the login is not the schema's owner */
async function explainFindings(client: pg.Client, reason: string): Promise<void> {
  const sentences: Readonly<Record<string, string>> = {
    '42501': 'Only the owner of the schema explains what was found: set OWNER_DATABASE_URL to that login.',
    TA002:
      'Two treasurers have not approved exactly this as a false alarm: one asks and another approves, on the page /incident.',
    TV001: `A finding of ${retainedRows} rows or more is not explained row by row: restore what is broken, or correct the invariant.`,
  };
  const { rows } = await client
    .query<{ count: string }>('SELECT explain_findings($1) AS count', [reason])
    .catch((error: unknown) => {
      const sentence = sentences[sqlState(error) ?? ''];
      throw sentence === undefined ? error : new ExplainedError(sentence, { cause: error });
    });
  print(`${rows[0]?.count} row(s) are kept as explained.`);
}

/** @throws ExplainedError if the login is not the schema's owner */
async function endFreeze(client: pg.Client, reason: string): Promise<void> {
  await client.query('SELECT end_payout_freeze($1)', [reason]).catch((error: unknown) => {
    if (sqlState(error) !== '42501') throw error;
    throw new ExplainedError('Only the owner of the schema ends a freeze: set OWNER_DATABASE_URL to that login.', {
      cause: error,
    });
  });
  print('Payouts go on.');
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

if (process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) print(usage);
else
  main()
    .then((clean) => {
      process.exitCode = clean ? 0 : 1;
    })
    .catch((error: unknown) => {
      process.stderr.write(`${error instanceof ExplainedError ? error.message : String(error)}\n`);
      process.exitCode = 2;
    });

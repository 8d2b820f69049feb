/**
 * `npm run migrate`: brings the database up to date as its owner, OWNER_DATABASE_URL, and makes the application's login of
 * DATABASE_URL; as a step of its own before a start.
 */
import { parseArgs } from 'node:util';
import { systemClock } from '../ground/clock.ts';
import { readConfig } from '../ground/config.ts';
import { ExplainedError } from '../ground/explainedError.ts';
import { publishOwnTerms } from '../identity/terms/terms.ts';
import { placeOnCitus } from '../platform/db/citus.ts';
import { setLoginPassword } from '../platform/db/makeLogin.ts';
import { migrate } from '../platform/db/migrate.ts';
import { blindOwnerOf } from '../platform/db/owner.ts';
import { runningPostgresUrl } from '../platform/embedded/postgres.ts';
import { run, say } from './run.ts';

const usage = `Usage: npm run migrate                          brings the database of OWNER_DATABASE_URL up to date
       npm run migrate -- --citus <host>:<port>    the same on the coordinator of a Citus cluster, and puts the schema of
                                                   DATABASE_SCHEMA, whole, on that node of it, or moves it there
Brings the database of OWNER_DATABASE_URL up to date, puts the rights of the product's login right, and gives that login the
password of DATABASE_URL. Where the terms of an earlier release hold, those of this one are published. It can run again at any time, and also after a restore.`;

async function main(): Promise<void> {
  const { citus } = parseArgs({ options: { citus: { type: 'string' } } }).values;
  // Only addresses are needed: a migration host does not know the secrets.
  const { databaseUrl, ownerDatabaseUrl, dataDir } = readConfig({
    DATABASE_URL: process.env.DATABASE_URL,
    OWNER_DATABASE_URL: process.env.OWNER_DATABASE_URL,
    DATA_DIR: process.env.DATA_DIR,
  });
  if (ownerDatabaseUrl === undefined && databaseUrl !== undefined)
    throw new ExplainedError(
      'OWNER_DATABASE_URL is missing: the owner of the database migrates it. DATABASE_URL is the login of the product, trellis_app.',
    );
  const ownerUrl = ownerDatabaseUrl ?? (await runningPostgresUrl(dataDir));
  const ran = await migrate(ownerUrl);
  const nodeUrl = await placeOnCitus(ownerUrl, citus);
  await publishOwnTerms(nodeUrl ?? ownerUrl, systemClock);
  if (databaseUrl !== undefined) await setLoginPassword(ownerUrl, databaseUrl);
  say(ran.length > 0 ? `Migrated: ${ran.join(', ')}` : 'The database is up to date.');
  // All is migrated: what is left is an administrator's to do, and this says so until it is done.
  const blind = await blindOwnerOf(ownerUrl, 'OWNER_DATABASE_URL');
  if (blind !== undefined) throw new ExplainedError(blind);
}

run(usage, main);

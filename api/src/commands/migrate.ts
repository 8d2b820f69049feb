/** `npm run migrate`: brings the database of DATABASE_URL up to date, as a step of its own before a start. */
import { readConfig } from '../ground/config.ts';
import { ExplainedError } from '../ground/explainedError.ts';
import { migrate } from '../platform/db/migrate.ts';
import { runningPostgresUrl } from '../platform/embedded/postgres.ts';

async function main(): Promise<void> {
  // Only the address is needed: a migration host does not know the secrets.
  const { databaseUrl, dataDir } = readConfig({
    DATABASE_URL: process.env.DATABASE_URL,
    DATA_DIR: process.env.DATA_DIR,
  });
  const ran = await migrate(databaseUrl ?? (await runningPostgresUrl(dataDir)));
  process.stdout.write(ran.length > 0 ? `Migrated: ${ran.join(', ')}\n` : 'The database is up to date.\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ExplainedError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

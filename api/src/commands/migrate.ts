/**
 * `npm run migrate`: brings the database up to date as its owner, OWNER_DATABASE_URL, and makes the application's login of
 * DATABASE_URL; as a step of its own before a start.
 */
import { readConfig } from '../ground/config.ts';
import { ExplainedError } from '../ground/explainedError.ts';
import { setLoginPassword } from '../platform/db/makeLogin.ts';
import { migrate } from '../platform/db/migrate.ts';
import { runningPostgresUrl } from '../platform/embedded/postgres.ts';

async function main(): Promise<void> {
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
  if (databaseUrl !== undefined) await setLoginPassword(ownerUrl, databaseUrl);
  process.stdout.write(ran.length > 0 ? `Migrated: ${ran.join(', ')}\n` : 'The database is up to date.\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ExplainedError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

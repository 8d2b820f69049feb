/**
 * `npm run schema`: writes `ledger/verification/invariants.sql` again, from the verifier's, `ledger/accounts.sql`, from the ledger's names, and
 * `schema.sql`, from what migrations and current SQL make of an empty database.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ExplainedError } from '../ground/explainedError.ts';
import { schemaName } from '../ground/place.ts';
import { installedAccounts } from '../ledger/accountsSql.ts';
import { installedInvariants } from '../ledger/verification/invariants.ts';
import { migrate } from '../platform/db/migrate.ts';
import { schemaText } from '../platform/db/schemaText.ts';
import { startEmbeddedPostgres } from '../platform/embedded/postgres.ts';
import { run, say } from './run.ts';

const file = join(import.meta.dirname, '../platform/db/schema.sql');
const invariants = join(import.meta.dirname, '../ledger/verification/invariants.sql');
const accounts = join(import.meta.dirname, '../ledger/accounts.sql');
const usage = 'Usage: npm run schema';

run(usage, async () => {
  if (schemaName !== 'public') throw new ExplainedError('What is written is for every schema: unset DATABASE_SCHEMA.');
  writeFileSync(invariants, installedInvariants());
  writeFileSync(accounts, installedAccounts());
  const directory = mkdtempSync(join(tmpdir(), 'trellis-schema-'));
  const server = await startEmbeddedPostgres(directory);
  try {
    await migrate(server.url);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    writeFileSync(file, await schemaText(client));
    say(`Written: ${file}`);
    await client.end();
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});

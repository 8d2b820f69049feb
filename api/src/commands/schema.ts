/** `npm run schema`: writes `schema.sql` anew, from what migrations and current SQL make of an empty database. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../platform/db/migrate.ts';
import { schemaText } from '../platform/db/schemaText.ts';
import { startEmbeddedPostgres } from '../platform/embedded/postgres.ts';
import { run, say } from './run.ts';

const file = join(import.meta.dirname, '../platform/db/schema.sql');
const usage = 'Usage: npm run schema';

run(usage, async () => {
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

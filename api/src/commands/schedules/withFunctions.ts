import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExplainedError } from '../../ground/explainedError.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { checkReachable } from '../../platform/db/withClient.ts';
import { startEmbeddedPostgres } from '../../platform/embedded/postgres.ts';

const outOfRange = '22003';
const noSuchFunction = '42883';

/** Works with the product's functions: of the database of DATABASE_URL, or else of one that is thrown away afterwards. */
export async function withFunctions<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const { DATABASE_URL: url } = process.env;
  if (url !== undefined && url !== '') {
    await checkReachable(url, 'DATABASE_URL');
    return withDatabase(url, work);
  }
  const directory = mkdtempSync(join(tmpdir(), 'trellis-schedule-'));
  const server = await startEmbeddedPostgres(directory);
  try {
    await migrate(server.url);
    return await withDatabase(server.url, work);
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @throws ExplainedError if an amount is more than the ledger can hold, or the database is of another version */
async function withDatabase<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = new Database({ url, poolSize: 1 });
  try {
    return await work(database);
  } catch (error) {
    if (sqlState(error) === outOfRange) throw new ExplainedError('An amount is more than the ledger can hold.');
    if (sqlState(error) === noSuchFunction)
      throw new ExplainedError('The database of DATABASE_URL is not migrated to this version.');
    throw error;
  } finally {
    await database.close();
  }
}

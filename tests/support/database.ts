import pg from 'pg';
import { runningPostgresUrl } from '../../api/src/testing/index.ts';
import type { Product } from './product.ts';

/** A statement on a running product's own database, for what would take a member days. */
export async function runSql(product: Product, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: await runningPostgresUrl(product.dataDir) });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

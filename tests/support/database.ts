import pg from 'pg';
import { runningPostgresUrl } from '../../api/src/testing/index.ts';
import type { Product } from './product.ts';

/** A statement on a running product's own database, for what would take a member days. */
export async function runSql(product: Product, statement: string): Promise<void> {
  await rowsOf(product, statement);
}

/** What a product takes for now: its clock can be put forward. */
export async function productNow(product: Product): Promise<Date> {
  const [row] = await rowsOf(product, 'SELECT product_now() AS now');
  return row?.now as Date;
}

/** What a statement finds there. */
export async function rowsOf(product: Product, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: await runningPostgresUrl(product.dataDir) });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

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

/** As the owner. */
export async function databaseOf({ ownerUrl, dataDir }: Product): Promise<string> {
  return ownerUrl ?? (await runningPostgresUrl(dataDir));
}

/** What a statement finds there. */
export async function rowsOf(product: Product, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: await databaseOf(product) });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

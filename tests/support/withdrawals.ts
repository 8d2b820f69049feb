import pg from 'pg';
import { runningPostgresUrl } from '../../api/src/testing/index.ts';
import type { Product } from './product.ts';

/** Puts an address into a member's book as if it had waited there for a month. */
export async function keepAddress(product: Product, username: string, chain: string, address: string): Promise<void> {
  const client = new pg.Client({ connectionString: await runningPostgresUrl(product.dataDir) });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO book_address (member_id, chain, address, label, created_at, usable_from)
       SELECT id, $2, $3, 'My ledger', now() - interval '30 days', now() - interval '29 days' FROM member WHERE username = $1`,
      [username, chain, address],
    );
  } finally {
    await client.end();
  }
}

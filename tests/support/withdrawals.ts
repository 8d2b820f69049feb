import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
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
       SELECT id, $2, $3, 'My ledger', now() - interval '30 days', now() - interval '29 days' FROM member WHERE username = $1
       ON CONFLICT DO NOTHING`,
      [username, chain, address],
    );
  } finally {
    await client.end();
  }
}

/** Asks for a withdrawal of USD as USDT on TRON past the screens, where a journey is about what becomes of it. @returns its id */
export async function askForWithdrawal(
  caller: APIRequestContext,
  product: Product,
  order: { readonly amount: string; readonly received: string; readonly address: string },
): Promise<string> {
  const answer = await caller.post(`${product.origin}/api/v1/withdrawals`, {
    data: { unit: 'USD', asset: 'USDT', chain: 'TRON', ...order },
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': randomUUID() },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

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

/** What is asked for, all of it USD. */
interface Order {
  readonly amount: string;
  readonly asset?: 'USDT' | 'BTC';
  readonly chain?: 'TRON' | 'BTC';
  readonly address: string;
}

/** Asks for a withdrawal, as USDT on TRON, past the screens, where a journey is about what becomes of it. @returns its id */
export async function askForWithdrawal(
  caller: APIRequestContext,
  product: Product,
  { amount, asset = 'USDT', chain = 'TRON', address }: Order,
): Promise<string> {
  const base = `${product.origin}/api/v1/withdrawals`;
  const wanted = { unit: 'USD', amount, asset, chain };
  const quoted = await caller.get(`${base}/quote`, { params: wanted });
  const { received } = (await quoted.json()) as { received: { amount: string } };
  const answer = await caller.post(base, {
    data: { ...wanted, address, received: received.amount },
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': randomUUID() },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

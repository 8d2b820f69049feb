import { type Answer, type Client, newKey, type TestApplication } from './testApplication.ts';

/** Addresses that wallets take, in the form of checkAddress. */
export const addresses = {
  BSC: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRON: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
} as const;

/** Puts an address into a member's book as if it had waited. */
export async function keepAddress(
  app: TestApplication,
  username: string,
  chain: keyof typeof addresses,
  address: string = addresses[chain],
): Promise<void> {
  await app.database.sql(
    `INSERT INTO book_address (member_id, chain, address, label, created_at, usable_from)
     SELECT id, $2, $3, $4, now() - interval '30 days', now() - interval '29 days' FROM member WHERE username = $1`,
    [username, chain, address, `my ${chain} ${address.slice(-4)}`],
  );
}

export interface WithdrawalOrder {
  readonly unit: 'USD' | 'USDT';
  readonly amount: string;
  readonly asset: 'USDT' | 'BTC' | 'ON';
  readonly chain: keyof typeof addresses;
  readonly address: string;
  readonly received: string;
}

/** 100 USD as USDT on TRON, which leave 98. */
export const hundred: WithdrawalOrder = {
  ...{ unit: 'USD', amount: '100', asset: 'USDT', chain: 'TRON', address: addresses.TRON, received: '98.00' },
};

export const withdraw = (
  client: Client,
  order: Partial<WithdrawalOrder & { code: string }> = {},
  key: string = newKey(),
): Promise<Answer> => client.post('/api/v1/withdrawals', { ...hundred, ...order }, { 'idempotency-key': key });

import { type Answer, type Client, newKey, type TestApplication } from './testApplication.ts';

/** Addresses that wallets take, in the form of checkAddress. */
export const addresses = {
  BSC: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRON: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
} as const;

/** Puts an address into a member's book as if it had waited. @returns its id */
export async function keepAddress(
  app: TestApplication,
  username: string,
  chain: keyof typeof addresses,
  address: string = addresses[chain],
): Promise<string> {
  const [row] = await app.database.sql<{ id: string }>(
    `INSERT INTO book_address (member_id, chain, address, label, created_at, usable_from)
     SELECT id, $2, $3, $4, now() - interval '30 days', now() - interval '29 days' FROM member WHERE username = $1
     RETURNING id`,
    [username, chain, address, `my ${chain} ${address.slice(-4)}`],
  );
  return row?.id ?? '';
}

/** Gives a member a deposit address on BSC that no key of ours made. */
export async function keepDepositAddress(app: TestApplication, username: string, address: string): Promise<void> {
  await app.database.sql(
    `INSERT INTO deposit_address (member_id, chain, derivation_index, address, account, created_at)
     SELECT id, 'BSC', 7, $2, decode(substr($2, 3), 'hex'), now() FROM member WHERE username = $1`,
    [username, address],
  );
}

export interface WithdrawalOrder {
  readonly unit: 'USD' | 'USDT';
  readonly amount: string;
  readonly asset: 'USDT' | 'BTC' | 'ON';
  readonly chain: keyof typeof addresses;
  readonly address: string;
  readonly received: string;
  readonly acceptsFrom?: string;
}

/** 100 USD as USDT on TRON, which leave 98. */
export const hundred: WithdrawalOrder = {
  unit: 'USD',
  amount: '100',
  asset: 'USDT',
  chain: 'TRON',
  address: addresses.TRON,
  received: '98.00',
};

export const withdraw = (
  client: Client,
  order: Partial<WithdrawalOrder & { code: string }> = {},
  key: string = newKey(),
): Promise<Answer> => client.post('/api/v1/withdrawals', { ...hundred, ...order }, { 'idempotency-key': key });

/** A withdrawal that goes through. @returns its id. @throws Error with the answer if it is refused */
export async function withdrawn(client: Client, order: Partial<WithdrawalOrder> = {}): Promise<string> {
  const { status, body, text } = await withdraw(client, order);
  if (status !== 201) throw new Error(`the withdrawal was refused: ${text}`);
  return String(body.id);
}

/** A withdrawal of 20 USD in review, with its hold, where codes are asked for and are not what a test is about. @returns its id */
export async function giveWithdrawal(app: TestApplication, username: string): Promise<string> {
  const [row] = await app.database.sql<{ id: string }>(
    `WITH held AS (
       SELECT m.id AS member, h.journal_id AS hold FROM member m
         CROSS JOIN LATERAL hold(gen_random_uuid(), m.id, gen_random_uuid()::text, '\\x00', 'hold', '{}', m.id * 1000 + 101,
                                 m.id * 1000 + 102, 20000000, 'withdrawal', 'USD') h WHERE m.username = $1)
     INSERT INTO withdrawal (id, member, unit, amount, asset, chain, gross, fee, received, worth, address, address_typed, hold, risks,
                             approvals, status, step, created_at, deadline_at, changed_at, revision)
       SELECT gen_random_uuid(), member, 'USD', 20000000, 'USDT', 'TRON', 20000000, 2000000, 18000000, 20000000, 'T', 'T', hold, '{}',
              1, 'pending_review', 'review', now(), now(), now(), 1 FROM held RETURNING id`,
    [username],
  );
  return row?.id ?? '';
}

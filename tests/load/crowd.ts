import { createHash, randomBytes } from 'node:crypto';
import { parseAmount } from '@trellis/api-contract';
import pg from 'pg';
import { accountOf, Client, Database, Ledger, type Leg, systemAccount } from '../../api/src/testing/index.ts';
import { bindAuthenticators } from '../support/authenticators.ts';
import type { Phones } from './phones.ts';

/** A member with a session, an authenticator, money of three units, and an address to withdraw to. */
export interface Person {
  /** From 1; the one with number n stands below n / 2 in the tree. */
  readonly number: number;
  readonly username: string;
  readonly client: Client;
  readonly address: string;
}

/** What each has to start with, whole. */
export const opening = { USD: 2_000, USDT: 500, USDP: 500 } as const;

/**
 * Puts so many members, one complete binary tree, into the database of a running product.
 * @param origins of its processes: members are at one or the other, by turns
 * @param below whose team it is; without one it is the whole tree
 */
export async function gatherCrowd(
  origins: readonly [string, ...string[]],
  databaseUrl: string,
  count: number,
  phones: Phones,
  key: Buffer,
  below: string | null = null,
): Promise<Person[]> {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  const database = new Database({ url: databaseUrl, poolSize: 2 });
  try {
    const ids: string[] = [];
    const crowd: Person[] = [];
    for (let number = 1; number <= count; number += 1) {
      const id = await place(admin, ids[Math.floor(number / 2) - 1] ?? below, number % 2);
      ids.push(id);
      crowd.push(await join(admin, origins[number % origins.length] ?? origins[0], id, number));
      await openAccounts(database, id);
    }
    await bindAuthenticators(admin, ids, phones.secret, key);
    for (const [index, person] of crowd.entries()) {
      const { client, address, username } = person;
      const code = phones.code(username);
      const added = await client.post('/api/v1/addresses', { chain: 'BSC', address, label: 'Own', code });
      if (added.status !== 200) throw new Error(`no address was added: ${added.text}`);
      await admin.query('UPDATE book_address SET usable_from = created_at WHERE member_id = $1', [ids[index]]);
    }
    return crowd;
  } finally {
    await database.close();
    await admin.end();
  }
}

async function place(admin: pg.Client, parent: string | null, side: number): Promise<string> {
  const { rows } = await admin.query<{ id: string }>('SELECT tree_place($1, $2::smallint) AS id', [parent, side]);
  return rows[0]?.id ?? '';
}

async function join(admin: pg.Client, origin: string, id: string, number: number): Promise<Person> {
  const username = `crowd${number}`;
  const token = randomBytes(32).toString('base64url');
  // Agreed to whatever is published.
  await admin.query(
    `INSERT INTO member (id, username, username_key, email, email_key, password_hash, language, invitation_code, created_at, terms_agreed)
     VALUES ($1, $2, $2, $3, $3, '-', 'en', $4, now(), 9223372036854775807)`,
    [id, username, `${username}@example.com`, `C${String(number).padStart(7, '0')}`],
  );
  await admin.query(
    `INSERT INTO session (token_hash, member_id, audience, created_at, seen_at, user_agent)
     VALUES ($1, $2, 'member', now(), now(), 'load')`,
    [createHash('sha256').update(token).digest(), id],
  );
  const client = new Client(origin, `trellis-dev-session=${token}`);
  const address = `0x${randomBytes(20).toString('hex')}`;
  return { number, username, client, address };
}

async function openAccounts(database: Database, id: string): Promise<void> {
  const ledger = new Ledger(database);
  const minor = (unit: keyof typeof opening): bigint => parseAmount(String(opening[unit]), unit) ?? 0n;
  const open = (key: string, legs: readonly Leg[]) =>
    database.inTransaction(() =>
      ledger.post({ owner: id, key, requestHash: Buffer.from(key), kind: 'opening', memo: {}, legs, unit: 'USD' }),
    );
  await open('load-usd', [
    { account: accountOf(id, 'usdAvailable'), amountMinor: minor('USD') },
    { account: systemAccount('usdCustody'), amountMinor: -minor('USD') },
  ]);
  await open('load-usdt', [
    { account: accountOf(id, 'usdtAvailable'), amountMinor: minor('USDT') },
    { account: systemAccount('usdtCustody'), amountMinor: -minor('USDT') },
  ]);
  await open('load-usdp', [
    { account: accountOf(id, 'usdpActive'), amountMinor: minor('USDP') },
    { account: systemAccount('usdpIssued'), amountMinor: -minor('USDP') },
    { account: systemAccount('reserveUsdp'), amountMinor: minor('USDP') },
    { account: systemAccount('usdCustody'), amountMinor: -minor('USDP') },
  ]);
}

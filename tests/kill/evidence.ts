import pg from 'pg';
import { verifyAll } from '../../api/src/testing/index.ts';
import type { Order } from './orders.ts';
import type { Final } from './sender.ts';

/** An order and the answer that its sender keeps. */
export interface Answered {
  readonly order: Order;
  readonly final: Final;
}

export interface Verdict {
  /** Confirmed to the sender, and not in the ledger as it was confirmed. */
  readonly lost: number;
  /** In the ledger beyond what was confirmed: a second effect, or one that was refused or never asked for. */
  readonly doubled: number;
  /** Each fault, in words. */
  readonly faults: readonly string[];
}

interface JournalRow {
  readonly id: string;
  readonly key: string;
  readonly legs: string;
}

/** Balances of USD by member's name, in minor units. */
export async function usdBalances(url: string): Promise<Map<string, bigint>> {
  const rows = await query<{ username: string; balance: string }>(
    url,
    'SELECT username, balance FROM account JOIN member ON member.id = account.owner WHERE code = 101',
  );
  return new Map(rows.map(({ username, balance }) => [username, BigInt(balance)]));
}

/**
 * Holds what senders were shown against what the database has.
 * @param opening balances before the first order
 */
export async function examine(
  url: string,
  opening: ReadonlyMap<string, bigint>,
  answered: readonly Answered[],
): Promise<Verdict> {
  const faults: string[] = [];
  const rows = await query<JournalRow>(
    url,
    `SELECT j.id, j.key, string_agg(m.username || ' ' || p.amount, ', ' ORDER BY p.amount) AS legs
       FROM journal j JOIN posting p ON p.journal = j.id AND p.account % 1000 = 101
       LEFT JOIN member m ON m.id = p.account / 1000
      WHERE j.kind IN ('transfer', 'package_purchase', 'stake_start') AND j.key NOT LIKE 'demo-%' AND j.key NOT LIKE 'bench-%'
      GROUP BY j.owner, j.key, j.id`,
  );
  const unexplained = new Map(rows.map((row) => [row.id, row]));
  const expected = new Map(opening);
  const move = (who: string, amount: bigint) => expected.set(who, (expected.get(who) ?? 0n) + amount);
  let lost = 0;
  for (const { order, final } of answered) {
    if (final.status !== 201) continue;
    const { key, moves } = order;
    for (const [who, amount] of moves) move(who, amount);
    const { reference } = JSON.parse(final.text) as { reference: string };
    const row = unexplained.get(reference);
    // As the query puts them: what is taken first.
    const wanted = [...moves].map(([who, amount]) => `${who} ${amount}`).join(', ');
    if (row?.key === key && row.legs === wanted) unexplained.delete(reference);
    else {
      lost += 1;
      faults.push(`confirmed ${key} (${wanted}) is ${row ? `${row.key} (${row.legs})` : 'not there'}`);
    }
  }
  for (const { key, legs } of unexplained.values()) faults.push(`nobody was notified of ${key} (${legs})`);

  const actual = await usdBalances(url);
  for (const [who, balance] of expected)
    if (actual.get(who) !== balance) faults.push(`${who} has ${actual.get(who)} and should have ${balance}`);
  for (const { name, rows: broken } of await verifyAll(url))
    for (const row of broken) faults.push(`${name}: ${JSON.stringify(row)}`);
  return { lost, doubled: unexplained.size, faults };
}

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

import pg from 'pg';
import { verifyAll } from '../../api/src/testing/index.ts';
import { movesOf } from '../load/moves.ts';
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
  readonly owner: string;
  readonly key: string;
  readonly legs: readonly string[];
}

/** By `<username> <unit>`, in minor units. */
export type Balances = ReadonlyMap<string, bigint>;

/** What members can spend, by account code. */
const units = new Map([
  [101, 'USD'],
  [111, 'USDT'],
  [121, 'USDP'],
]);

export async function balancesIn(url: string, unit: string, members = '%'): Promise<Map<string, bigint>> {
  const rows = await query<{ username: string; code: number; balance: string }>(
    url,
    'SELECT username, code, balance FROM account JOIN member ON member.id = account.owner WHERE code = ANY ($1) AND username LIKE $2',
    [[...units].filter(([, name]) => name === unit).map(([code]) => code), members],
  );
  return new Map(rows.map(({ username, balance }) => [`${username} ${unit}`, BigInt(balance)]));
}

/**
 * Holds what senders were shown against what the database has.
 * @param opening balances before the first order, of accounts that nothing else moves
 * @param earlier keys of what was done before it
 */
export async function examine(
  url: string,
  opening: Balances,
  answered: readonly Answered[],
  earlier: readonly string[] = [],
): Promise<Verdict> {
  const faults: string[] = [];
  const rows = await query<JournalRow>(
    url,
    `SELECT j.id, o.username AS owner, j.key, array_agg(m.username || ' ' || (p.account % 1000) || ' ' || p.amount) AS legs
       FROM journal j JOIN posting p ON p.journal = j.id AND p.account > 1000 AND p.account % 1000 = ANY ($1)
       JOIN member m ON m.id = p.account / 1000 JOIN member o ON o.id = j.owner
      WHERE j.kind IN ('transfer', 'package_purchase', 'stake_start', 'exchange', 'hold')
        AND j.key NOT LIKE 'demo-%' AND j.key NOT LIKE 'bench-%' AND j.key <> ALL ($2)
      GROUP BY j.id, j.key, o.username`,
    [[...units.keys()], earlier],
  );
  const unexplained = new Map(rows.map((row) => [`${row.owner} ${row.key}`, row]));
  const expected = new Map(opening);
  let lost = 0;
  for (const { order, final } of answered) {
    if (final.status >= 300) continue;
    const { key, from, path, body } = order;
    const answer = JSON.parse(final.text) as { reference?: string };
    const moves = movesOf({ from, path, body, answer });
    for (const [account, minor] of moves) expected.set(account, (expected.get(account) ?? 0n) + minor);
    // What takes a thing back has no key: it is in the balances.
    if (path.endsWith('/cancellation')) continue;
    const row = unexplained.get(`${from} ${key}`);
    const wanted = written([...moves].map(([account, minor]) => `${account} ${minor}`));
    const legs =
      row && written(row.legs.map((leg) => leg.replace(/ (\d+) /, (_, code) => ` ${units.get(Number(code))} `)));
    if (legs === wanted && (answer.reference ?? row?.id) === row?.id) unexplained.delete(`${from} ${key}`);
    else {
      lost += 1;
      faults.push(`confirmed ${key} (${wanted}) is ${row ? `${row.id} (${legs})` : 'not there'}`);
    }
  }
  for (const { owner, key, legs } of unexplained.values())
    faults.push(`nobody was notified of ${key} of ${owner} (${written(legs)})`);

  for (const unit of units.values()) {
    const actual = await balancesIn(url, unit);
    for (const account of opening.keys())
      if (account.endsWith(` ${unit}`) && actual.get(account) !== expected.get(account))
        faults.push(`${account}: ${actual.get(account)}, and should be ${expected.get(account)}`);
  }
  for (const { name, rows: broken } of await verifyAll(url))
    for (const row of broken) faults.push(`${name}: ${JSON.stringify(row)}`);
  return { lost, doubled: unexplained.size, faults };
}

const written = (legs: readonly string[]): string => legs.toSorted().join(', ');

/** What a statement gives, on a connection of its own. */
export async function query<Row extends object>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

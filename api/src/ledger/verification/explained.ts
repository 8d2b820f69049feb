import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Finding } from './invariant.ts';

/** The rows that were explained as a false alarm (products/withdrawals/payout-freeze.sql), by the invariant that finds them. */
export type Explained = ReadonlyMap<string, readonly unknown[]>;

export async function readExplained(client: pg.Client): Promise<Explained> {
  const { rows } = await client.query<{ invariant: string; rows: unknown[] }>(
    'SELECT invariant, jsonb_agg(found) AS rows FROM explained_finding GROUP BY 1',
  );
  return new Map(rows.map(({ invariant, rows: explained }) => [invariant, explained]));
}

/** The same finding without the rows that were explained exactly as they are found now; it says how many those are. */
export function withoutExplained(finding: Finding, explained: Explained): Finding {
  const known = explained.get(finding.name);
  if (known === undefined || finding.rows.length === 0) return finding;
  const rows = finding.rows.filter((row) => !known.some((each) => isDeepStrictEqual(each, asKept(row))));
  return { ...finding, rows, explained: finding.rows.length - rows.length };
}

/** As it comes back from where it is kept. */
const asKept = (row: object): unknown => JSON.parse(JSON.stringify(row));

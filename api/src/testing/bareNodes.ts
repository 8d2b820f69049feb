import type { Finding } from '../ledger/verification/invariant.ts';
import { ledgerInvariants } from '../ledger/verification/invariants.ts';
import { verifyAll } from '../ledger/verification/verifier.ts';
import type { TestDatabase } from './testDatabase.ts';

/** Places nodes `first` to `last`, each below the one before: enough to own accounts, with no members behind them. */
export async function placeBareNodes(database: TestDatabase, first: number, last: number = first): Promise<void> {
  await database.sql(
    `INSERT INTO tree_node (id, parent_id, side, depth, jump_id, jump_depth, leg_id, leg_position)
       SELECT i, nullif(i - 1, 0), 0, i - 1, 1, 0, 0, i - 1 FROM generate_series($1::bigint, $2::bigint) AS i`,
    [first, last],
  );
}

const aboutMoney = new Set(ledgerInvariants.map(({ name }) => name));

/** What does not hold about money. The tree's own invariants would miss the members of bare nodes. */
export async function brokenBooks(url: string): Promise<Finding[]> {
  return (await verifyAll(url)).filter(({ name, rows }) => rows.length > 0 && aboutMoney.has(name));
}

import { parseAmount } from '@trellis/api-contract';
import type { Clock } from '../../ground/clock.ts';
import { houseAccount } from '../../ledger/accounts.ts';
import { Database } from '../../platform/db/database.ts';
import { openingOf } from './openingOf.ts';

/** What the demo's pool can promise: enough for the dearest level, so that it can also be seen running out. */
const poolUnits = '3000';

/**
 * Opens the sale of packages in a demo, where nobody has operators yet, and funds its pool. In Japan a package can be
 * cancelled for twenty days; in the United States none are sold. Once: what an operator sets afterwards stays.
 * @param ownerUrl the database as its owner
 */
export async function openDemoSale(ownerUrl: string, clock: Clock): Promise<void> {
  const owner = new Database({ url: ownerUrl, poolSize: 1 });
  try {
    await openSale(owner, clock);
  } finally {
    await owner.close();
  }
}

async function openSale(owner: Database, clock: Clock): Promise<void> {
  if (await owner.one(`SELECT 1 FROM rule WHERE subject = 'productSale' AND set_by <> 'policy' LIMIT 1`)) return;
  // The pool first: a start that is cut short between is completed by the next.
  const amount = parseAmount(poolUnits, 'USD') ?? 0n;
  await openingOf(owner, '0', 'package-pool', [
    { account: houseAccount('packageRewardPool'), amountMinor: amount },
    { account: houseAccount('usdCustody'), amountMinor: -amount },
  ]);
  await owner.rows(
    `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
     VALUES ('productSale', 'package', '{"open": true, "closedIn": "US"}', $1, 'demo', $1, 'demo sale'),
            ('packageCancelling', 'all', '{"days": "JP:20"}', $1, 'demo', $1, 'demo sale')`,
    [clock.now()],
  );
}

import { parseAmount } from '@trellis/api-contract';
import type { Clock } from '../../ground/clock.ts';
import { systemAccount } from '../../ledger/accounts.ts';
import { Database } from '../../platform/db/database.ts';
import { openingOf } from './openingOf.ts';

/**
 * What the demo's pools can promise: enough for the dearest package and for two of the largest stakes, so that each can
 * also be seen running out. A tenth of the third is what a day of the team bonus may pay.
 */
const poolUnits = { packageRewardPool: '3000', stakeRewardPool: '1000', teamBonusPool: '5000' } as const;

/**
 * Opens packages, stakes and the team bonus in a demo, where nobody has operators yet, and funds their pools. In Japan a package
 * can be cancelled for twenty days; in the United States nothing is sold. Once: what an operator sets afterwards stays.
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
  await open(owner, clock, 'package', 'packageRewardPool', { packageCancelling: { days: 'JP:20' } });
  await open(owner, clock, 'stake', 'stakeRewardPool', {});
  await open(owner, clock, 'team', 'teamBonusPool', {});
}

/** @param rules of the product's own, by their subject */
async function open(
  owner: Database,
  clock: Clock,
  product: 'package' | 'stake' | 'team',
  pool: keyof typeof poolUnits,
  rules: Readonly<Record<string, object>>,
): Promise<void> {
  const isOpen = `SELECT 1 FROM rule WHERE subject = 'productSale' AND key = $1 AND set_by <> 'policy' LIMIT 1`;
  if (await owner.one(isOpen, [product])) return;
  // The pool first: a start that is cut short between is completed by the next.
  const amount = parseAmount(poolUnits[pool], 'USD') ?? 0n;
  await openingOf(owner, '0', `${product}-pool`, [
    { account: systemAccount(pool), amountMinor: amount },
    { account: systemAccount('usdCustody'), amountMinor: -amount },
  ]);
  const set = [
    ['productSale', product, { open: true, closedIn: 'US' }],
    ...Object.entries(rules).map(([subject, value]) => [subject, 'all', value]),
  ];
  await owner.rows(
    `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
     SELECT r ->> 0, r ->> 1, r -> 2, $1, 'demo', $1, 'demo sale' FROM jsonb_array_elements($2::jsonb) r`,
    [clock.now(), JSON.stringify(set)],
  );
}

import { setTimeout as delay } from 'node:timers/promises';
import { callerOf } from './caller.ts';
import { runSql } from './database.ts';
import type { Product } from './product.ts';

/** Has stakes sold where one lives, from now on. */
export async function openStakes(product: Product, value: { open: boolean; closedIn: string }): Promise<void> {
  await runSql(
    product,
    `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
     VALUES ('productSale', 'stake', '${JSON.stringify(value)}', product_now() - interval '1 millisecond', 'test',
             product_now(), 'test')`,
  );
  const demo = await callerOf(product, 'demo');
  // The running product hears of a rule a moment later.
  for (let tries = 0; tries < 100; tries += 1) {
    const { body } = await demo.get('/api/v1/stakes');
    if ((body.sale === 'closed') !== value.open) return;
    await delay(100);
  }
  throw new Error('stakes did not open');
}

/** Makes the pool that stakes are rewarded from hold so many whole USD. */
export const stakePoolHolds = (product: Product, units: number): Promise<void> =>
  runSql(
    product,
    `SELECT post(gen_random_uuid(), 0, gen_random_uuid()::text, '\\x00', 'opening', '{}', ARRAY[201, 602]::bigint[],
       ARRAY[balance - ${units}000000, ${units}000000 - balance]::bigint[], NULL, NULL, NULL)
       FROM account WHERE id = 602 AND balance <> ${units}000000`,
  );

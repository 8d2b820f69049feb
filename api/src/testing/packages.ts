import { setRule } from './rules.ts';
import type { TestDatabase } from './testDatabase.ts';

/**
 * Sells a Clear package to a member in Japan, where it can be cancelled for twenty days, with what the pool has for it.
 * @returns its id
 */
export async function givePackage(own: TestDatabase, username: string): Promise<string> {
  await setRule(own, 'packageCancelling', 'all', { days: 'JP:20' });
  await setRule(own, 'productSale', 'package', { open: true, closedIn: '' });
  const [bought] = await own.sql<{ id: string | null }>(
    `WITH buyer AS (UPDATE member SET country = 'JP' WHERE username = $1 RETURNING id)
     SELECT b.id FROM buyer CROSS JOIN LATERAL purchase_packages(jsonb_build_array(jsonb_build_object('member', buyer.id,
       'id', gen_random_uuid(), 'journal', gen_random_uuid(), 'key', gen_random_uuid(), 'hash', '00', 'level', 'Clear'))) b`,
    [username],
  );
  if (!bought?.id) throw new Error(`${username} has bought nothing`);
  return bought.id;
}

/** Puts so many whole USD into the pool that packages are rewarded from, past the two treasurers. */
export async function fundPackagePool(own: TestDatabase, units: number): Promise<void> {
  await own.sql(
    `SELECT post(gen_random_uuid(), 0, gen_random_uuid()::text, '\\x00', 'opening', '{}', ARRAY[201, 601]::bigint[],
                 ARRAY[-$1::bigint, $1::bigint], NULL, NULL, NULL)`,
    [String(units * 1_000_000)],
  );
}

import { randomUUID } from 'node:crypto';
import { setRule } from './rules.ts';
import type { TestDatabase } from './testDatabase.ts';

/**
 * Sells a Clear package to a member in Japan, where it can be cancelled for twenty days, without a reward. Whether packages
 * are sold makes no difference: it is bought in the database.
 * @returns its id
 */
export async function givePackage(own: TestDatabase, username: string): Promise<string> {
  await setRule(own, 'packageCancelling', 'all', { days: 'JP:20' });
  const [row] = await own.sql<{ id: string }>(`UPDATE member SET country = 'JP' WHERE username = $1 RETURNING id`, [
    username,
  ]);
  const member = row?.id;
  const agreed = { id: randomUUID(), member, plan_type: 'level', level: 'Clear', price: 100_000_000, rp: 0, reward: 0 };
  const terms = { apr_ppm: 20_000, loops: 3, loop_days: 30, cancel_days: 20 };
  const [bought] = await own.sql<{ id: string }>(
    `SELECT package_id AS id FROM lock_for_package($1) AS funds, LATERAL buy_package(gen_random_uuid(), $1, gen_random_uuid()::text,
       '\\x00', $2::jsonb || jsonb_build_object('start_day', (funds.at AT TIME ZONE 'UTC')::date),
       ARRAY[33333333, 33333333, 33333334]::bigint[], ARRAY[0, 0, 0]::bigint[])`,
    [member, JSON.stringify({ ...agreed, ...terms })],
  );
  if (!bought) throw new Error(`${username} has bought nothing`);
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

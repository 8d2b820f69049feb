import type { ErrorCode } from '@trellis/api-contract';
import type { Database } from '../../../platform/db/database.ts';

/**
 * Why nothing may ever be sent to an address: a token's contract or custody, or where deposits of ours come in, which would
 * arrive. `undefined`: something may.
 * @param address as checkAddress writes it
 */
export async function addressDenial(
  database: Database,
  chain: string,
  address: string,
): Promise<Extract<ErrorCode, 'withdrawal.address_denied' | 'withdrawal.address_of_ours'> | undefined> {
  const row = await database.one<{ denied: boolean; ours: boolean }>(
    `SELECT is_denied_address($1, $2) AS denied,
            EXISTS (SELECT 1 FROM deposit_address WHERE chain = $1 AND address = $2) AS ours`,
    [chain, address],
  );
  if (row?.ours) return 'withdrawal.address_of_ours';
  return row?.denied === false ? undefined : 'withdrawal.address_denied';
}

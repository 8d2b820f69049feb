import type { Database } from '../../../platform/db/database.ts';

/**
 * Whether nothing may ever be sent to an address: a token's contract, custody, or where deposits of ours come in.
 * @param address as checkAddress writes it
 */
export async function isDeniedAddress(database: Database, chain: string, address: string): Promise<boolean> {
  const row = await database.one<{ denied: boolean }>('SELECT is_denied_address($1, $2) AS denied', [chain, address]);
  return row?.denied ?? true;
}

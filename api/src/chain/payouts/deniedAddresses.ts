import { addressOfAccount } from '@trellis/api-contract/addresses';
import type { Database } from '../../platform/db/database.ts';
import type { PayoutSources } from '../config/verifiable.ts';
import { bytesOf } from '../nodes/hexadecimal.ts';

/** Nobody's withdrawal goes to a token's contract or to custody: both are known from the configuration. */
export async function denyOwnAddresses(database: Database, { chains, bitcoin }: PayoutSources): Promise<void> {
  const own = [...chains.values()].flatMap(({ chain, token, custody }) => [
    [chain, token.address, 'token'] as const,
    ...[...custody].map((account) => [chain, addressOfAccount(chain, bytesOf(account)), 'custody'] as const),
  ]);
  const all = [...own, ...[...(bitcoin?.custody ?? [])].map((address) => ['BTC', address, 'custody'] as const)];
  for (const entry of all)
    await database.change(
      'INSERT INTO denied_address (chain, address, reason) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      entry,
      { rows: 'any' },
    );
}

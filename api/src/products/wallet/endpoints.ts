import { endpoint, type MemberEndpoints } from '../../platform/http/endpoint.ts';
import type { IdempotentCalls } from '../../platform/http/idempotency.ts';
import type { Balances } from './balances.ts';
import type { Records } from './records.ts';

export interface WalletParts {
  readonly idempotentCalls: IdempotentCalls;
  readonly balances: Balances;
  readonly records: Records;
}

export function walletEndpoints({ idempotentCalls, balances, records }: WalletParts): MemberEndpoints {
  return [
    endpoint('member', 'getBalances', {
      handle: async (_input, { member }) => ({ body: await balances.overview(member.id) }),
    }),
    endpoint('member', 'listRecords', {
      handle: async (query, { member }) => ({ body: await records.page(member.id, query) }),
    }),
    endpoint('member', 'getOperation', {
      limit: { points: 300, seconds: 60 },

      handle: async ({ key }, { member }) => ({ body: await idempotentCalls.lookUp(member.id, key) }),
    }),
  ];
}

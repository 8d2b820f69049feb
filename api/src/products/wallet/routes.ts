import type { IdempotentCalls } from '../../platform/http/idempotency.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Balances } from './balances.ts';
import type { Records } from './records.ts';

export interface WalletParts {
  readonly idempotentCalls: IdempotentCalls;
  readonly balances: Balances;
  readonly records: Records;
}

export function walletRoutes({ idempotentCalls, balances, records }: WalletParts): Route[] {
  return [
    route('getBalances', {
      handle: async (_input, { member }) => ({ body: await balances.overview(member.id) }),
    }),
    route('listRecords', {
      handle: async (query, { member }) => ({ body: await records.page(member.id, query) }),
    }),
    route('getOperation', {
      limit: { points: 300, seconds: 60 },
      handle: async ({ key }, { member }) => ({ body: await idempotentCalls.lookUp(member.id, key) }),
    }),
  ];
}

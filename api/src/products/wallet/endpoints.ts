import { costlyReads, endpoint, type MemberEndpoints, reads } from '../../platform/http/endpoint.ts';
import type { IdempotentCalls } from '../../platform/http/idempotency.ts';
import type { BalanceHistory } from './balanceHistory.ts';
import type { Balances } from './balances.ts';
import type { DisplayRates } from './displayRates.ts';
import type { FirstSteps } from './firstSteps.ts';
import type { PackagesAhead } from './packagesAhead.ts';
import type { Records } from './records.ts';

export interface WalletParts {
  /** Carries out what is due of a member who looks. */
  readonly carryOutDueOf: (memberId: string) => Promise<void>;
  readonly idempotentCalls: IdempotentCalls;
  readonly balances: Balances;
  readonly packages: PackagesAhead;
  readonly balanceHistory: BalanceHistory;
  readonly displayRates: DisplayRates;
  readonly firstSteps: FirstSteps;
  readonly records: Records;
}

export function walletEndpoints(parts: WalletParts): MemberEndpoints {
  const { carryOutDueOf, idempotentCalls, balances, packages, balanceHistory, displayRates, firstSteps, records } =
    parts;
  return [
    endpoint('member', 'getBalances', {
      limit: reads,
      transaction: 'own',
      async handle(_input, { member }) {
        await carryOutDueOf(member.id);
        const [overview, ahead] = await Promise.all([balances.overview(member.id), packages.now(member.id)]);
        return { body: { ...overview, packages: ahead } };
      },
    }),
    endpoint('member', 'getBalanceHistory', {
      limit: costlyReads,
      handle: async ({ span }, { member }) => ({ body: await balanceHistory.read(member.id, span) }),
    }),
    endpoint('member', 'getDisplayRates', { limit: reads, handle: async () => ({ body: await displayRates.now() }) }),
    endpoint('member', 'getFirstSteps', {
      limit: reads,
      handle: async (_input, { member }) => ({ body: await firstSteps.read(member.id) }),
    }),
    endpoint('member', 'listRecords', {
      limit: costlyReads,
      handle: async (query, { member }) => ({ body: await records.actions(member.id, query) }),
    }),
    endpoint('member', 'getRecordFilters', {
      limit: costlyReads,
      handle: async (_input, { member }) => ({ body: await records.filters(member.id) }),
    }),
    endpoint('member', 'getOperation', {
      limit: { points: 60, seconds: 60 },
      transaction: 'own',
      handle: async ({ key }, { member, requestId }) => ({
        body: await idempotentCalls.settle(member.id, key, requestId),
      }),
    }),
  ];
}

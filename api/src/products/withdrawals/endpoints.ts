import { costlyReads, endpoint, type MemberEndpoints, reads } from '../../platform/http/endpoint.ts';
import type { Destinations } from './destinations.ts';
import type { WithdrawalRepository } from './withdrawalRepository.ts';
import type { Withdrawals } from './withdrawals.ts';

export interface WithdrawalRouteParts {
  readonly withdrawals: Withdrawals;
  readonly withdrawalRepository: WithdrawalRepository;
  readonly destinations: Destinations;
}

export function withdrawalEndpoints({
  withdrawals,
  withdrawalRepository,
  destinations,
}: WithdrawalRouteParts): MemberEndpoints {
  return [
    endpoint('member', 'getWithdrawalTerms', {
      limit: costlyReads,
      handle: async (_input, { member }) => ({ body: await withdrawals.terms(member.id) }),
    }),
    endpoint('member', 'getWithdrawalQuote', {
      limit: { points: 120, seconds: 60 },
      handle: async (wanted) => ({ body: await withdrawals.quote(wanted) }),
    }),
    endpoint('member', 'checkWithdrawalAddress', {
      limit: { points: 60, seconds: 60 },
      transaction: 'none',
      handle: async ({ chain, address }, { member }) => ({
        body: await destinations.check(member.id, chain, address),
      }),
    }),
    endpoint('member', 'createWithdrawal', {
      limit: { points: 30, seconds: 60 },
      transaction: 'call',
      handle: async ({ code: _code, ...order }, { member, idempotency }) => ({
        status: 201,
        body: await withdrawals.submit(member.id, order, idempotency),
      }),
    }),
    endpoint('member', 'listWithdrawals', {
      limit: costlyReads,
      handle: async (query, { member }) => ({ body: await withdrawalRepository.page(member.id, query) }),
    }),
    endpoint('member', 'getWithdrawal', {
      limit: reads,
      handle: async ({ id }, { member }) => ({ body: await withdrawalRepository.find(member.id, id) }),
    }),
    endpoint('member', 'cancelWithdrawal', {
      limit: { points: 30, seconds: 60 },
      transaction: 'own',
      handle: async ({ id }, { member }) => ({ body: await withdrawals.cancel(member.id, id) }),
    }),
  ];
}

import { type Route, route } from '../../platform/http/route.ts';
import type { Destinations } from './destinations.ts';
import type { WithdrawalBook } from './withdrawalBook.ts';
import type { Withdrawals } from './withdrawals.ts';

export interface WithdrawalRouteParts {
  readonly withdrawals: Withdrawals;
  readonly withdrawalBook: WithdrawalBook;
  readonly destinations: Destinations;
}

export function withdrawalRoutes({ withdrawals, withdrawalBook, destinations }: WithdrawalRouteParts): Route[] {
  return [
    route('getWithdrawalTerms', {
      handle: async (_input, { member }) => ({ body: await withdrawals.terms(member.id) }),
    }),
    route('getWithdrawalQuote', {
      limit: { points: 120, seconds: 60 },
      handle: async (wanted) => ({ body: await withdrawals.quote(wanted) }),
    }),
    route('checkWithdrawalAddress', {
      limit: { points: 60, seconds: 60 },
      handle: async ({ chain, address }, { member }) => ({
        body: await destinations.check(member.id, chain, address),
      }),
    }),
    route('createWithdrawal', {
      limit: { points: 30, seconds: 60 },
      handle: async ({ code: _code, ...order }, { member, idempotency }) => ({
        status: 201,
        body: await withdrawals.submit(member.id, order, idempotency),
      }),
    }),
    route('listWithdrawals', {
      handle: async (query, { member }) => ({ body: await withdrawalBook.page(member.id, query) }),
    }),
    route('getWithdrawal', {
      handle: async ({ id }, { member }) => ({ body: await withdrawalBook.find(member.id, id) }),
    }),
    route('cancelWithdrawal', {
      limit: { points: 30, seconds: 60 },
      handle: async ({ id }, { member }) => ({ body: await withdrawals.cancel(member.id, id) }),
    }),
  ];
}

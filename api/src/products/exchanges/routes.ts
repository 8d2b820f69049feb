import { type Route, route } from '../../platform/http/route.ts';
import type { Exchanges } from './exchanges.ts';

export function exchangeRoutes(exchanges: Exchanges): Route[] {
  return [
    route('getExchangeTerms', {
      handle: async (_input, { member }) => ({ body: await exchanges.terms(member.id) }),
    }),
    route('createExchangeQuote', {
      limit: { points: 60, seconds: 60 },
      handle: async (wanted, { member }) => ({ status: 201, body: await exchanges.quote(member.id, wanted) }),
    }),
    route('createExchange', {
      limit: { points: 60, seconds: 60 },
      worth: ({ quote }, { member }) => exchanges.worth(member.id, quote),
      handle: async ({ quote }, { member, idempotency }) => ({
        status: 201,
        body: await exchanges.exchange(member.id, quote, idempotency),
      }),
    }),
  ];
}

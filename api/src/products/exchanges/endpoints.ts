import { endpoint, type MemberEndpoints } from '../../platform/http/endpoint.ts';
import type { Exchanges } from './exchanges.ts';

export function exchangeEndpoints(exchanges: Exchanges): MemberEndpoints {
  return [
    endpoint('member', 'getExchangeTerms', {
      handle: async (_input, { member }) => ({ body: await exchanges.terms(member.id) }),
    }),
    endpoint('member', 'createExchangeQuote', {
      limit: { points: 60, seconds: 60 },
      transaction: 'none',
      handle: async (wanted, { member }) => ({ status: 201, body: await exchanges.quote(member.id, wanted) }),
    }),
    endpoint('member', 'createExchange', {
      limit: { points: 60, seconds: 60 },
      transaction: 'call',
      usdValue: ({ quote }, { member }) => exchanges.usdValue(member.id, quote),
      handle: async ({ quote }, { member, idempotency }) => ({
        status: 201,
        body: await exchanges.exchange(member.id, quote, idempotency),
      }),
    }),
  ];
}

import { Quotes } from '../../ledger/quotes.ts';
import { endpoint, type MemberEndpoints, reads } from '../../platform/http/endpoint.ts';
import { type ExchangeParts, Exchanges } from './exchanges.ts';

/** Makes the service, too: nobody else exchanges. */
export function exchangeEndpoints(parts: Omit<ExchangeParts, 'quotes'>): MemberEndpoints {
  const exchanges = new Exchanges({ ...parts, quotes: new Quotes(parts.database, parts.clock) });
  return [
    endpoint('member', 'getExchangeTerms', {
      limit: reads,
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

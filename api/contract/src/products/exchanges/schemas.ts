import { z } from 'zod';
import { actionCode, amount, idempotencyKey, money, time } from '../../schemas/fields.ts';

/** What members exchange, and for what. */
const pair = {
  from: z.enum(['USDP', 'USD', 'USDT']),
  to: z.enum(['USD', 'USDT']),
};
/** What one whole `from` gives in `to` before the fee, to eight places at most, rounded down. */
const rate = z.string().meta({ example: '1.0000' });

const terms = z
  .strictObject({
    ...pair,
    /** `null`: there is no rate that is good now. */
    rate: rate.nullable(),
    feePercent: z.string(),
    minimum: money,
    maximum: money,
    dayMaximum: money,
    dayLeft: money,
    available: money,
    /** The most that can be exchanged now: the smallest of available, maximum and what the day leaves. */
    exchangeable: money,
  })
  .meta({ id: 'ExchangeTerms' });

export const exchangeSchemas = {
  getExchangeTerms: {
    summary: 'What I can exchange now, at which rate and fee, and up to how much',
    response: z.strictObject({ pairs: z.array(terms) }),
  },
  createExchangeQuote: {
    summary: 'Promise what an amount gives, for half a minute',
    body: z.strictObject({ ...pair, amount }),
    response: z.strictObject({
      id: idempotencyKey,
      given: money,
      credit: money,
      fee: money,
      rate,
      feePercent: z.string(),
      /** By the server's clock; how long that is from now. */
      expiresAt: time,
      validSeconds: z.int(),
    }),
  },
  createExchange: {
    summary: 'Exchange at a quote, which is used up by it',
    body: z.strictObject({ quote: idempotencyKey, code: actionCode.optional() }),
    response: z.strictObject({
      reference: z.string(),
      given: money,
      credit: money,
      fee: money,
      rate,
      /** Of the unit received. */
      balanceAfter: money,
      at: time,
    }),
  },
};

import { z } from 'zod';
import type { ErrorCode } from '../../errors.ts';
import { units } from '../../units.ts';
import { money, opaqueId, pageLimit, time } from '../fields.ts';
import { reason } from './fields.ts';

const format: ErrorCode = 'field.format';
const decimal = (pattern: RegExp) => z.string().regex(pattern, { error: format });

/** What one whole unit costs, exactly: at most nine digits before the point and eight behind it. */
const rateText = decimal(/^(?!0(?:\.0*)?$)(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,8})?$/).meta({ example: '97123.45' });
const amountText = decimal(/^(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,8})?$/).meta({ example: '12.50' });
/** Of what is moved, with at most four digits behind the point. */
const percentText = decimal(/^(?:0|[1-9][0-9]?)(?:\.[0-9]{1,4})?$/).meta({ example: '0.3' });

const pair = { base: z.enum(['USDT', 'BTC', 'ON']), quote: z.literal('USD') };
/** Without it: at once. */
const from = time.optional();
const source = z.string().trim().min(1, { error: format }).max(200);

const rate = z.strictObject({
  id: opaqueId,
  ...pair,
  rate: z.string(),
  source: z.string(),
  setBy: z.string(),
  setAt: time,
  /** It needs, or needed, a second person. */
  jumps: z.boolean(),
  approvedBy: z.string().nullable(),
  /** waiting: for a second person, until `expiresAt`. replaced: before it began. */
  state: z.enum(['waiting', 'lapsed', 'coming', 'inForce', 'over', 'replaced']),
  /** `null` while it waits, and of a rate that has always been there. */
  from: time.nullable(),
  until: time.nullable(),
  expiresAt: time.nullable(),
});

const limitFacts = {
  operation: z.enum(['transfer', 'exchange', 'withdrawal', 'deposit']),
  unit: z.enum(units),
};
const limit = z.strictObject({
  ...limitFacts,
  minimum: money,
  maximum: money,
  dayMaximum: money,
  fee: money,
  from: time,
  setBy: z.string(),
  state: z.enum(['coming', 'inForce', 'over']),
});
const feeFacts = {
  product: z.enum(['exchange', 'withdrawal']),
  /** `USDP-USD` of an exchange, `USDT-TRON` (asset and chain) of a withdrawal. */
  subject: decimal(/^[A-Z]{2,6}-[A-Z]{2,6}$/),
};
const fee = z.strictObject({
  ...feeFacts,
  fixed: money,
  percent: z.string(),
  from: time,
  setBy: z.string(),
  state: z.enum(['coming', 'inForce', 'over']),
});
const history = z.enum(['yes']).optional();

/** What operators set from a moment on. */
export const rateSchemas = {
  listRates: {
    response: z.strictObject({
      pairs: z.array(
        z.strictObject({
          ...pair,
          maximumAgeSeconds: z.int().nullable(),
          jumpPercent: z.string(),
          /** None is in force, or one that is too old: nothing is quoted. */
          usable: z.boolean(),
          rates: z.array(rate),
        }),
      ),
    }),
  },
  getRateHistory: {
    query: z.strictObject({ base: pair.base.optional(), before: opaqueId.optional(), limit: pageLimit.optional() }),
    response: z.strictObject({ rates: z.array(rate) }),
  },
  setRate: { body: z.strictObject({ ...pair, rate: rateText, source, from, reason }), response: rate },
  approveRate: {
    params: z.strictObject({ id: opaqueId }),
    body: z.strictObject({ reason }),
    response: rate,
  },
  listLimits: { query: z.strictObject({ history }), response: z.strictObject({ limits: z.array(limit) }) },
  setLimit: {
    body: z.strictObject({
      ...limitFacts,
      minimum: amountText,
      maximum: amountText,
      dayMaximum: amountText,
      fee: amountText,
      from,
      reason,
    }),
    response: limit,
  },
  listFees: { query: z.strictObject({ history }), response: z.strictObject({ fees: z.array(fee) }) },
  setFee: {
    body: z.strictObject({ ...feeFacts, fixed: amountText, percent: percentText, from, reason }),
    response: fee,
  },
};

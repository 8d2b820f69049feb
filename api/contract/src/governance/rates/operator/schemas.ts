import { z } from 'zod';
import type { ErrorCode } from '../../../errors/errorCatalogue.ts';
import { file } from '../../../products/statements/schemas.ts';
import { opaqueId, pageLimit, time } from '../../../schemas/fields.ts';
import { freshCode, reason } from '../../../schemas/operatorFields.ts';

const format: ErrorCode = 'field.format';
const decimal = (pattern: RegExp) => z.string().regex(pattern, { error: format });

/** What one whole unit costs, exactly: at most nine digits before the point and eight behind it. */
const rateText = decimal(/^(?!0(?:\.0*)?$)(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,8})?$/).meta({ example: '97123.45' });
const pair = { base: z.enum(['USDT', 'BTC', 'ON', 'CP']), quote: z.literal('USD') };
/** Without it: at once. */
const from = time.optional();
const source = z.string().trim().min(1, { error: format }).max(200);

const rate = z.strictObject({
  id: opaqueId,
  ...pair,
  rate: z.string(),
  source: z.string(),
  /** Why it was set; `null` of those from before it was kept alongside them. */
  reason: z.string().nullable(),
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

const filter = { base: pair.base.optional() };

/** Rates: what one asset costs in another, from a moment on. */
export const rateOperatorSchemas = {
  listRates: {
    summary: 'Every pair, and the rates that matter now',
    response: z.strictObject({
      pairs: z.array(
        z.strictObject({
          ...pair,
          maximumAgeSeconds: z.int().nullable(),
          jumpPercent: z.string(),
          /** None is in force, or one that is too old: nothing is quoted. */
          usable: z.boolean(),
          /** What was in force before that which is. */
          previous: z.string().nullable(),
          rates: z.array(rate),
        }),
      ),
    }),
  },
  getRateHistory: {
    summary: 'Every rate that was ever set, latest first',
    query: z.strictObject({ ...filter, after: opaqueId.optional(), limit: pageLimit.optional() }),
    response: z.strictObject({ rates: z.array(rate), next: opaqueId.nullable() }),
  },
  exportRateHistory: {
    summary: 'Every rate that was ever set as CSV, with the same filter; it stands in the audit log',
    query: z.strictObject(filter),
    response: file,
  },
  setRate: {
    summary: 'Set a rate; one that jumps, or is the first, waits for a second person',
    body: z.strictObject({ ...pair, rate: rateText, source, from, reason, code: freshCode }),
    response: rate,
  },
};

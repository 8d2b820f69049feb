import { z } from 'zod';
import { mostOfPage } from '../../audiences/endpoint.ts';
import { actionCode, amount, day, idempotencyKey, money, pageLimit, time } from '../../schemas/fields.ts';
import { packageLevels } from './packageLevels.ts';

/** Packages: what is sold, what one would be, buying one, and those a member has. */
const level = z.enum(packageLevels);
/** As it was when it was bought. */
const levelName = z.string();
const planType = z.enum(['level', 'custom']);
/** A level by its name, or an amount of one's own: one of the two. */
const wanted = {
  level: level.optional(),
  amount: amount.optional(),
  /** How much of the price is paid in RP. */
  rp: amount.optional(),
};
const isOne = (order: { readonly level?: unknown; readonly amount?: unknown }): boolean =>
  (order.level === undefined) !== (order.amount === undefined);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const oneOfBoth = [isOne, { path: ['level'], error: 'field.required' }] satisfies [unknown, object];

const loop = z.strictObject({ n: z.int(), dueOn: day, value: money, reward: money }).meta({ id: 'PackageLoop' });

/** What comes back, in USDP, and what that is in USD after the fee of the exchange. */
const outcome = z.strictObject({ usdp: money, usd: money }).meta({ id: 'PackageOutcome' });

const figures = {
  planType,
  level: levelName,
  price: money,
  usd: money,
  rp: money,
  /** Of the price, in units of it: count for the team, whatever part RP paid. */
  points: z.string(),
  reward: money,
  days: z.int(),
  loops: z.array(loop),
};

const quote = z
  .strictObject({
    ...figures,
    /** The most of the price that RP may pay. */
    rpMaximum: money,
    /** What the terms would give; `reward` is as much of it as the pool can promise now. */
    fullReward: money,
    best: outcome,
    /** Were nothing rewarded. */
    zero: outcome,
    exchangeFeePercent: z.string(),
    /** Until when it could be cancelled; `null`: purchased packages cannot be returned or exchanged. */
    cancelUntil: time.nullable(),
  })
  .meta({ id: 'PackageQuote' });

const offered = z
  .strictObject({
    level: levelName,
    price: money,
    loops: z.int(),
    days: z.int(),
    aprPercent: z.string(),
    fullReward: money,
    /** What the pool can promise of it now. */
    reward: money,
  })
  .meta({ id: 'OfferedPackage' });

const own = z
  .strictObject({
    id: idempotencyKey,
    planType,
    level: levelName,
    price: money,
    rp: money,
    points: z.string(),
    reward: money,
    days: z.int(),
    startedAt: time,
    loops: z.array(loop.extend({ releasedAt: time.nullable() }).meta({ id: 'OwnPackageLoop' })),
    /** The next that is locked; `null`: all of it has come back. */
    nextRelease: day.nullable(),
    remainingDays: z.int(),
    released: z.boolean(),
    /** Until then the law of the buyer's country lets them cancel; `null`: it does not, or no longer. */
    cancelUntil: time.nullable(),
    cancelledAt: time.nullable(),
    /** `null` for the moment that it takes to make one. */
    certificate: z.strictObject({ name: z.string(), serial: z.int(), hash }).nullable(),
  })
  .meta({ id: 'OwnPackage' });

/** Those I have, the latest first, a page of them. `older`: after which older ones follow; `null`: there are none. */
const page = { packages: z.array(own).max(mostOfPage), older: idempotencyKey.nullable() };

export const packageSchemas = {
  getPackageOffer: {
    summary: 'Which packages are sold to me now, at which terms, what I have for them, and those I have',
    response: z.strictObject({
      /** `countryNeeded`: it depends on the country of residence, which was not reported yet. */
      sale: z.enum(['open', 'closed', 'countryNeeded']),
      /** `closed` for who lives in my country; not there: for everybody. */
      closedFor: z.enum(['country']).optional(),
      /** So many whole days long the law of my country lets me cancel; not there: my country is not known. */
      cancelDays: z.int().optional(),
      minimum: money,
      maximum: money,
      step: money,
      loopDays: z.int(),
      rpSharePercent: z.string(),
      exchangeFeePercent: z.string(),
      available: money,
      rpAvailable: money,
      levels: z.array(offered),
      /** The first page of them: what the page shows is one answer. */
      ...page,
      /** Of all that were not cancelled, on whichever page: what was paid for them, in USD and RP, and the reward that came. */
      totals: z.strictObject({ purchased: money, reward: money }),
    }),
  },
  getPackageQuote: {
    summary: 'What a package would be now, to the last day, whether or not I could pay for it',
    query: z.strictObject(wanted).refine(...oneOfBoth),
    response: quote,
  },
  buyPackage: {
    summary: 'Buy a package with the reward that was shown: if less can be promised, nothing is bought',
    body: z
      .strictObject({
        ...wanted,
        shownReward: amount,
        /** All else that was shown: where it is another now, nothing is bought. Without it, at what is in force. */
        shown: z
          .strictObject({ price: amount, days: z.int(), loops: z.int(), lastOn: day, cancelUntil: time.nullable() })
          .optional(),
        code: actionCode.optional(),
      })
      .refine(...oneOfBoth),
    response: z.strictObject({
      ...figures,
      id: idempotencyKey,
      reference: z.string(),
      at: time,
    }),
  },
  listPackages: {
    summary: 'The packages I have, page by page, the latest first, with what has come back of each',
    query: z.strictObject({
      /** Only this one. */
      id: idempotencyKey.optional(),
      after: idempotencyKey.optional(),
      limit: pageLimit.optional(),
    }),
    response: z.strictObject(page),
  },
  cancelPackage: {
    summary: 'Cancel a package while the law of my country lets me: what I paid comes back as what it was',
    params: z.strictObject({ id: idempotencyKey }),
    response: z.strictObject({ cancelledAt: time, reference: z.string() }),
  },
  getCertificate: {
    summary: 'The certificate of a contract, which says nothing of its owner',
    params: z.strictObject({ contract: idempotencyKey }),
    response: z.strictObject({
      /** Canonical (RFC 8785): its SHA-256 is the hash, and all that is certified stands in it. */
      json: z.string(),
      hash,
      issuedAt: time,
      cancelledAt: time.nullable(),
    }),
  },
};

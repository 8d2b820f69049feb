import { z } from 'zod';
import { mostOfPage } from '../../audiences/endpoint.ts';
import {
  actionCode,
  amount,
  day,
  idempotencyKey,
  money,
  pageLimit,
  payoutsFrozen,
  time,
} from '../../schemas/fields.ts';
import {
  maturityOptions,
  maturityPayees,
  maturityReasons,
  stakeEvents,
  stakePayoutChains,
  stakeStatuses,
  terminationStatuses,
  withdrawalOrigins,
} from './stakes.ts';

/** Stakes: at what they are begun, what one would be, beginning one, and what is to become of those a member has. */
/** One CP in USD. */
const rate = z.string().meta({ example: '1.0000' });
const option = z.union(maturityOptions.map((each) => z.literal(each)));
const address = z.string().trim().max(200, { error: 'withdrawal.address_invalid' });
const ofStake = z.strictObject({ id: idempotencyKey });

/** What is given in USD, or what is wanted in CP: one of the two. */
const wanted = { usd: amount.optional(), cp: amount.optional() };
const isOne = (order: { readonly usd?: unknown; readonly cp?: unknown }): boolean =>
  (order.usd === undefined) !== (order.cp === undefined);
const oneOfBoth = [isOne, { path: ['cp'], error: 'field.required' }] satisfies [unknown, object];

const order = {
  option,
  /** Where the profit goes while the principal is staked again. */
  payTo: z.enum(maturityPayees).optional(),
  /** One of the address book: USDT on BSC or TRON, by its form. With options 3, and 2 to an address. */
  address: address.optional(),
  /** The days of another term and the fee of a payout (USDT), as they were shown; without them what is in force. */
  shownDays: z.int().optional(),
  shownFee: amount.optional(),
};
/** Profit and all of it go somewhere; what is staked again does not. */
const isComplete = ({
  option: chosen,
  payTo,
  address: to,
}: {
  readonly option?: unknown;
  readonly payTo?: unknown;
  readonly address?: unknown;
}): boolean => {
  if (chosen === 1) return to === undefined && payTo === undefined;
  if (chosen === 3) return to !== undefined && payTo !== 'balance';
  return chosen === 2 && payTo !== undefined && (payTo === 'address') === (to !== undefined);
};
const wholeOrder = [isComplete, { path: ['address'], error: 'field.required' }] satisfies [unknown, object];

/** What a term would be. */
const nextTerm = z
  .strictObject({
    cp: money,
    /** What stands in reserve for it, in USD. */
    basis: money,
    fullReward: money,
    /** What the pool can promise of it now. */
    reward: money,
    days: z.int(),
  })
  .meta({ id: 'StakeTermAhead' });

const choice = z
  .strictObject({
    option,
    payTo: z.enum(maturityPayees),
    chain: z.enum(stakePayoutChains).nullable(),
    address: z.string().nullable(),
    /** Another term begins only with at least this reward. */
    acceptsFrom: money,
    /** It is of so many days; `null`: none begins. */
    acceptsDays: z.int().nullable(),
    chosenAt: time,
  })
  .meta({ id: 'MaturityChoice' });

const payout = z
  .strictObject({
    /** The withdrawal's. */
    id: idempotencyKey,
    origin: z.enum(withdrawalOrigins),
    amount: money,
    deadlineAt: time,
  })
  .meta({ id: 'StakePayout' });

const own = z
  .strictObject({
    id: idempotencyKey,
    startedAt: time,
    /** Of its beginning: it pays back at it for as long as it lives. */
    rate,
    cp: money,
    basis: money,
    /** Reserved for the term; earned once it is over. In USD, and the same at its rate in CP. */
    reward: money,
    rewardCp: money,
    /** Which term it is in, from 1. */
    term: z.int(),
    termDays: z.int(),
    startDay: day,
    /** `null`: no term runs. */
    maturesOn: day.nullable(),
    remainingDays: z.int(),
    /** Days of the term that have passed. */
    passedDays: z.int(),
    status: z.enum(stakeStatuses),
    /** Its term is over, and it waits for a choice, not earning. */
    unlocked: z.boolean(),
    termination: z.enum(terminationStatuses),
    choice: choice.nullable(),
    /** Until then the choice can be changed; `null`: at any time, or nothing is to be chosen. */
    choiceClosesAt: time.nullable(),
    /** The choice can be made or changed now. */
    open: z.boolean(),
    /** With its profit, and without: what a term that began now would be. */
    ahead: z.strictObject({ grown: nextTerm, kept: nextTerm }),
    /** What waits for its review. */
    payouts: z.array(payout),
  })
  .meta({ id: 'OwnStake' });

export const stakeTotals = z
  .strictObject({
    /** In CP, of all contracts that are not ended or applied for; and what stands in reserve for them. */
    staked: money,
    basis: money,
    /** Promised, or earned and waiting. */
    reward: money,
    /** The first day on which something unlocks, when that term began, and the days until then; `null`: nothing is locked. */
    unlocksOn: day.nullable(),
    unlocksFrom: day.nullable(),
    remainingDays: z.int().nullable(),
  })
  .meta({ id: 'StakeTotals' });

const quote = z
  .strictObject({
    cp: money,
    /** What is taken. Of what was given, `change` buys no CP and stays. */
    cost: money,
    change: money,
    rate,
    rateSince: time.nullable(),
    /** What the terms would give; `reward` is as much of it as the pool can promise now. */
    fullReward: money,
    reward: money,
    rewardCp: money,
    termDays: z.int(),
    maturesOn: day,
    /** What comes back at the end of the term: with the reward, and were there none. */
    best: money,
    zero: money,
  })
  .meta({ id: 'StakeQuote' });

export const stakeSchemas = {
  getStakes: {
    summary: 'At what stakes are begun now, what I have for them, and those I have, page by page',
    query: z.strictObject({ after: idempotencyKey.optional(), limit: pageLimit.optional() }),
    response: z.strictObject({
      /** `countryNeeded`: it depends on the country of residence, which was not reported yet. */
      sale: z.enum(['open', 'closed', 'countryNeeded']),
      /** `closed` for who lives in my country; not there: for everybody. */
      closedFor: z.enum(['country']).optional(),
      /** `null`: there is no rate that is good now. */
      rate: rate.nullable(),
      rateSince: time.nullable(),
      minimum: money,
      maximum: money,
      /** So many of mine may not be ended at a time. */
      contracts: z.int(),
      termDays: z.int(),
      aprPercent: z.string(),
      choiceClosesMinutes: z.int(),
      available: money,
      /** The most CP that I could begin with now. */
      most: money,
      /** The least that can be paid out to an address, and so much USD stands in the way of paying out all. */
      payoutMinimum: money,
      reviewHours: z.int(),
      payoutsFrozen,
      totals: stakeTotals,
      /** Paid for all packages of mine that were not cancelled. */
      packagesPurchased: money,
      /** So many of mine are not ended. */
      begun: z.int(),
      /** Those I have, the latest first, a page of them. `older`: after which older ones follow; `null`: there are none. */
      stakes: z.array(own).max(mostOfPage),
      older: idempotencyKey.nullable(),
    }),
  },
  getStake: {
    summary: 'A stake of mine with all its terms and what happened to it',
    params: ofStake,
    response: z.strictObject({
      stake: own,
      terms: z.array(
        z
          .strictObject({
            n: z.int(),
            cp: money,
            basis: money,
            reward: money,
            aprPercent: z.string(),
            startDay: day,
            maturesOn: day,
          })
          .meta({ id: 'StakeTerm' }),
      ),
      /** The latest first. */
      events: z.array(
        z
          .strictObject({
            kind: z.enum(stakeEvents),
            at: time,
            term: z.int(),
            option: option.nullable(),
            reason: z.enum(maturityReasons).nullable(),
            amount: money.nullable(),
          })
          .meta({ id: 'StakeEvent' }),
      ),
      available: money,
      payoutMinimum: money,
    }),
  },
  getStakeQuote: {
    summary: 'What a stake would be now, whether or not I could pay for it',
    query: z.strictObject(wanted).refine(...oneOfBoth),
    response: quote,
  },
  startStake: {
    summary: 'Begin a stake with the rate and reward that were shown: if either is worse, nothing is taken',
    body: z
      .strictObject({
        ...wanted,
        shownRate: rate,
        shownReward: amount,
        /** Until when, as it was shown. */
        shownMaturesOn: day.optional(),
        /** What is to become of it as its term ends; it can be chosen later, too. */
        choice: z
          .strictObject({ ...order, acceptsFrom: amount })
          .refine(...wholeOrder)
          .optional(),
        code: actionCode.optional(),
      })
      .refine(...oneOfBoth),
    response: z.strictObject({ ...quote.shape, id: idempotencyKey, reference: z.string(), at: time }),
  },
  chooseForStake: {
    summary: 'Say what is to become of a stake as its term ends; at once if it waits for that',
    params: ofStake,
    body: z
      .strictObject({
        ...order,
        /** The least reward that another term may begin with: what was shown, or 0, the consent to none. */
        acceptsFrom: amount,
        code: actionCode.optional(),
      })
      .refine(...wholeOrder),
    response: z.strictObject({
      /** `saved`: at its end. Else it was carried out at once. */
      outcome: z.enum(['saved', 'renewed', 'renewed_paid', 'renewed_applied', 'applied', 'terminated']),
      stake: own,
    }),
  },
  removeStakeChoice: {
    summary: 'Have nothing done at the end of the term: the stake unlocks and waits',
    params: ofStake,
    /** Of the choice that is taken back: a request that comes late takes no later one. Without it, of the one that stands. */
    query: z.strictObject({ chosenAt: time.optional() }),
    response: z.strictObject({ stake: own }),
  },
};

import { money, type Parsed, parseAmount, redeem, restakeAll } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { AppError, fieldError } from '../../ground/errors.ts';
import { utcDayOf } from '../../ground/utcDay.ts';
import { percentOf, rateText } from '../../ledger/decimalRatio.ts';
import { costlyReads, endpoint, type MemberEndpoints } from '../../platform/http/endpoint.ts';
import { packageSumsOf } from '../packages/ownPackages.ts';
import { presentSale } from '../sale/saleTo.ts';
import { payoutsFrozen } from '../withdrawals/withdrawalRepository.ts';
import { eventsOfStake, ownStakesOf, stakeSumsOf, termsOfStake } from './ownStakes.ts';
import { presentEvent, presentQuote, presentStake, presentTerm, presentTotals } from './stakePresenter.ts';
import type { StakeOrder } from './stakeQuote.ts';
import { type ChoiceOrder, type StakeParts, StakeService } from './stakeService.ts';

export interface StakeEndpointParts extends StakeParts {
  /** Carries out what is due of a member who looks. */
  readonly carryOutDueOf: (memberId: string) => Promise<void>;
}

/** Makes the service, too: nobody else begins stakes. */
export function stakeEndpoints(parts: StakeEndpointParts): MemberEndpoints {
  const { database, clock, rules, carryOutDueOf } = parts;
  const stakes = new StakeService(parts);

  const ownOf = async (memberId: string, id: string): Promise<AnswerOf<'member', 'getStakes'>['stakes'][number]> => {
    const { stakes } = await ownStakesOf(database, memberId, clock.now(), { id });
    const [own] = stakes;
    if (!own) throw new AppError('request.not_found');
    return presentStake(own, clock.now());
  };

  return [
    endpoint('member', 'getStakes', {
      limit: costlyReads,
      transaction: 'own',
      async handle(page, { member }) {
        await carryOutDueOf(member.id);
        const now = clock.now();
        const rated = stakes.rateNow();
        const [rate, terms, { usd, affordable }, sale, own, sums, packages, review, isFrozen] = await Promise.all([
          rated,
          stakes.terms(),
          rated.then((terms) => stakes.funds(member.id, terms)),
          stakes.sale(member.id),
          ownStakesOf(database, member.id, now, page),
          stakeSumsOf(database, member.id),
          packageSumsOf(database, member.id),
          rules.at('withdrawalReview'),
          payoutsFrozen(database),
        ]);
        return {
          body: {
            ...presentSale(sale),
            rate: rate ? rateText(rate.numerator, rate.denominator) : null,
            rateSince: rate?.since ?? null,
            minimum: money(terms.minimumCp, 'CP'),
            maximum: money(terms.maximumCp, 'CP'),
            contracts: terms.contractsMaximum,
            termDays: terms.termDays,
            aprPercent: percentOf(terms.aprPpm),
            choiceClosesMinutes: terms.choiceClosesMs / 60_000,
            available: money(usd, 'USD'),
            most: money(affordable < terms.maximumCp ? affordable : terms.maximumCp, 'CP'),
            payoutMinimum: money(terms.withdrawalMinimum, 'USD'),
            reviewHours: review.reviewHours,
            payoutsFrozen: isFrozen,
            totals: presentTotals(sums, now),
            packagesPurchased: money(packages.purchased, 'USD'),
            begun: sums.begun,
            stakes: own.stakes.map((each) => presentStake(each, now)),
            older: own.older,
          },
        };
      },
    }),
    endpoint('member', 'getStakeQuote', {
      limit: { points: 120, seconds: 60 },
      async handle(wanted, { member }) {
        return { body: presentQuote(await stakes.quote(member.id, orderOf(wanted))) };
      },
    }),
    endpoint('member', 'getStake', {
      limit: costlyReads,
      transaction: 'own',
      async handle({ id }, { member }) {
        await carryOutDueOf(member.id);
        const [stake, terms, events, { usd }, now] = await Promise.all([
          ownOf(member.id, id),
          termsOfStake(database, id),
          eventsOfStake(database, id),
          stakes.funds(member.id, undefined),
          stakes.terms(),
        ]);
        return {
          body: {
            stake,
            terms: terms.map(presentTerm),
            events: events.map(presentEvent),
            available: money(usd, 'USD'),
            payoutMinimum: money(now.withdrawalMinimum, 'USD'),
          },
        };
      },
    }),
    endpoint('member', 'startStake', {
      limit: { points: 30, seconds: 60 },
      transaction: 'call',
      actionOf: ({ choice }) => actionOf(choice?.option),
      usdValue: (wanted) => stakes.costOf(orderOf(wanted)),
      async handle({ choice, shownRate, shownReward, shownMaturesOn, ...wanted }, { member, idempotency }) {
        const order = {
          ...orderOf(wanted),
          shownRate,
          shownReward: amountOf('shownReward', shownReward, 'USD'),
          shownMaturesOn: shownMaturesOn === undefined ? undefined : utcDayOf(new Date(shownMaturesOn)),
        };
        const { id, reference, at, quote } = await stakes.start(member.id, order, idempotency);
        if (choice) await stakes.choose(member.id, id, choiceOf(choice));
        return { status: 201, body: { ...presentQuote(quote), id, reference, at } };
      },
    }),
    endpoint('member', 'chooseForStake', {
      limit: { points: 30, seconds: 60 },
      transaction: 'call',
      actionOf: ({ option }) => actionOf(option),
      usdValue: ({ id }, { member }) => stakes.usdValueOf(member.id, id),
      async handle({ id, ...choice }, { member }) {
        const outcome = await stakes.choose(member.id, id, choiceOf(choice));
        return { body: { outcome, stake: await ownOf(member.id, id) } };
      },
    }),
    endpoint('member', 'removeStakeChoice', {
      limit: { points: 30, seconds: 60 },
      transaction: 'call',
      async handle({ id, chosenAt }, { member }) {
        await stakes.unchoose(member.id, id, chosenAt === undefined ? undefined : new Date(chosenAt));
        return { body: { stake: await ownOf(member.id, id) } };
      },
    }),
  ];
}

/** What pays something out asks for what a withdrawal asks for. */
const actionOf = (option: ChoiceOrder['option'] | undefined) =>
  option === undefined || option === restakeAll ? 'stake' : 'stakePayout';

const orderOf = ({ usd, cp }: Pick<Parsed<'getStakeQuote'>, 'usd' | 'cp'>): StakeOrder => ({
  usd: usd === undefined ? undefined : amountOf('usd', usd, 'USD'),
  cp: cp === undefined ? undefined : amountOf('cp', cp, 'CP'),
});

type Chosen = Pick<Parsed<'chooseForStake'>, 'option' | 'payTo' | 'address' | 'acceptsFrom' | 'shownDays' | 'shownFee'>;

const choiceOf = ({ option, payTo, address, acceptsFrom, shownDays, shownFee }: Chosen): ChoiceOrder => ({
  option,
  to: option === redeem ? 'address' : (payTo ?? 'balance'),
  address,
  acceptsFrom: amountOf('acceptsFrom', acceptsFrom, 'USD'),
  shownDays,
  shownFee: shownFee === undefined ? undefined : amountOf('shownFee', shownFee, 'USDT'),
});

/** Of nothing at all, too: a reward may be 0. @throws AppError money.amount_format at the field */
function amountOf(path: string, text: string, unit: 'USD' | 'USDT' | 'CP'): bigint {
  const minor = parseAmount(text, unit);
  if (minor === undefined) throw fieldError([{ path, code: 'money.amount_format' }]);
  return minor;
}

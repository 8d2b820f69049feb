import { endpoint, type OperatorEndpoints, type RateLimit } from '../../platform/http/endpoint.ts';
import { actorOf } from '../audit/actor.ts';
import type { FeeTerm, LimitAndFeeService, LimitTerm } from './limitAndFeeService.ts';
import type { MarketRate, RateService } from './rateService.ts';

const reading: RateLimit = { points: 120, seconds: 60 };
const changing: RateLimit = { points: 30, seconds: 60 };
const defaultLimit = 50;

/** Rates, limits and fees. */
export function rateOperatorEndpoints(rates: RateService, terms: LimitAndFeeService): OperatorEndpoints {
  return [
    endpoint('operator', 'listRates', {
      limit: reading,

      handle: async () => ({
        body: { pairs: (await rates.list()).map((pair) => ({ ...pair, rates: pair.rates.map(presentRate) })) },
      }),
    }),
    endpoint('operator', 'getRateHistory', {
      limit: reading,

      handle: async ({ base, before, limit = defaultLimit }) => ({
        body: { rates: (await rates.history(base, before, limit)).map(presentRate) },
      }),
    }),
    endpoint('operator', 'setRate', {
      limit: changing,
      transaction: 'own',
      handle: async ({ reason, from, ...rate }, caller) => ({
        body: presentRate(await rates.set({ ...rate, from: moment(from) }, { ...actorOf(caller), reason })),
      }),
    }),
    endpoint('operator', 'approveRate', {
      limit: changing,
      transaction: 'own',
      handle: async ({ id, reason }, caller) => ({
        body: presentRate(await rates.approve(id, { ...actorOf(caller), reason })),
      }),
    }),
    endpoint('operator', 'listLimits', {
      limit: reading,

      handle: async ({ history }) => ({ body: { limits: (await terms.limits(history === 'yes')).map(presentTerm) } }),
    }),
    endpoint('operator', 'setLimit', {
      limit: changing,
      transaction: 'own',
      handle: async ({ reason, from, ...limit }, caller) => ({
        body: presentTerm(await terms.setLimit({ ...limit, from: moment(from) }, { ...actorOf(caller), reason })),
      }),
    }),
    endpoint('operator', 'listFees', {
      limit: reading,

      handle: async ({ history }) => ({ body: { fees: (await terms.fees(history === 'yes')).map(presentTerm) } }),
    }),
    endpoint('operator', 'setFee', {
      limit: changing,
      transaction: 'own',
      handle: async ({ reason, from, ...fee }, caller) => ({
        body: presentTerm(await terms.setFee({ ...fee, from: moment(from) }, { ...actorOf(caller), reason })),
      }),
    }),
  ];
}

const moment = (time: string | undefined): Date | undefined => (time === undefined ? undefined : new Date(time));

const presentRate = ({ setAt, from, until, expiresAt, ...rate }: MarketRate) => ({
  ...rate,
  setAt: setAt.toISOString(),
  from: from?.toISOString() ?? null,
  until: until?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
});

const presentTerm = <Term extends LimitTerm | FeeTerm>({ from, ...term }: Term) => ({
  ...term,
  from: from.toISOString(),
});

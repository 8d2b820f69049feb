import type { OperatorCaller, OpsCaller } from '../../platform/http/caller.ts';
import { opsRoute } from '../../platform/http/opsRoute.ts';
import type { RateLimit, Route } from '../../platform/http/route.ts';
import type { SupportDeed } from '../audit/actor.ts';
import type { MarketRate, RateDesk } from './rateDesk.ts';
import type { FeeTerm, LimitTerm, TermsDesk } from './termsDesk.ts';

const reading: RateLimit = { points: 120, seconds: 60 };
const changing: RateLimit = { points: 30, seconds: 60 };
const defaultLimit = 50;

/** Rates, limits and fees. */
export function rateOpsRoutes(rates: RateDesk, terms: TermsDesk): Route<OpsCaller>[] {
  return [
    opsRoute('listRates', {
      limit: reading,
      handle: async () => ({
        body: { pairs: (await rates.list()).map((pair) => ({ ...pair, rates: pair.rates.map(presentRate) })) },
      }),
    }),
    opsRoute('getRateHistory', {
      limit: reading,
      handle: async ({ base, before, limit = defaultLimit }) => ({
        body: { rates: (await rates.history(base, before, limit)).map(presentRate) },
      }),
    }),
    opsRoute('setRate', {
      limit: changing,
      handle: async ({ reason, from, ...rate }, caller) => ({
        body: presentRate(await rates.set({ ...rate, from: moment(from) }, deedOf(caller, reason))),
      }),
    }),
    opsRoute('approveRate', {
      limit: changing,
      handle: async ({ id, reason }, caller) => ({
        body: presentRate(await rates.approve(id, deedOf(caller, reason))),
      }),
    }),
    opsRoute('listLimits', {
      limit: reading,
      handle: async ({ history }) => ({ body: { limits: (await terms.limits(history === 'yes')).map(presentTerm) } }),
    }),
    opsRoute('setLimit', {
      limit: changing,
      handle: async ({ reason, from, ...limit }, caller) => ({
        body: presentTerm(await terms.setLimit({ ...limit, from: moment(from) }, deedOf(caller, reason))),
      }),
    }),
    opsRoute('listFees', {
      limit: reading,
      handle: async ({ history }) => ({ body: { fees: (await terms.fees(history === 'yes')).map(presentTerm) } }),
    }),
    opsRoute('setFee', {
      limit: changing,
      handle: async ({ reason, from, ...fee }, caller) => ({
        body: presentTerm(await terms.setFee({ ...fee, from: moment(from) }, deedOf(caller, reason))),
      }),
    }),
  ];
}

const deedOf = ({ operator, requestId }: OperatorCaller, reason: string): SupportDeed => ({
  actor: `operator:${operator.name}`,
  reason,
  requestId,
});

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

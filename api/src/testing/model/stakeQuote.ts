import type { Refused } from '../../ground/refused.ts';
import { beginningOf, type UtcDay, utcDayOf } from '../../ground/utcDay.ts';
import { lesser } from '../../ledger/shares.ts';
import type { CpRate, StakeTerms } from '../../products/stakes/stakeTerms.ts';
import { costOf, cpFor } from './cp.ts';
import { fullReward } from './reward.ts';
import type { StakeContract } from './stakeContract.ts';

/** What a member asks for, and what is true of them and of the pool at that moment. Amounts are minor units. */
export interface StakeRequest {
  readonly id: string;
  /** What is given, or else what is wanted. */
  readonly usd?: bigint | undefined;
  readonly cp?: bigint | undefined;
  readonly rate: CpRate;
  readonly usdAvailable: bigint;
  /** What the pool still has to promise. */
  readonly freePool: bigint;
  /** Those of the member that are not ended. */
  readonly contracts: number;
  /** What the member saw and agreed to: less is refused, more is given. */
  readonly shownReward?: bigint | undefined;
  /** The day on which it unlocks, as they saw it: any other is refused. */
  readonly shownMaturesOn?: UtcDay | undefined;
  readonly startedAt: Date;
  /** Whether stakes are sold in the member's country. */
  readonly open: boolean;
  readonly suspended: boolean;
}

/** In the order in which they are said: the first that the member can do something about. */
export type StakeRefusal =
  | 'member.suspended'
  | 'stake.closed'
  | 'stake.too_many'
  | 'money.below_minimum'
  | 'money.above_maximum'
  | 'stake.terms_changed'
  | 'money.insufficient_balance';

export interface StakeQuote {
  readonly cost: bigint;
  /** Of what was given, what no CP needs: it stays where it is. */
  readonly change: bigint;
  /** What the terms would give; the contract's own is what is promised. */
  readonly fullReward: bigint;
  readonly contract: StakeContract;
}

/** What a member would get for what they give, or the first reason why not. */
export function quoteStake(terms: StakeTerms, request: StakeRequest): StakeQuote | Refused<StakeRefusal> {
  if (request.suspended) return { refused: 'member.suspended' };
  if (!request.open) return { refused: 'stake.closed' };
  if (request.contracts >= terms.contractsMaximum) return { refused: 'stake.too_many' };
  const cp = request.cp ?? cpFor(request.usd ?? 0n, request.rate);
  if (cp < terms.minimumCp) return { refused: 'money.below_minimum' };
  if (cp > terms.maximumCp) return { refused: 'money.above_maximum' };

  const cost = costOf(cp, request.rate);
  const full = fullReward(cost, terms.aprPpm, terms.termDays);
  const reward = lesser(full, request.freePool);
  if (request.shownReward !== undefined && reward < request.shownReward) return { refused: 'stake.terms_changed' };
  const maturesOn = utcDayOf(request.startedAt) + terms.termDays;
  if (request.shownMaturesOn !== undefined && maturesOn !== request.shownMaturesOn)
    return { refused: 'stake.terms_changed' };
  const given = request.usd ?? cost;
  if (given > request.usdAvailable) return { refused: 'money.insufficient_balance' };

  return {
    cost,
    change: given - cost,
    fullReward: full,
    contract: {
      id: request.id,
      rate: request.rate,
      state: 'ongoing',
      termination: 'none',
      cp,
      basis: cost,
      reward,
      term: 1,
      maturesAt: beginningOf(maturesOn),
      payout: 0n,
      applications: 0,
    },
  };
}

import { type Money, minorOf, money } from '@trellis/api-contract';
import type { OwnStake } from './api.ts';
import type { StakeFiguresOf } from './shownQuote.ts';

/** What a term would be that follows. */
export interface TermAhead {
  readonly cp: Money;
  /** In USD, as far as the pool can promise it now. */
  readonly reward: Money;
  readonly days: number;
}

/** What there is to be decided on as a term ends. */
export interface Ahead {
  /** Principal and profit, in USD. */
  readonly total: Money;
  /** In USD. */
  readonly profit: Money;
  /** All of it staked again, and the principal alone. */
  readonly grown: TermAhead;
  readonly kept: TermAhead;
}

export const aheadOf = ({ basis, reward, ahead }: OwnStake): Ahead => ({
  total: plus(basis, reward),
  profit: reward,
  grown: ahead.grown,
  kept: ahead.kept,
});

/** Of what is not begun yet: the next term brings at least what this one does. */
export const aheadOfQuote = ({ cp, reward, rewardCp, best, termDays: days }: StakeFiguresOf): Ahead => ({
  total: best,
  profit: reward,
  grown: { cp: plus(cp, rewardCp), reward, days },
  kept: { cp, reward, days },
});

/** Sums amounts of one unit. */
export const plus = (one: Money, other: Money): Money => money(minorOf(one) + minorOf(other), one.unit);

export const isLess = (one: Money, other: Money): boolean => minorOf(one) < minorOf(other);

import type { UtcDay } from '../../ground/utcDay.ts';
import { shareOf } from '../../ledger/shares.ts';
import type { BonusTerms } from './bonusTerms.ts';
import { type EarnedLine, earnedOn, type MemberFacts } from './earnedLine.ts';

/** What a member is paid for a day, and how it came to that. Minor units. */
export interface BonusLine extends EarnedLine {
  readonly paid: bigint;
  /** Of what is paid: so much as active USDP, the rest as RP. */
  readonly usdp: bigint;
  readonly rp: bigint;
}

export interface BonusDay {
  readonly budget: bigint;
  /** What all together are due. */
  readonly demand: bigint;
  readonly paid: bigint;
  readonly lines: readonly BonusLine[];
}

/** What a day may pay, of what the pool holds as it is closed. */
export const budgetOf = ({ budgetPpm }: BonusTerms, pool: bigint): bigint => shareOf(pool, budgetPpm);

/**
 * The bonus of a day that is closed, from its facts alone. Where the budget does not reach for all, each is paid the same
 * share of what they are due, rounded down: exactly, and not by a factor that was rounded before.
 */
export function bonusDay(terms: BonusTerms, day: UtcDay, pool: bigint, facts: readonly MemberFacts[]): BonusDay {
  const budget = budgetOf(terms, pool);
  const earned = facts.map((each) => earnedOn(terms, day, budget > 0n, each));
  const demand = earned.reduce((sum, { due }) => sum + due, 0n);
  const lines = earned.map((line): BonusLine => {
    const paid = demand <= budget ? line.due : (line.due * budget) / demand;
    const rp = shareOf(paid, terms.rpPpm);
    return { ...line, paid, rp, usdp: paid - rp };
  });
  return { budget, demand, paid: lines.reduce((sum, { paid }) => sum + paid, 0n), lines };
}

const whole = 10_000n;

/** The share of what is due that was paid, in ten-thousandths, cut: to be shown, and nothing is computed with it. */
export function shownFactor({ budget, demand }: Pick<BonusDay, 'budget' | 'demand'>): bigint {
  if (budget === 0n) return 0n;
  return demand <= budget ? whole : (whole * budget) / demand;
}

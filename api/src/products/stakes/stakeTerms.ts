import { dividedUp } from '../../ledger/reward.ts';

/** One CP costs numerator / denominator USD. A contract keeps the rate it began at for as long as it lives. */
export interface CpRate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The CP that so many USD buy, rounded down. */
export const cpFor = (usd: bigint, { numerator, denominator }: CpRate): bigint => (usd * denominator) / numerator;

/** What so many CP cost in USD, rounded up. */
export const costOf = (cp: bigint, { numerator, denominator }: CpRate): bigint =>
  dividedUp(cp * numerator, denominator);

/** What operators set for stakes. Amounts are minor units. */
export interface StakeTerms {
  readonly aprPpm: bigint;
  readonly termDays: number;
  /** In CP. */
  readonly minimumCp: bigint;
  readonly maximumCp: bigint;
  /** So many of a member are not ended at a time. */
  readonly contractsMaximum: number;
  /** So long before maturity a choice can no longer be made. */
  readonly choiceClosesMs: number;
  /** The smallest withdrawal of USD: what is less cannot be sent. */
  readonly withdrawalMinimum: bigint;
}

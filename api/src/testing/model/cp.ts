import { dividedUp } from '../../ledger/shares.ts';
import type { CpRate } from '../../products/stakes/stakeTerms.ts';

/** The CP that so many USD buy, rounded down. */
export const cpFor = (usd: bigint, { numerator, denominator }: CpRate): bigint => (usd * denominator) / numerator;

/** What so many CP cost in USD, rounded up. */
export const costOf = (cp: bigint, { numerator, denominator }: CpRate): bigint =>
  dividedUp(cp * numerator, denominator);

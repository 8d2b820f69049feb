import { money, moneyText } from '@trellis/api-contract';
import { AppError, fieldError } from '../../ground/errors.ts';
import { dayText, type UtcDay } from '../../ground/utcDay.ts';
import { rateText } from '../../ledger/decimalRatio.ts';
import type { Rate } from '../../ledger/rates.ts';
import type { StakeTerms } from './stakeTerms.ts';

/** What is given in USD or wanted in CP: one of the two; and what was shown. Minor units. */
export interface StakeOrder {
  readonly usd?: bigint | undefined;
  readonly cp?: bigint | undefined;
  /** What the member saw and agreed to: less is refused, more is given. */
  readonly shownReward?: bigint | undefined;
  /** The day on which it unlocks, as they saw it: any other is refused. */
  readonly shownMaturesOn?: UtcDay | undefined;
}

/** What a member would get, as the database has computed it. */
export interface StakeQuote {
  /** One CP in USD, to eight places and at least four; and since when. */
  readonly rate: string;
  readonly rateSince: Date | undefined;
  readonly cp: bigint;
  readonly cost: bigint;
  /** Of what was given, what no CP needs: it stays where it is. */
  readonly change: bigint;
  /** What the terms would give, and what is promised of it. */
  readonly fullReward: bigint;
  readonly reward: bigint;
  /** What the reward would buy. */
  readonly rewardCp: bigint;
  readonly termDays: number;
  /** `2026-03-09`, UTC. */
  readonly maturesOn: string;
}

/** A quote as SQL answers it, or why there is none. */
export interface QuoteRow {
  readonly refused: StakeRefusal | null;
  readonly cp: string;
  readonly cost: string;
  readonly change: string;
  readonly fullReward: string;
  readonly reward: string;
  readonly rewardCp: string;
  readonly termDays: number;
  readonly maturesOn: string;
}

/** @throws AppError why there is none */
export function quoteOf(row: QuoteRow | undefined, rate: Rate, terms: StakeTerms, order: StakeOrder): StakeQuote {
  if (!row) throw new Error('a quote has one row');
  if (row.refused !== null) throw explained(row.refused, terms, order);
  return {
    rate: rateText(rate.numerator, rate.denominator),
    rateSince: rate.since,
    cp: BigInt(row.cp),
    cost: BigInt(row.cost),
    change: BigInt(row.change),
    fullReward: BigInt(row.fullReward),
    reward: BigInt(row.reward),
    rewardCp: BigInt(row.rewardCp),
    termDays: row.termDays,
    maturesOn: row.maturesOn,
  };
}

/** An order as SQL takes it. */
export const inSql = ({ usd, cp, shownReward, shownMaturesOn }: StakeOrder) => ({
  usd: usd?.toString(),
  cp: cp?.toString(),
  shownReward: shownReward?.toString(),
  shownMaturesOn: shownMaturesOn === undefined ? undefined : dayText(shownMaturesOn),
});

/** Why none begins: the first reason that the member can do something about. */
type StakeRefusal =
  | 'member.suspended'
  | 'member.country_needed'
  | 'stake.closed'
  | 'stake.too_many'
  | 'money.below_minimum'
  | 'money.above_maximum'
  | 'stake.terms_changed'
  | 'money.insufficient_balance';

/** A refusal with the figures that explain it, at the field that it is about. */
function explained(refused: StakeRefusal, terms: StakeTerms, { cp }: StakeOrder): AppError {
  const path = cp === undefined ? 'usd' : 'cp';
  const cpText = (minor: bigint): string => moneyText(money(minor, 'CP'));
  switch (refused) {
    case 'money.below_minimum':
      return fieldError([{ path, code: refused, params: { minimum: cpText(terms.minimumCp) } }]);
    case 'money.above_maximum':
      return fieldError([{ path, code: refused, params: { maximum: cpText(terms.maximumCp) } }]);
    case 'money.insufficient_balance':
      return fieldError([{ path, code: refused }]);
    case 'stake.too_many':
      return new AppError(refused, { params: { maximum: String(terms.contractsMaximum) } });
    case 'member.suspended':
    case 'member.country_needed':
    case 'stake.closed':
    case 'stake.terms_changed':
      return new AppError(refused);
  }
}

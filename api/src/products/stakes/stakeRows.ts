import type { MaturityReason, StakeEventKind, StakePayoutChain } from '@trellis/api-contract';
import { rateText } from '../../ledger/decimalRatio.ts';

/** 1: profit joins the principal, and another term. 2: profit is paid, and another term. 3: all of it is paid out. */
export type ChosenOption = 1 | 2 | 3;

/** A contract as it stands in its table. Amounts are minor units; days are `2026-03-09`, UTC. */
export interface StakeRow {
  readonly id: string;
  readonly member: string;
  readonly rate_numerator: string;
  readonly rate_denominator: string;
  readonly started_at: Date;
  /** Ongoing; its term is over and it waits; a payout of all of it is applied for; paid out. */
  readonly state: 'ongoing' | 'unlocked' | 'applied' | 'ended';
  readonly cp: string;
  readonly basis: string;
  readonly reward: string;
  readonly term: number;
  readonly start_day: string;
  readonly matures_on: string | null;
  readonly choice_closes_ms: number;
  readonly payout: string;
  readonly applications: number;
  readonly option: ChosenOption | null;
  readonly pay_to: 'balance' | 'address' | null;
  readonly pay_chain: StakePayoutChain | null;
  readonly pay_address: string | null;
  readonly accepts_from: string | null;
  readonly accepts_days: number | null;
  readonly accepts_fee: string | null;
  readonly chosen_at: Date | null;
}

/** Columns of a `StakeRow`. @param table the table's alias */
export const stakeColumns = (table: string): string =>
  `${table}.id, ${table}.member, ${table}.rate_numerator::text, ${table}.rate_denominator::text, ${table}.started_at, ${table}.state,
   ${table}.cp::text, ${table}.basis::text, ${table}.reward::text, ${table}.term::integer, ${table}.start_day::text, ${table}.matures_on::text,
   (extract(epoch FROM ${table}.choice_closes) * 1000)::integer AS choice_closes_ms, ${table}.payout::text,
   ${table}.applications::integer, ${table}.option::integer, ${table}.pay_to, ${table}.pay_chain, ${table}.pay_address,
   ${table}.accepts_from::text, ${table}.accepts_days, ${table}.accepts_fee::text, ${table}.chosen_at`;

export interface StakeEventRow {
  readonly kind: StakeEventKind;
  readonly at: Date;
  readonly term: number;
  readonly option: ChosenOption | null;
  readonly reason: MaturityReason | null;
  readonly amount: string | null;
}

/** When a term ends; `undefined`: none runs. */
export const maturityOf = ({ matures_on: on }: StakeRow): Date | undefined =>
  on === null ? undefined : new Date(`${on}T00:00:00Z`);

/** From then on the choice for this term stands as it is. */
export const choiceClosesAt = (row: StakeRow): Date | undefined => {
  const at = maturityOf(row);
  return at && new Date(at.getTime() - row.choice_closes_ms);
};

export const rateOfRow = ({ rate_numerator: numerator, rate_denominator: denominator }: StakeRow): string =>
  rateText(BigInt(numerator), BigInt(denominator));

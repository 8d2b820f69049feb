import type { MaturityReason, StakeEventKind, StakePayoutChain } from '@trellis/api-contract';
import type { MaturityChoice } from './maturity.ts';
import type { StakeContract } from './stakeContract.ts';
import type { StakeTerms } from './stakeTerms.ts';

/** A contract as it stands in its table. Amounts are minor units; days are `2026-03-09`, UTC. */
export interface StakeRow {
  readonly id: string;
  readonly member: string;
  readonly rate_numerator: string;
  readonly rate_denominator: string;
  readonly started_at: Date;
  readonly state: StakeContract['state'];
  readonly cp: string;
  readonly basis: string;
  readonly reward: string;
  readonly term: number;
  readonly start_day: string;
  readonly matures_on: string | null;
  readonly choice_closes_ms: number;
  readonly payout: string;
  readonly applications: number;
  readonly option: MaturityChoice['option'] | null;
  readonly pay_to: MaturityChoice['to'] | null;
  readonly pay_chain: StakePayoutChain | null;
  readonly pay_address: string | null;
  readonly accepts_from: string | null;
  readonly accepts_days: number | null;
  readonly accepts_fee: string | null;
  readonly chosen_at: Date | null;
}

/** Columns of a `StakeRow`. @param of the table's alias */
export const stakeColumns = (of: string): string =>
  `${of}.id, ${of}.member, ${of}.rate_numerator::text, ${of}.rate_denominator::text, ${of}.started_at, ${of}.state,
   ${of}.cp::text, ${of}.basis::text, ${of}.reward::text, ${of}.term::integer, ${of}.start_day::text, ${of}.matures_on::text,
   (extract(epoch FROM ${of}.choice_closes) * 1000)::integer AS choice_closes_ms, ${of}.payout::text,
   ${of}.applications::integer, ${of}.option::integer, ${of}.pay_to, ${of}.pay_chain, ${of}.pay_address,
   ${of}.accepts_from::text, ${of}.accepts_days, ${of}.accepts_fee::text, ${of}.chosen_at`;

/** What has to be known of a contract to carry out what is due. */
export interface StakeWorldRow extends StakeRow {
  readonly usd: string;
  /** How much of it came in after a choice to pay all out. */
  readonly usd_since: string;
  readonly open: boolean;
  readonly suspended: boolean;
  readonly locked: boolean;
  readonly free: string;
}

/**
 * The `StakeWorldRow`s that a call of `stake_world` or `due_stakes` answers. The row is taken apart at once: each mention of
 * its fields would have Postgres look up, and copy, what the table is.
 */
export const worldOf = (call: string): string =>
  `SELECT ${stakeColumns('s')}, w.usd::text, stake_usd_since(w.stake)::text AS usd_since, w.open, w.suspended, w.locked, w.free::text
     FROM ${call} w CROSS JOIN LATERAL (SELECT (w.stake).*) s`;

export interface StakeEventRow {
  readonly kind: StakeEventKind;
  readonly at: Date;
  readonly term: number;
  readonly option: MaturityChoice['option'] | null;
  readonly reason: MaturityReason | null;
  readonly amount: string | null;
}

export const contractOf = (row: StakeRow): StakeContract => ({
  id: row.id,
  rate: { numerator: BigInt(row.rate_numerator), denominator: BigInt(row.rate_denominator) },
  state: row.state,
  termination: row.state === 'ended' ? 'terminated' : row.state === 'applied' ? 'applied' : 'none',
  cp: BigInt(row.cp),
  basis: BigInt(row.basis),
  reward: BigInt(row.reward),
  term: row.term,
  maturesAt: row.matures_on === null ? undefined : new Date(`${row.matures_on}T00:00:00Z`),
  payout: BigInt(row.payout),
  applications: row.applications,
});

export const choiceOf = ({
  option,
  pay_to: to,
  accepts_from: from,
  accepts_days: days,
  accepts_fee: fee,
  chosen_at: chosenAt,
}: StakeRow): MaturityChoice | undefined =>
  option === null || to === null || from === null || chosenAt === null
    ? undefined
    : {
        ...{ option, to, acceptsFrom: BigInt(from), chosenAt },
        ...(days !== null && { acceptsDays: days }),
        ...(fee !== null && { acceptsFee: BigInt(fee) }),
      };

/** What operators set now, but for when the choice closes, which was agreed with the contract. */
export const termsOf = (now: StakeTerms, { choice_closes_ms: choiceClosesMs }: StakeRow): StakeTerms => ({
  ...now,
  choiceClosesMs,
});

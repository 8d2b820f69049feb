import { money, type Output } from '@trellis/api-contract';
import { beginningOf, dayText, utcDayOf } from '../../ground/utcDay.ts';
import { percentOf, rateText } from '../../ledger/decimalRatio.ts';
import { fullReward, lesser } from '../../ledger/reward.ts';
import type { OpenPayout, OwnStake, StakeSums, TermRow } from './ownStakes.ts';
import type { StakeContract } from './stakeContract.ts';
import type { StakeQuote } from './stakeQuote.ts';
import { contractOf, type StakeEventRow, type StakeRow } from './stakeRows.ts';
import { type CpRate, costOf, cpFor, type StakeTerms } from './stakeTerms.ts';

type Presented = Output<'getStakes'>['stakes'][number];

/** What is true when contracts are shown. */
export interface Shown {
  readonly now: Date;
  readonly terms: StakeTerms;
  /** What the pool still has to promise. */
  readonly free: bigint;
}

/** Contracts as members read them. CP are CP; all else is USD. */
export function presentStake({ row, payouts }: OwnStake, { now, terms, free }: Shown): Presented {
  const contract = contractOf(row);
  const { state, termination, rate, cp, basis, reward } = contract;
  const startDay = utcDayOf(new Date(row.start_day));
  const today = utcDayOf(now);
  const end = contract.maturesAt && utcDayOf(contract.maturesAt);
  const closesAt = contract.maturesAt && new Date(contract.maturesAt.getTime() - row.choice_closes_ms);
  const grownCp = cpFor(basis + reward, rate);
  return {
    id: row.id,
    startedAt: row.started_at.toISOString(),
    rate: rateOf(rate),
    cp: money(cp, 'CP'),
    basis: money(basis, 'USD'),
    reward: money(reward, 'USD'),
    rewardCp: money(cpFor(reward, rate), 'CP'),
    term: row.term,
    termDays: end === undefined ? terms.termDays : end - startDay,
    startDay: row.start_day,
    maturesOn: row.matures_on,
    remainingDays: end === undefined ? 0 : Math.max(0, end - today),
    passedDays: end === undefined ? 0 : Math.min(end, Math.max(today, startDay)) - startDay,
    status: statusOf(contract),
    unlocked: state === 'unlocked',
    termination,
    choice: presentChoice(row),
    choiceClosesAt: closesAt?.toISOString() ?? null,
    open: state === 'unlocked' || (closesAt !== undefined && now < closesAt),
    ahead: {
      grown: ahead(grownCp, rate, terms, free),
      kept: ahead(cp, rate, terms, free),
    },
    payouts: payouts.map(presentPayout),
  };
}

export const presentPayout = ({ id, origin, amount, deadlineAt }: OpenPayout): Presented['payouts'][number] => ({
  id,
  origin,
  amount: money(BigInt(amount), 'USD'),
  deadlineAt: deadlineAt.toISOString(),
});

const statusOf = ({ state }: StakeContract): Presented['status'] =>
  state === 'ended' ? 'ended' : state === 'applied' ? 'pending' : 'ongoing';

export const presentChoice = (row: StakeRow): Presented['choice'] =>
  row.option === null || row.pay_to === null || row.chosen_at === null
    ? null
    : {
        option: row.option,
        payTo: row.pay_to,
        chain: row.pay_chain,
        address: row.pay_address,
        acceptsFrom: money(BigInt(row.accepts_from ?? 0), 'USD'),
        chosenAt: row.chosen_at.toISOString(),
      };

/** What a term of so many CP would be, were it to begin now. */
function ahead(cp: bigint, rate: CpRate, terms: StakeTerms, free: bigint): Presented['ahead']['grown'] {
  const basis = costOf(cp, rate);
  const full = fullReward(basis, terms.aprPpm, terms.termDays);
  return {
    cp: money(cp, 'CP'),
    basis: money(basis, 'USD'),
    fullReward: money(full, 'USD'),
    reward: money(lesser(full, free), 'USD'),
    days: terms.termDays,
  };
}

/** @param now days are whole, and the same all day */
export function presentTotals({ cp, basis, reward, unlocksOn }: StakeSums, now: Date): Output<'getStakes'>['totals'] {
  return {
    staked: money(cp, 'CP'),
    basis: money(basis, 'USD'),
    reward: money(reward, 'USD'),
    unlocksOn,
    remainingDays: unlocksOn === null ? null : Math.max(0, utcDayOf(new Date(unlocksOn)) - utcDayOf(now)),
  };
}

export function presentQuote(
  { cost, change, fullReward: full, contract }: StakeQuote,
  { termDays }: StakeTerms,
  rateSince: Date | undefined,
): Output<'getStakeQuote'> {
  const { cp, reward, rate, maturesAt } = contract;
  return {
    cp: money(cp, 'CP'),
    cost: money(cost, 'USD'),
    change: money(change, 'USD'),
    rate: rateOf(rate),
    rateSince: rateSince?.toISOString() ?? null,
    fullReward: money(full, 'USD'),
    reward: money(reward, 'USD'),
    rewardCp: money(cpFor(reward, rate), 'CP'),
    termDays,
    maturesOn: dayText(utcDayOf(maturesAt ?? beginningOf(0))),
    best: money(cost + reward, 'USD'),
    zero: money(cost, 'USD'),
  };
}

/** One CP in USD, to eight places and at least four. */
export const rateOf = ({ numerator, denominator }: CpRate): string => rateText(numerator, denominator);

export const presentTerm = (row: TermRow): Output<'getStake'>['terms'][number] => ({
  n: row.term,
  cp: money(BigInt(row.cp), 'CP'),
  basis: money(BigInt(row.basis), 'USD'),
  reward: money(BigInt(row.reward), 'USD'),
  aprPercent: percentOf(BigInt(row.apr_ppm)),
  startDay: row.start_day,
  maturesOn: row.matures_on,
});

/** Amounts of what is staked are CP, of what is paid out USD. */
export const presentEvent = ({
  kind,
  at,
  term,
  option,
  reason,
  amount,
}: StakeEventRow): Output<'getStake'>['events'][number] => ({
  kind,
  at: at.toISOString(),
  term,
  option,
  reason,
  amount: amount === null ? null : money(BigInt(amount), kind === 'started' || kind === 'renewed' ? 'CP' : 'USD'),
});

import { money } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { utcDayOf } from '../../ground/utcDay.ts';
import { percentOf } from '../../ledger/decimalRatio.ts';
import type { OpenPayout, OwnStake, StakeSums, TermAhead, TermRow } from './ownStakes.ts';
import type { StakeQuote } from './stakeQuote.ts';
import { choiceClosesAt, maturityOf, rateOfRow, type StakeEventRow, type StakeRow } from './stakeRows.ts';

type Presented = AnswerOf<'member', 'getStakes'>['stakes'][number];

const usd = (minor: string) => money(BigInt(minor), 'USD');
const inCp = (minor: string) => money(BigInt(minor), 'CP');

/** Contracts as members read them. CP are CP; all else is USD. */
export function presentStake({ row, payouts }: OwnStake, now: Date): Presented {
  const { state } = row;
  const startDay = utcDayOf(new Date(row.start_day));
  const today = utcDayOf(now);
  const maturesAt = maturityOf(row);
  const end = maturesAt && utcDayOf(maturesAt);
  const closesAt = choiceClosesAt(row);
  const ahead = ({ cp, basis, fullReward, reward }: TermAhead): Presented['ahead']['grown'] => ({
    cp: inCp(cp),
    basis: usd(basis),
    fullReward: usd(fullReward),
    reward: usd(reward),
    days: row.termDays,
  });
  return {
    id: row.id,
    startedAt: row.started_at,
    rate: rateOfRow(row),
    cp: inCp(row.cp),
    basis: usd(row.basis),
    reward: usd(row.reward),
    rewardCp: inCp(row.rewardCp),
    term: row.term,
    termDays: end === undefined ? row.termDays : end - startDay,
    startDay: row.start_day,
    maturesOn: row.matures_on,
    remainingDays: end === undefined ? 0 : Math.max(0, end - today),
    passedDays: end === undefined ? 0 : Math.min(end, Math.max(today, startDay)) - startDay,
    status: state === 'ended' ? 'ended' : state === 'applied' ? 'pending' : 'ongoing',
    unlocked: state === 'unlocked',
    termination: state === 'ended' ? 'terminated' : state === 'applied' ? 'applied' : 'none',
    choice: presentChoice(row),
    choiceClosesAt: closesAt ?? null,
    open: state === 'unlocked' || (closesAt !== undefined && now < closesAt),
    ahead: { grown: ahead(row.grown), kept: ahead(row.kept) },
    payouts: payouts.map(presentPayout),
  };
}

export const presentPayout = ({ id, origin, amount, deadlineAt }: OpenPayout): Presented['payouts'][number] => ({
  id,
  origin,
  amount: money(BigInt(amount), 'USD'),
  deadlineAt,
});

export const presentChoice = (row: StakeRow): Presented['choice'] =>
  row.option === null || row.pay_to === null || row.chosen_at === null
    ? null
    : {
        option: row.option,
        payTo: row.pay_to,
        chain: row.pay_chain,
        address: row.pay_address,
        acceptsFrom: money(BigInt(row.accepts_from ?? 0), 'USD'),
        acceptsDays: row.accepts_days,
        chosenAt: row.chosen_at,
      };

/** @param now days are whole, and the same all day */
export function presentTotals(
  { cp, basis, reward, unlocksOn, unlocksFrom }: StakeSums,
  now: Date,
): AnswerOf<'member', 'getStakes'>['totals'] {
  return {
    staked: money(cp, 'CP'),
    basis: money(basis, 'USD'),
    reward: money(reward, 'USD'),
    unlocksOn,
    unlocksFrom,
    remainingDays: unlocksOn === null ? null : Math.max(0, utcDayOf(new Date(unlocksOn)) - utcDayOf(now)),
  };
}

export const presentQuote = ({
  rate,
  rateSince,
  cp,
  cost,
  change,
  fullReward,
  reward,
  rewardCp,
  termDays,
  maturesOn,
}: StakeQuote): AnswerOf<'member', 'getStakeQuote'> => ({
  cp: money(cp, 'CP'),
  cost: money(cost, 'USD'),
  change: money(change, 'USD'),
  rate,
  rateSince: rateSince ?? null,
  fullReward: money(fullReward, 'USD'),
  reward: money(reward, 'USD'),
  rewardCp: money(rewardCp, 'CP'),
  termDays,
  maturesOn,
  best: money(cost + reward, 'USD'),
  zero: money(cost, 'USD'),
});

export const presentTerm = (row: TermRow): AnswerOf<'member', 'getStake'>['terms'][number] => ({
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
}: StakeEventRow): AnswerOf<'member', 'getStake'>['events'][number] => ({
  kind,
  at,
  term,
  option,
  reason,
  amount: amount === null ? null : money(BigInt(amount), kind === 'started' || kind === 'renewed' ? 'CP' : 'USD'),
});

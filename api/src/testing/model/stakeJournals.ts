import { type Amounts, amountsOf, mirrored } from './amounts.ts';
import type { StakeContract } from './stakeContract.ts';

/** A journal of a stake: each happens once by its key. */
export interface StakeJournal {
  readonly key: string;
  readonly amounts: Amounts;
}

/** USD become CP with their backing; the reward leaves the pool and is promised, in the same journal. */
export const startAmounts = ({ cp, basis, reward }: StakeContract): Amounts =>
  amountsOf({
    usdAvailable: -basis,
    cpPrincipal: cp,
    cpIssued: -cp,
    reserveCp: basis,
    stakeRewardPool: -reward,
    committedReward: reward,
  });

/** What a term earned leaves what is promised: it joins the principal as far as it buys CP; the rest is the member's. */
export const profitJournal = (
  { id, term, cp, basis, reward }: StakeContract,
  next: Pick<StakeContract, 'cp' | 'basis'>,
): StakeJournal => ({
  key: `stake-profit:${id}:${term}`,
  amounts: amountsOf({
    usdAvailable: basis + reward - next.basis,
    cpPrincipal: next.cp - cp,
    cpIssued: cp - next.cp,
    reserveCp: next.basis - basis,
    committedReward: -reward,
  }),
});

/** The next term's reward is promised. Alongside the profit, not netted with it: each is to be seen. */
export const termJournal = ({ id, term, reward }: StakeContract): StakeJournal => ({
  key: `stake-term:${id}:${term}`,
  amounts: amountsOf({ stakeRewardPool: -reward, committedReward: reward }),
});

const redemption = ({ cp, basis, reward }: StakeContract): Amounts =>
  amountsOf({
    usdAvailable: basis + reward,
    cpPrincipal: -cp,
    cpIssued: cp,
    reserveCp: -basis,
    committedReward: -reward,
  });

/** All of a contract becomes USD. */
export const redeemJournal = (contract: StakeContract, application: number): StakeJournal => ({
  key: `stake-redeem:${contract.id}:${application}`,
  amounts: redemption(contract),
});

/** A redemption undone: the contract stands as it stood. */
export const restoreJournal = (contract: StakeContract): StakeJournal => ({
  key: `stake-restore:${contract.id}:${contract.applications}`,
  amounts: mirrored(redemption(contract)),
});

const held = (amount: bigint): Amounts => amountsOf({ usdAvailable: -amount, usdPending: amount });

/** What is to be paid out waits for its review. */
export const payoutJournal = (id: string, application: number, amount: bigint): StakeJournal => ({
  key: `stake-payout:${id}:${application}`,
  amounts: held(amount),
});

/** A payout that is not made gives back what waited; the withdrawal posts it, under the withdrawal's key. */
export const releasedPayout = (amount: bigint): StakeJournal => ({
  key: 'withdrawal-release',
  amounts: mirrored(held(amount)),
});

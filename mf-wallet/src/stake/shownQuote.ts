import type { Money } from '@trellis/api-contract';
import type { StakeQuote } from './api.ts';

/** The figures that a stake is judged by. */
export type StakeFiguresOf = Pick<
  StakeQuote,
  'cp' | 'cost' | 'reward' | 'rewardCp' | 'fullReward' | 'best' | 'termDays'
>;

const cp: Money = { amount: '0.00', unit: 'CP' };
const usd: Money = { amount: '0.00', unit: 'USD' };

/** Before an amount is there they are nothing, and take the same place. */
export const noFigures: StakeFiguresOf = {
  cp,
  cost: usd,
  reward: usd,
  rewardCp: cp,
  fullReward: usd,
  best: usd,
  termDays: 0,
};

import type { Tone } from '@trellis/shell-sdk';
import type { BalanceState } from './byState.ts';

export const stateText = {
  available: 'state.available',
  locked: 'state.locked',
  pending: 'state.pending',
  staked: 'state.staked',
} as const satisfies Record<BalanceState, string>;

export const stateTone = {
  available: 'primary',
  locked: 'locked',
  pending: 'warning',
  staked: 'positive',
} as const satisfies Record<BalanceState, Tone>;

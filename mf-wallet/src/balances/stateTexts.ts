import type { Tone } from '@trellis/kit';
import type { TotalKind } from './byState.ts';

export const stateText = {
  available: 'state.available',
  locked: 'state.locked',
  pending: 'state.pending',
  staked: 'state.staked',
  points: 'state.points',
} as const satisfies Record<TotalKind, string>;

export const stateTone = {
  available: 'primary',
  locked: 'locked',
  pending: 'warning',
  staked: 'positive',
  points: 'neutral',
} as const satisfies Record<TotalKind, Tone>;

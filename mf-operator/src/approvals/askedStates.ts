import type { Tone } from '@trellis/kit';

/** Where money stands that one person asked to be moved. */
export const askedTones = {
  waiting: 'warning',
  posted: 'positive',
  replaced: 'neutral',
  lapsed: 'neutral',
} as const satisfies Record<string, Tone>;

import type { Tone } from '@trellis/kit';

/** Where money stands that one person asked to be moved. */
export const askedStates = {
  waiting: { text: 'approvals.waiting', tone: 'warning' },
  posted: { text: 'approvals.posted', tone: 'positive' },
  replaced: { text: 'approvals.replaced', tone: 'neutral' },
  lapsed: { text: 'approvals.lapsed', tone: 'neutral' },
} as const satisfies Record<string, { text: string; tone: Tone }>;

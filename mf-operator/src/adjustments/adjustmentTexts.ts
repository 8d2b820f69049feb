import type { OutputOf } from '@trellis/api-contract';
import type { Tone } from '@trellis/kit';

export type Correction = OutputOf<'operator', 'listBonusCorrections'>['corrections'][number];
export type Hold = OutputOf<'operator', 'listBonusHolds'>['holds'][number];

export const correctionStates = {
  waiting: { text: 'adjustments.waiting', tone: 'warning' },
  posted: { text: 'adjustments.posted', tone: 'positive' },
  replaced: { text: 'adjustments.replaced', tone: 'neutral' },
  lapsed: { text: 'adjustments.lapsed', tone: 'neutral' },
} as const satisfies Record<Correction['state'], { text: string; tone: Tone }>;

export const causeTexts = {
  sharedAccounts: 'adjustments.sharedAccounts',
  review: 'adjustments.review',
} as const satisfies Record<Hold['cause'], string>;

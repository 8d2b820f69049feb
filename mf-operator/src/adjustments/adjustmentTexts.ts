import type { OutputOf } from '@trellis/api-contract';

export type Hold = OutputOf<'operator', 'listBonusHolds'>['holds'][number];

export const causeTexts = {
  sharedAccounts: 'adjustments.sharedAccounts',
  review: 'adjustments.review',
} as const satisfies Record<Hold['cause'], string>;

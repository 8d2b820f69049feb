import type { Output } from '@trellis/api-contract';

/** What came of a choice. */
export interface Outcome {
  readonly kind: Output<'chooseForStake'>['outcome'];
  /** Until then it can be changed, where it was saved. */
  readonly until: string | null;
}

export const outcomeTexts = {
  saved: 'stake.maturity.saved',
  renewed: 'stake.outcome.renewed',
  renewed_paid: 'stake.outcome.renewedPaid',
  renewed_applied: 'stake.outcome.renewedApplied',
  applied: 'stake.outcome.applied',
  terminated: 'stake.outcome.terminated',
} as const satisfies Record<Outcome['kind'], string>;

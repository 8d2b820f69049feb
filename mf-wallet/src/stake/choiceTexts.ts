import type { MaturityOption } from '@trellis/api-contract';

/** The three choices, in the words of the specification; `count` is the days of another term. */
export const choiceTexts = {
  1: 'stake.maturity.continue',
  2: 'stake.maturity.profit',
  3: 'stake.maturity.all',
} as const satisfies Record<MaturityOption, string>;

import { maturityOptions, redeem } from '@trellis/api-contract';
import { isZero } from '@trellis/kit';
import type { OwnStake } from './api.ts';
import type { FirstChoice } from './useMaturityChoice.ts';

/** What the fields of a contract begin with: the choice that stands, or the one that the member comes back to. */
export function firstChoiceOf({ choice }: Pick<OwnStake, 'choice'>, returned: string | null): FirstChoice {
  const option = maturityOptions.find((each) => String(each) === returned);
  if (choice === null) return { option };
  return {
    option: option ?? choice.option,
    payTo: choice.payTo,
    address: choice.address ?? undefined,
    acceptsLess: choice.option !== redeem && isZero(choice.acceptsFrom),
  };
}

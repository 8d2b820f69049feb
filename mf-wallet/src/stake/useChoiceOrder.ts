import { type MaturityOption, type Money, minorOf, type Output, redeem } from '@trellis/api-contract';
import type { ApiFailure } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { aheadOf, isLess, plus } from './ahead.ts';
import type { OwnStake, Stakes } from './api.ts';
import { firstChoiceOf } from './firstChoice.ts';
import type { Outcome } from './OutcomeNotice.tsx';
import { type ChoiceOrder, isTooLittle, payoutOf } from './order.ts';
import { useMaturityChoice } from './useMaturityChoice.ts';
import { usePayout } from './usePayout.ts';

export interface ChoiceParts {
  readonly stake: OwnStake;
  readonly stakes: Stakes;
  /** The terms or what the member has are others by now. */
  readonly onChanged: () => void;
  /** What came of the choice; `undefined`: another is being made. */
  readonly onOutcome: (outcome: Outcome | undefined) => void;
}

/** What a member is filling in: what becomes of a contract; and what that pays out. */
export function useChoiceOrder({ stake, stakes, onChanged, onOutcome }: ChoiceParts) {
  const [params, setParams] = useSearchParams();
  const [checked, setChecked] = useState<object>();
  const [changed, setChanged] = useState(false);
  const { id, unlocked } = stake;
  const { available, payoutMinimum } = stakes;
  const ahead = aheadOf(stake);
  const choice = useMaturityChoice({
    draft: `stake.${id}`,
    first: firstChoiceOf(stake, params.get('option')),
    later: false,
    ahead,
  });
  const { option, payTo, destination } = choice;
  /** All USD are to be withdrawn before all of it is paid out. */
  const isUsdFirst = unlocked && option === redeem && !isLess(available, payoutMinimum);
  /** What is paid out with it: USD that are too few for a withdrawal of their own. */
  const rest = unlocked && option === redeem && minorOf(available) > 0n ? available : undefined;
  const paidOut = (chosen: MaturityOption): Money | undefined => {
    const amount = payoutOf(chosen, ahead);
    return amount && rest ? plus(amount, rest) : amount;
  };
  /** What is paid out, or else staked again. */
  const moneyOf = (order: ChoiceOrder): Money => paidOut(order.option) ?? ahead.grown.cp;
  const toBalance = option !== undefined && isTooLittle({ option, payTo }, ahead, payoutMinimum);
  const payout = usePayout(
    choice.toAddress ? destination.chain : undefined,
    option === undefined || toBalance ? undefined : paidOut(option),
  );

  const onReview = (): ChoiceOrder | undefined => {
    const isChosen = choice.check();
    setChecked({});
    setChanged(false);
    onOutcome(undefined);
    return isChosen && !isUsdFirst ? choice.order() : undefined;
  };
  const onRefused = (failure: ApiFailure): boolean => {
    if (failure.kind === 'network') return false;
    const { code } = failure.problem;
    if (choice.refuse(failure)) setChecked({});
    else if (code === 'stake.terms_changed' || code === 'stake.usd_first') {
      setChanged(code === 'stake.terms_changed');
      onChanged();
    } else return false;
    return true;
  };
  const onDone = ({ outcome: done, stake: after }: Output<'chooseForStake'>): void => {
    setChecked(undefined);
    choice.forget();
    // What one came back for is done.
    if (params.has('option')) setParams({ id }, { replace: true });
    onOutcome({ kind: done, until: after.choiceClosesAt });
  };
  const onRemoved = (): void => {
    choice.forget();
    // What was saved before holds no longer.
    onOutcome(undefined);
  };
  const usdRefused = isUsdFirst && checked !== undefined;
  return {
    ...{ ahead, choice, rest, toBalance, payout, moneyOf, usdRefused, checked, changed },
    ...{ onReview, onRefused, onDone, onRemoved },
  };
}

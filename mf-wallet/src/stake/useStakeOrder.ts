import { isAbout, minorOf, money } from '@trellis/api-contract';
import { isZero } from '@trellis/kit';
import { useSettled } from '@trellis/kit/form';
import { type ApiFailure, failureOf, useErrorText } from '@trellis/shell-sdk';
import { useAmountIssue, useDraft } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { aheadOfQuote } from './ahead.ts';
import { type StakeQuote, type Stakes, stakeApi } from './api.ts';
import { type ChoiceOrder, payoutOf } from './order.ts';
import { noFigures } from './shownQuote.ts';
import { useMaturityChoice } from './useMaturityChoice.ts';
import { usePayout } from './usePayout.ts';

/** What the member decided on. */
export interface StakeOrder {
  readonly quote: StakeQuote;
  readonly choice: ChoiceOrder | undefined;
}

/**
 * What a member is filling in: how many CP, and what becomes of them; and what they bring, asked for once the typing rests.
 * @param onChanged the rate or what the member has is another by now
 */
export function useStakeOrder(offer: Stakes, onChanged: () => void) {
  const errorText = useErrorText();
  const [text, setText] = useDraft('stake.amount');
  const [agrees, setAgrees] = useState(false);
  const [checked, setChecked] = useState<object>();
  const [changed, setChanged] = useState(false);

  const { minimum, maximum, most } = offer;
  const amount = useAmountIssue(text, 'CP', {
    minimum,
    maximum,
    dayMaximum: maximum,
    dayLeft: maximum,
    available: maximum,
  });
  const wanted = amount.issue === undefined && amount.reading.kind === 'ok' ? amount.reading.money : undefined;
  const wantedAmount = wanted?.amount ?? '';
  const settled = useSettled(wantedAmount);
  // Before there is an amount the least one is the example.
  const query = stakeApi.useGetStakeQuoteQuery({ cp: settled === '' ? minimum.amount : settled });
  const isCurrent = wantedAmount !== '' && settled === wantedAmount;
  const quote = isCurrent && !query.isFetching ? query.currentData : undefined;
  const failure = isCurrent && query.error ? failureOf(query.error) : undefined;
  /** Said of the amount itself. */
  const refused =
    failure?.kind === 'problem' && isAbout(failure.problem.code, 'amount', 'stake') ? errorText(failure) : undefined;
  const tooMuch =
    wanted !== undefined && minorOf(wanted) > minorOf(most)
      ? errorText({ path: 'amount', code: 'money.insufficient_balance' })
      : undefined;
  const lacking = quote ? minorOf(quote.cost) - minorOf(offer.available) : 0n;
  const isZeroReward = quote !== undefined && isZero(quote.reward);
  const notAgreed = checked !== undefined && isZeroReward && !agrees ? errorText('field.required') : undefined;
  // What was there last stays until the next is there: the figures do not jump while one types.
  const isExample = wanted === undefined;
  const shown = refused !== undefined ? undefined : (quote ?? query.data);
  const ahead = aheadOfQuote(shown ?? noFigures);
  const choice = useMaturityChoice({ draft: 'stake', later: true, ahead: quote && aheadOfQuote(quote) });
  const { option, destination } = choice;
  const paidOut = option === undefined ? undefined : quote && payoutOf(option, aheadOfQuote(quote));
  const payout = usePayout(choice.toAddress ? destination.chain : undefined, paidOut);

  const onReview = (): StakeOrder | undefined => {
    amount.check();
    const isChosen = choice.check();
    setChecked({});
    setChanged(false);
    if (!wanted || !quote || !isChosen || tooMuch !== undefined || (isZeroReward && !agrees)) return undefined;
    return { quote, choice: choice.order() };
  };
  const onRefused = (problem: ApiFailure): boolean => {
    if (problem.kind === 'network') return false;
    const { code } = problem.problem;
    if (code === 'stake.terms_changed') {
      setChanged(true);
      onChanged();
      void query.refetch();
    } else if (choice.refuse(problem)) setChecked({});
    else if (isAbout(code, 'amount', 'rate')) {
      onChanged();
      amount.refuse(problem);
    } else return false;
    setChecked({});
    return true;
  };
  return {
    text,
    wanted,
    /** It is being asked what they bring. */
    busy: wantedAmount !== '' && (!isCurrent || query.isFetching),
    quote,
    shown,
    /** What is shown is of the least amount: there is none yet. */
    isExample,
    /** What they bring could not be read: nothing is wrong with the amount. */
    unread:
      query.error && failure && refused === undefined
        ? { error: query.error, retrying: query.isFetching, onRetry: query.refetch }
        : undefined,
    amountError: amount.error ?? refused ?? tooMuch,
    /** So much USD has to be deposited before. */
    missing: lacking > 0n ? money(lacking, 'USD') : undefined,
    isZeroReward,
    agrees,
    notAgreed,
    checked,
    changed,
    ahead,
    choice,
    payout,
    setText,
    setAgrees,
    onReview,
    onRefused,
    /** For another one. */
    begin() {
      setText('');
      setChecked(undefined);
      setAgrees(false);
      amount.begin();
      choice.forget();
    },
  };
}

import { isAbout, type Output } from '@trellis/api-contract';
import type { ApiFailure } from '@trellis/shell-sdk';
import { useAmountIssue, useDraft } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { type Quote, useQuote } from './useQuote.ts';

export type Pair = Output<'getExchangeTerms'>['pairs'][number];

/** What a member is filling in: which unit and how much of it; and the quote for it, asked for once the typing rests. */
export function useExchangeOrder(pairs: readonly [Pair, ...Pair[]]) {
  const [chosen, choose] = useDraft('exchange.from');
  const [text, setText] = useDraft('exchange.amount');
  const [issues, setIssues] = useState({});
  const pairOf = (unit: string) => pairs.find(({ from }) => from === unit);
  const terms = pairOf(chosen) ?? pairOf('USD') ?? pairs[0];
  const { from, to } = terms;
  const amount = useAmountIssue(text, from, terms);
  const { reading } = amount;
  /** What can be exchanged now; `undefined` while it is wrong, or has no rate. */
  const money = amount.issue === undefined && reading.kind === 'ok' && terms.rate !== null ? reading.money : undefined;
  const quote = useQuote(money && { from, to, amount: money.amount });
  const { state } = quote;
  const ask = () => void quote.ask();

  const onReview = (): Quote | undefined => {
    amount.check();
    setIssues({});
    if (state.kind === 'live') return state.quote;
    if (money && state.kind !== 'asking') ask();
    return undefined;
  };
  const onRefused = (failure: ApiFailure): boolean => {
    if (failure.kind === 'network') return false;
    const { code } = failure.problem;
    if (code === 'exchange.quote_expired') quote.giveUp();
    // Asked again, it says until when.
    else if (code === 'rate.resting') ask();
    else if (isAbout(code, 'amount')) amount.refuse(failure);
    else return false;
    setIssues({});
    return true;
  };
  /** For another one. */
  const begin = () => {
    setText('');
    amount.begin();
  };
  const { error: amountError } = amount;
  return { terms, text, money, amountError, state, issues, choose, setText, ask, onReview, onRefused, begin };
}

import { isAbout, type Money, minorOf, type Output } from '@trellis/api-contract';
import { amountText } from '@trellis/kit';
import { type ApiFailure, useErrorText } from '@trellis/shell-sdk';
import { useAmountIssue, useDraft } from '@trellis/shell-sdk/flow';
import { useEffect, useState } from 'react';
import { walletApi } from '../api.ts';
import { type Destination, useDestination } from './useDestination.ts';
import type { WithdrawalTerms } from './withdrawalTexts.ts';

export type Source = WithdrawalTerms['sources'][number];
export type Payout = WithdrawalTerms['payouts'][number];
type Quote = Output<'getWithdrawalQuote'>;

/** What the member decided on. */
export interface WithdrawalOrder {
  readonly unit: Source['unit'];
  readonly money: Money;
  readonly payout: Payout;
  readonly quote: Quote;
  readonly destination: Destination;
}

/** A network that is named, and takes nothing yet: what is sent there without a memo can be lost. */
export const unopened = 'TON';

export const nameOf = ({ asset, chain }: Payout): string => `${asset}-${chain}`;

interface OrderParts {
  readonly sources: readonly [Source, ...Source[]];
  readonly payouts: readonly [Payout, ...Payout[]];
  /** So much USD is asked for by the page that sent the member here. */
  readonly wantedUsd: string | undefined;
}

/** What a member is filling in: out of which balance, where to, how much; and what it comes to, asked for as they type. */
export function useWithdrawalOrder({ sources, payouts, wantedUsd }: OrderParts) {
  const errorText = useErrorText();
  const [chosenUnit, chooseUnit] = useDraft('withdrawal.unit');
  const [chosenPayout, choosePayout] = useDraft('withdrawal.payout');
  const [text, setText] = useDraft('withdrawal.amount');
  const [issues, setIssues] = useState({});
  useEffect(() => {
    const usd = sources.find(({ unit }) => unit === 'USD');
    if (wantedUsd === undefined || !usd) return;
    const wanted: Money = { amount: wantedUsd, unit: 'USD' };
    const most = minorOf(wanted) > minorOf(usd.withdrawable) ? usd.withdrawable : wanted;
    chooseUnit('USD');
    setText(amountText(most.amount));
    // Once, as the page opens: what is typed then is the member's.
  }, []);
  const source = sources.find(({ unit }) => unit === chosenUnit) ?? sources[0];
  const isUnopened = chosenPayout === unopened;
  // The network that takes nothing yet is one of ON.
  const isChosen = (each: Payout) => (isUnopened ? each.asset === 'ON' : nameOf(each) === chosenPayout);
  const payout = payouts.find(isChosen) ?? payouts[0];
  const { unit } = source;
  const { asset, chain } = payout;
  const destination = useDestination(chain);
  const amount = useAmountIssue(text, unit, source);
  const { reading } = amount;
  const isAmount = reading.kind === 'ok' && amount.issue === undefined;
  const quote = walletApi.useGetWithdrawalQuoteQuery(
    { unit, amount: isAmount ? reading.money.amount : '0', asset, chain },
    { skip: !isAmount, refetchOnMountOrArgChange: true },
  );
  const promised = isAmount ? quote.currentData : undefined;
  const quoteError = isAmount && quote.error ? errorText(quote.error) : undefined;
  const onReview = (): WithdrawalOrder | undefined => {
    if (isUnopened) {
      setIssues({});
      return undefined;
    }
    const wrongAmount = amount.check();
    const wrongAddress = destination.issue();
    setIssues({});
    const { known } = destination;
    if (wrongAmount ?? wrongAddress ?? quoteError) return undefined;
    if (reading.kind !== 'ok' || !known || !promised) return undefined;
    return { unit, money: reading.money, payout, quote: promised, destination: known };
  };
  const onRefused = (failure: ApiFailure): boolean => {
    if (failure.kind === 'network') return false;
    const { code } = failure.problem;
    if (isAbout(code, 'address')) {
      destination.lookAgain();
      destination.refuse(errorText(failure));
    } else if (isAbout(code, 'amount', 'rate') || code === 'withdrawal.terms_changed') {
      void quote.refetch();
      amount.refuse(failure);
    } else return false;
    setIssues({});
    return true;
  };
  return {
    source,
    payout,
    isUnopened,
    text,
    money: isAmount ? reading.money : undefined,
    /** The address is being checked, or what comes of it asked for: a press would come too early. */
    busy: destination.checking || (isAmount && quote.isFetching),
    amountError: amount.error ?? quoteError,
    quote: promised,
    destination,
    issues,
    chooseUnit,
    choosePayout,
    setText,
    onReview,
    onRefused,
    /** For another one. */
    begin() {
      setText('');
      amount.begin();
    },
  };
}

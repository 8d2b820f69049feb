import { isAbout, type Money, minorOf, money as moneyOf } from '@trellis/api-contract';
import { isZero } from '@trellis/kit';
import { useSettled } from '@trellis/kit/form';
import { type ApiFailure, failureOf, useErrorText } from '@trellis/shell-sdk';
import { useAmountIssue, useDraft } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { type Offer, planApi, type Quote } from '../api.ts';
import { boundsOf, type Order, orderOf, payableInRp, plus } from './order.ts';

export interface PurchaseParts {
  readonly offer: Offer;
  /** What the amount begins with. */
  readonly price: Money;
  /** It is an amount of one's own, and no level that was opened. */
  readonly own: boolean;
}

/** What the member decided on. */
export interface Purchase {
  readonly order: Order;
  readonly rp: Money;
  readonly quote: Quote;
}

/** What a member is filling in: how much, and whether RP pay a part; and what it brings, asked for once the typing rests. */
export function usePurchaseOrder({ offer, price, own }: PurchaseParts) {
  const errorText = useErrorText();
  const atFirst = price.amount.replace(/\.00$/, '');
  const [kept, keep] = useDraft('package.amount');
  const [typed, setTyped] = useState<string>();
  const text = typed ?? ((own && kept) || atFirst);
  const setText = (next: string) => {
    setTyped(next);
    // Who opens a level wants its price, whatever they typed elsewhere.
    if (own) keep(next);
  };
  const [paysRp, setPaysRp] = useState(false);
  const [agrees, setAgrees] = useState(false);
  const [checked, setChecked] = useState<object>();
  const [changed, setChanged] = useState(false);

  const bounds = boundsOf(offer);
  const amount = useAmountIssue(text, 'USD', {
    ...bounds,
    dayMaximum: bounds.maximum,
    dayLeft: bounds.maximum,
    available: bounds.maximum,
  });
  const wanted = amount.issue === undefined && amount.reading.kind === 'ok' ? amount.reading.money : undefined;
  const payable = payableInRp(wanted ?? price, offer);
  const rp = paysRp ? payable : { amount: '0.00', unit: 'RP' as const };
  const wantedOrder = wanted ? JSON.stringify({ ...orderOf(wanted, offer), rp: rp.amount }) : '';
  const settled = useSettled(wantedOrder);
  const query = planApi.useGetPackageQuoteQuery(settled === '' ? {} : JSON.parse(settled), {
    skip: settled === '',
  });
  const isCurrent = wantedOrder !== '' && settled === wantedOrder;
  const quote = isCurrent && !query.isFetching ? query.currentData : undefined;
  const failure = isCurrent && query.error ? failureOf(query.error) : undefined;
  /** Said of the amount itself, such as a step that it does not fit. */
  const refused =
    failure?.kind === 'problem' && isAbout(failure.problem.code, 'amount', 'package') ? errorText(failure) : undefined;
  /** What the figures are of: an amount that was refused has none. */
  const shownPrice = query.data?.price ?? price;
  const buyable = refused === undefined ? wanted : undefined;
  const lacking = wanted === undefined ? 0n : minorOf(wanted) - minorOf(plus(offer.available, rp));
  /** So much USD has to be deposited before. */
  const missing = lacking > 0n ? moneyOf(lacking, 'USD') : undefined;
  const isZeroReward = quote !== undefined && isZero(quote.reward);
  const notAgreed = checked !== undefined && isZeroReward && !agrees ? errorText('field.required') : undefined;

  const onReview = (): Purchase | undefined => {
    amount.check();
    setChecked({});
    setChanged(false);
    if (!wanted || !quote || missing !== undefined || (isZeroReward && !agrees)) return undefined;
    return { order: orderOf(wanted, offer), rp, quote };
  };
  const onRefused = (problem: ApiFailure): boolean => {
    if (problem.kind === 'network') return false;
    const { code } = problem.problem;
    if (code === 'package.terms_changed') {
      setChanged(true);
      void query.refetch();
    } else if (isAbout(code, 'amount', 'package')) amount.refuse(problem);
    else return false;
    setChecked({});
    return true;
  };
  return {
    text,
    bounds,
    /** What of it RP could pay, and what they are to pay. */
    payable,
    rp,
    paysRp,
    /** It is being asked what it brings. */
    busy: wantedOrder !== '' && (!isCurrent || query.isFetching),
    quote,
    /** What was read last: the figures do not jump while one types. */
    shown: query.data,
    shownPrice,
    buyable,
    /** What it brings could not be read: nothing is wrong with the amount. */
    unread:
      query.error && failure && refused === undefined
        ? { error: query.error, retrying: query.isFetching, onRetry: query.refetch }
        : undefined,
    missing,
    // Before anything is pressed the way to deposit it says enough.
    amountError:
      amount.error ??
      refused ??
      (checked && missing && errorText({ path: 'amount', code: 'money.insufficient_balance' })),
    zeroLoops: isZeroReward ? quote.loops.length : undefined,
    agrees,
    notAgreed,
    checked,
    changed,
    setText,
    setPaysRp,
    setAgrees,
    onReview,
    onRefused,
    /** For another one. */
    begin() {
      setTyped(undefined);
      if (own) keep('');
      setChecked(undefined);
      setAgrees(false);
      setPaysRp(false);
      amount.begin();
    },
  };
}

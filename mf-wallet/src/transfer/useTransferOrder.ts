import { isAbout, type Money, type Output } from '@trellis/api-contract';
import { type ApiFailure, useErrorText } from '@trellis/shell-sdk';
import { useAmountIssue, useDraft } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { useRecipient } from './useRecipient.ts';

export type Terms = Output<'getTransferTerms'>;

/** What the member decided on. */
export interface TransferOrder {
  readonly recipient: string;
  readonly money: Money;
  /** As it was shown. */
  readonly fee: Money;
}

/** What a member is filling in: to whom, and how much. */
export function useTransferOrder(terms: Terms, onTermsChanged: () => void) {
  const errorText = useErrorText();
  const recipient = useRecipient();
  const [text, setText] = useDraft('transfer.amount');
  const amount = useAmountIssue(text, 'USD', terms);
  const [issues, setIssues] = useState({});
  const { reading, issue } = amount;
  /** What was typed, as far as it is an amount, and what of it can be sent. */
  const typed = reading.kind === 'ok' ? reading.money : undefined;
  const money = issue === undefined ? typed : undefined;

  const onReview = (): TransferOrder | undefined => {
    const wrongRecipient = recipient.issue();
    const wrongAmount = amount.check();
    setIssues({});
    if (wrongRecipient !== undefined || wrongAmount !== undefined || !typed) return undefined;
    return { recipient: recipient.member?.username ?? recipient.username, money: typed, fee: terms.fee };
  };
  const onRefused = (failure: ApiFailure): boolean => {
    if (failure.kind === 'network') return false;
    const { code } = failure.problem;
    if (code === 'transfer.fee_changed') {
      onTermsChanged();
      amount.refuse(failure);
    } else if (isAbout(code, 'recipient')) recipient.refuse(errorText(failure));
    else if (isAbout(code, 'amount')) amount.refuse(failure);
    else return false;
    setIssues({});
    return true;
  };
  /** For another one. */
  const begin = () => {
    recipient.begin();
    setText('');
    amount.begin();
  };
  return { recipient, text, typed, money, amountError: amount.error, issues, setText, onReview, onRefused, begin };
}

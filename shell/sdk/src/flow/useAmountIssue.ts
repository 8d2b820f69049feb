import { type ErrorCode, type ErrorParams, type Money, minorOf, type Unit } from '@trellis/api-contract';
import { moneyText } from '@trellis/kit';
import { type AmountReading, parseAmountInput } from '@trellis/kit/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErrorSource, useErrorText } from '../api/useErrorText.ts';

/** What bounds one amount, as the server's terms say it. */
export interface AmountLimits {
  readonly minimum: Money;
  readonly maximum: Money;
  readonly dayMaximum: Money;
  readonly dayLeft: Money;
  readonly available: Money;
}

type Breach = { readonly code: ErrorCode; readonly params?: ErrorParams };

/** The first limit that an amount breaks; `undefined` when it fits. The server checks the same again. */
export function brokenLimit(money: Money, limits: AmountLimits): Breach | undefined {
  const amount = minorOf(money);
  const { minimum, maximum, dayMaximum, dayLeft, available } = limits;
  if (amount < minorOf(minimum)) return { code: 'money.below_minimum', params: { minimum: moneyText(minimum) } };
  if (amount > minorOf(maximum)) return { code: 'money.above_maximum', params: { maximum: moneyText(maximum) } };
  if (amount > minorOf(available)) return { code: 'money.insufficient_balance' };
  if (amount > minorOf(dayLeft)) {
    return { code: 'money.daily_limit', params: { maximum: moneyText(dayMaximum), left: moneyText(dayLeft) } };
  }
  return undefined;
}

const isExcess = (breach: Breach | undefined): boolean => breach !== undefined && breach.code !== 'money.below_minimum';

/** An amount field: how its text is read, and what is wrong with it. */
export interface AmountField {
  readonly reading: AmountReading;
  /** What keeps the amount from going on, whether or not it is shown. */
  readonly issue: string | undefined;
  /** The sentence under the field. */
  readonly error: string | undefined;
  /** From now on whatever is wrong is shown, as it changes. @returns the issue */
  readonly check: () => string | undefined;
  /** Shows what the server did not take of this very amount. */
  readonly refuse: (source: ErrorSource) => void;
  /** The next amount is another one: nothing is wrong with it yet. */
  readonly begin: () => void;
}

/**
 * What is wrong with an amount. Too much is said while it is typed, as more digits only make it worse; too little and
 * unreadable from the first review on, as more digits may be what is missing.
 */
export function useAmountIssue(text: string, unit: Unit, limits?: AmountLimits): AmountField {
  const { t } = useTranslation('kit');
  const errorText = useErrorText();
  const [checkedAs, setCheckedAs] = useState<string>();
  const [refused, setRefused] = useState<{ readonly amount: string; readonly source: ErrorSource }>();
  const reading = parseAmountInput(text, unit);
  const now = `${text} ${unit}`;
  const breachOf = (money: Money) => limits && brokenLimit(money, limits);
  const breach = reading.kind === 'ok' ? breachOf(reading.money) : undefined;
  // Written so that it can mean two amounts, and the larger one would be too much.
  const isMaybeTooMuch = reading.kind === 'ambiguous' && isExcess(breachOf({ amount: reading.whole, unit }));
  const issueText = (): string | undefined => {
    switch (reading.kind) {
      case 'empty':
        return errorText('field.required');
      case 'malformed':
        return errorText('money.amount_format');
      case 'ambiguous':
        return t('amount.ambiguous', { whole: reading.whole, decimal: reading.decimal });
      case 'ok':
        return breach && errorText({ path: 'amount', ...breach });
    }
  };
  const issue = issueText();
  // Emptied for another amount, as far as anybody knows.
  const isChecked = reading.kind === 'empty' ? checkedAs === now : checkedAs !== undefined;
  return {
    reading,
    issue,
    error:
      refused?.amount === now
        ? errorText(refused.source)
        : isChecked || isExcess(breach) || isMaybeTooMuch
          ? issue
          : undefined,
    check: () => {
      setRefused(undefined);
      setCheckedAs(now);
      return issue;
    },
    refuse: (source) => setRefused({ amount: now, source }),
    begin: () => setCheckedAs(undefined),
  };
}

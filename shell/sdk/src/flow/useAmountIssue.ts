import { type ErrorCode, type ErrorParams, type Money, parseAmount } from '@trellis/api-contract';
import { moneyText } from '@trellis/kit';
import type { AmountReading } from '@trellis/kit/form';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../api/useErrorText.ts';

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
  const minor = (value: Money) => parseAmount(value.amount, value.unit) ?? 0n;
  const amount = minor(money);
  const { minimum, maximum, dayMaximum, dayLeft, available } = limits;
  if (amount < minor(minimum)) return { code: 'money.below_minimum', params: { minimum: moneyText(minimum) } };
  if (amount > minor(maximum)) return { code: 'money.above_maximum', params: { maximum: moneyText(maximum) } };
  if (amount > minor(available)) return { code: 'money.insufficient_balance' };
  if (amount > minor(dayLeft)) {
    return { code: 'money.daily_limit', params: { maximum: moneyText(dayMaximum), left: moneyText(dayLeft) } };
  }
  return undefined;
}

/** The sentence under an amount field, or `undefined` when the amount may go on. */
export function useAmountIssue(): (reading: AmountReading, limits: AmountLimits | undefined) => string | undefined {
  const { t } = useTranslation('kit');
  const errorText = useErrorText();
  return (reading, limits) => {
    switch (reading.kind) {
      case 'empty':
        return errorText('field.required');
      case 'malformed':
        return errorText('money.amount_format');
      case 'ambiguous':
        return t('amount.ambiguous', { whole: reading.whole, decimal: reading.decimal });
      case 'ok': {
        const breach = limits && brokenLimit(reading.money, limits);
        return breach && errorText({ path: 'amount', ...breach });
      }
    }
  };
}

import type { Money } from '@trellis/api-contract';
import { useTranslation } from 'react-i18next';
import { amountText, moneyText } from '../format/money.ts';
import * as amountStyles from '../surface/Amount.module.css';
import { InputButton, InputEnd, type InputProps, TextInput } from './TextInput.tsx';

export interface AmountInputProps extends Omit<InputProps, 'aside' | 'autoComplete'> {
  readonly unit: string;
  readonly available?: Money | undefined;
  /** The most that can be given, worked out by the server; offers a "Max" button. */
  readonly maximum?: Money | undefined;
}

/** An amount with its unit. What was typed is read by `parseAmountInput`; this only holds the text. */
export function AmountInput({ unit, available, maximum, ...props }: AmountInputProps) {
  const { t } = useTranslation('kit');
  return (
    <TextInput
      {...props}
      size="amount"
      inputMode="decimal"
      aside={
        available && (
          <>
            {t('amount.available')} <span className={amountStyles.amount}>{moneyText(available)}</span>
          </>
        )
      }
      end={
        <>
          <InputEnd>{unit}</InputEnd>
          {maximum && (
            <InputButton onClick={() => props.onChange(amountText(maximum.amount))}>{t('amount.maximum')}</InputButton>
          )}
        </>
      }
    />
  );
}

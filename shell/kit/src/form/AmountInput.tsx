import { type Money, percentText } from '@trellis/api-contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { amountText, moneyText, shareOf } from '../format/money.ts';
import * as amountStyles from '../surface/Amount.module.css';
import * as chipStyles from '../surface/Chip.module.css';
import { InputButton, InputEnd, type InputProps, TextInput } from './TextInput.tsx';

export interface AmountInputProps extends Omit<InputProps, 'trailing' | 'aside' | 'autoComplete'> {
  readonly unit: string;
  readonly available?: Money | undefined;
  /** The most that can be given, worked out by the server; offers a "Max" button. */
  readonly maximum?: Money | undefined;
  /** Offers a quarter and a half of the maximum, too. */
  readonly shares?: boolean;
  /** `hero`: the figure that the screen is about; `part`: one half of what is given and what is received. */
  readonly look?: 'hero' | 'part';
  /** In the place of the unit: a choice between units, or the unit with its mark. */
  readonly unitChoice?: ReactNode;
}

/** An amount with its unit. What was typed is read by `parseAmountInput`; this only holds the text. */
export function AmountInput(props: AmountInputProps) {
  const { unit, available, maximum, shares, look, unitChoice, ...input } = props;
  const { t } = useTranslation('kit');
  const unitShown = unitChoice ?? <InputEnd>{unit}</InputEnd>;
  const choices = maximum && (shares || look === 'hero') && look !== 'part' && (
    <AmountChoices maximum={maximum} shares={shares} max={look === 'hero'} onChoose={input.onChange} />
  );
  return (
    <TextInput
      {...input}
      {...(look !== undefined && { placeholder: '0.00', chars: input.value.length || 4 })}
      size={look ?? 'amount'}
      below={choices}
      inputMode="decimal"
      trailing={available && <Available money={available} />}
      start={look === 'part' ? unitShown : undefined}
      end={
        look !== 'part' && (
          <>
            {unitShown}
            {look === undefined && maximum && (
              <InputButton onClick={() => input.onChange(amountText(maximum.amount))}>
                {t('amount.maximum')}
              </InputButton>
            )}
          </>
        )
      }
    />
  );
}

/** What is there to be given, alongside the label of an amount. */
export function Available({ money }: { money: Money }) {
  const { t } = useTranslation('kit');
  return (
    <>
      {t('amount.available')} <span className={amountStyles.amount}>{moneyText(money)}</span>
    </>
  );
}

interface AmountChoicesProps {
  readonly maximum: Money;
  /** A quarter and a half, too. */
  readonly shares?: boolean | undefined;
  /** All that can be given. */
  readonly max?: boolean;
  /** Gets the amount as it would be typed. */
  readonly onChoose: (text: string) => void;
}

/** Amounts that one tap fills in. */
export function AmountChoices({ maximum, shares = false, max = true, onChoose }: AmountChoicesProps) {
  const { t } = useTranslation('kit');
  const choices: (readonly [string, Money])[] = shares
    ? [25n, 50n].map((percent) => [percentText(percent), shareOf(maximum, percent)])
    : [];
  if (max) choices.push([t('amount.maximum'), maximum]);
  return (
    <span className={chipStyles.chips}>
      {choices.map(([label, money]) => (
        <button
          key={label}
          className={chipStyles.chip}
          type="button"
          onClick={() => onChoose(amountText(money.amount))}
        >
          {label}
        </button>
      ))}
    </span>
  );
}

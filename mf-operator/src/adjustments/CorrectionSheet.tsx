import { usernamePattern } from '@trellis/api-contract';
import { Segmented } from '@trellis/kit';
import { AmountInput, parseAmountInput, TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeedSheet } from '../frame/DeedSheet.tsx';
import { adjustmentsApi } from './api.ts';

const fields = ['username', 'amount'] as const;

/** Asks for a bonus to be put right: out of the pool to the member, or back into it. Another treasurer says yes. */
export function CorrectionSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [ask] = adjustmentsApi.useAskBonusCorrectionMutation();
  const [direction, setDirection] = useState<'in' | 'out'>('in');
  const form = useForm(fields, { 'request.not_found': 'username', 'money.amount_format': 'amount' }, (value) => {
    const reading = parseAmountInput(value('amount'), 'USD');
    const name = value('username').trim();
    return {
      username: name === '' ? 'field.required' : !usernamePattern.test(name) && 'member.username_format',
      amount:
        reading.kind === 'empty'
          ? 'field.required'
          : reading.kind !== 'ok'
            ? 'money.amount_format'
            : reading.minor === 0n && 'field.range',
    };
  });
  const reading = parseAmountInput(form.value('amount'), 'USD');
  return (
    <DeedSheet
      title={t('adjustments.correct')}
      text={t('adjustments.correctText')}
      act={t('deed.ask')}
      asksCode
      done={t('deed.sent')}
      entries={{ fields, codes: ['request.not_found'], ...form }}
      onClose={onClose}
      run={(words) =>
        ask({
          username: form.value('username').trim(),
          direction,
          amount: reading.kind === 'ok' ? reading.money.amount : form.value('amount'),
          ...words,
        })
      }
    >
      <TextInput label={t('adjustments.member')} maxLength={40} {...form.input('username')} />
      <Segmented
        label={t('adjustments.direction')}
        value={direction}
        onChange={setDirection}
        options={[
          { value: 'in', label: t('adjustments.toMember') },
          { value: 'out', label: t('adjustments.toPool') },
        ]}
      />
      <AmountInput label={t('adjustments.amount')} unit="USD" {...form.input('amount')} />
    </DeedSheet>
  );
}

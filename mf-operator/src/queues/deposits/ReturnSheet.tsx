import { Hint, moneyText, Summary } from '@trellis/kit';
import { TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { type Deposit, operatorApi } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';

const fields = ['address'] as const;

/** Asks for a deposit below the minimum to be sent back; another treasurer approves, and then it is a withdrawal. */
export function ReturnSheet({ subject: deposit, onClose }: { subject: Deposit; onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [ask] = operatorApi.useAskDepositReturnMutation();
  const { id, username, received, chain, sender } = deposit;
  const form = useForm(fields, {}, (value) => ({ address: value('address').trim() === '' && 'field.required' }));
  return (
    <ActionDialog
      title={t('deposits.returnTitle', { amount: moneyText(received), username })}
      consequence={t('deposits.returnText')}
      submitLabel={t('deposits.returnAction')}
      reasons={[t('deposits.reasonAsked'), t('deposits.reasonMistake')]}
      asksCode
      fields={{ fields, ...form }}
      done={t('deposits.returnDone')}
      onClose={onClose}
      run={(words) => ask({ id, address: form.value('address').trim(), ...words })}
    >
      <Summary
        rows={[
          { label: t('deposits.received'), value: received },
          ...(sender === null
            ? []
            : [{ label: t('deposits.sender'), value: <span translate="no">{sender}</span>, own: true }]),
        ]}
      />
      <TextInput
        label={t('deposits.returnAddress', { chain })}
        hint={t('deposits.returnHint')}
        maxLength={200}
        autoComplete="off"
        {...form.input('address')}
      />
      <Hint>{t('deposits.returnWay')}</Hint>
    </ActionDialog>
  );
}

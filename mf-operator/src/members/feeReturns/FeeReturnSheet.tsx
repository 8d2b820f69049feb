import { idempotencyKeyPattern } from '@trellis/api-contract';
import { Panel, Summary } from '@trellis/kit';
import { TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';
import { Moment } from '../../frame/Moment.tsx';
import { useRefusalText } from '../../frame/refusals/useRefusalText.ts';
import { textKey } from '../../texts/textKey.ts';

const fields = ['record'] as const;

/** Asks for the fee of one record to go back, as much as was booked: nothing is typed but which record. Another treasurer approves. */
export function FeeReturnSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [ask] = operatorApi.useAskFeeReturnMutation();
  // Typed to its end: each look at a fee stands in the audit log.
  const [named, setNamed] = useState('');
  const form = useForm(fields, {}, (value) => {
    const record = value('record').trim();
    return { record: record === '' ? 'field.required' : !idempotencyKeyPattern.test(record) && 'field.format' };
  });
  return (
    <ActionDialog
      title={t('feeReturns.return')}
      consequence={t('feeReturns.returnText')}
      submitLabel={t('action.ask')}
      asksCode
      done={t('action.sent')}
      fields={{ fields, ...form }}
      onClose={onClose}
      run={(words) => ask({ record: form.value('record').trim(), ...words })}
    >
      <TextInput
        label={t('feeReturns.record')}
        hint={t('feeReturns.recordHint')}
        maxLength={40}
        whole
        {...form.input('record')}
        onBlur={() => setNamed(form.value('record').trim())}
      />
      {idempotencyKeyPattern.test(named) && <FeeFacts record={named} />}
    </ActionDialog>
  );
}

/** What a record cost and whom, and what would be posted; or why there is nothing to return. */
function FeeFacts({ record }: { record: string }) {
  const { t } = useTranslation('operator');
  const refusalText = useRefusalText();
  const { currentData, error } = operatorApi.useGetFeeQuery({ id: record });
  if (error !== undefined)
    return (
      <Panel>
        <p role="status">{refusalText(error)}</p>
      </Panel>
    );
  if (currentData === undefined) return null;
  const { username, kind, bookedAt, amount, returned } = currentData;
  return (
    <Panel>
      {returned && <p role="status">{t('refusal.fee.returned')}</p>}
      <Summary
        rows={[
          { label: t('adjustments.member'), value: <span translate="no">{username}</span> },
          { label: t('feeReturns.kind'), value: t(textKey('feeReturns.kind', kind)) },
          { label: t('feeReturns.bookedAt'), value: <Moment at={bookedAt} /> },
          { label: t('feeReturns.amount'), value: amount },
          { label: t('feeReturns.from'), value: t('feeReturns.fromFees') },
          { label: t('feeReturns.to'), value: t('feeReturns.toAvailable') },
        ]}
      />
    </Panel>
  );
}

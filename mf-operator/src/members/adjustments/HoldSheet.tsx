import { normalizeName } from '@trellis/api-contract';
import { Segmented, Select } from '@trellis/kit';
import { TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Hold, operatorApi } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';
import { wrongName } from '../../frame/wrong.ts';
import { textKey } from '../../texts/textKey.ts';

const fields = ['username', 'day'] as const;

/** Stops the bonus of one member, or of a whole day, at one person’s word; what is promised stays promised. */
export function HoldSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [hold] = operatorApi.useHoldBonusMutation();
  const [scope, setScope] = useState<'username' | 'day'>('username');
  const [cause, setCause] = useState<Hold['cause']>('review');
  const form = useForm(fields, { 'request.not_found': 'username' }, (value) =>
    scope === 'username'
      ? { username: wrongName(value('username')) }
      : { day: value('day') === '' && 'field.required' },
  );
  return (
    <ActionDialog
      title={t('adjustments.hold')}
      consequence={t('adjustments.holdText')}
      submitLabel={t('adjustments.hold')}
      danger
      fields={{ fields, codes: scope === 'username' ? ['request.not_found'] : [], ...form }}
      onClose={onClose}
      run={(words) =>
        hold({
          ...(scope === 'username' ? { username: normalizeName(form.value('username')) } : { day: form.value('day') }),
          cause,
          ...words,
        })
      }
    >
      <Segmented
        label={t('adjustments.whose')}
        value={scope}
        onChange={setScope}
        options={[
          { value: 'username', label: t('adjustments.oneMember') },
          { value: 'day', label: t('adjustments.wholeDay') },
        ]}
      />
      {scope === 'username' ? (
        <TextInput label={t('adjustments.member')} maxLength={40} {...form.input('username')} />
      ) : (
        <TextInput type="date" label={t('adjustments.day')} {...form.input('day')} />
      )}
      <Select<Hold['cause']>
        label={t('adjustments.cause')}
        value={cause}
        onChange={setCause}
        options={(['review', 'sharedAccounts'] as const).map((value) => ({
          value,
          label: t(textKey('adjustments.cause', value)),
        }))}
      />
    </ActionDialog>
  );
}

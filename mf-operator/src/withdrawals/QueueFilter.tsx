import { normalizeName, usernamePattern, type WithdrawalRisk, withdrawalRisks } from '@trellis/api-contract';
import { Button, Select, Sheet, TextLink } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchOf } from '../frame/listSearch.ts';
import { textKey } from '../texts/textKey.ts';

interface QueueFilterProps {
  readonly search: SearchOf<'withdrawals'>;
  readonly onNarrow: (change: { username: string; risk: WithdrawalRisk | '' }) => void;
  readonly onClose: () => void;
}

/** What no chip has room for: whose withdrawals, and with what to look twice at. */
export function QueueFilter({ search, onNarrow, onClose }: QueueFilterProps) {
  const { t } = useTranslation('operator');
  const [risk, setRisk] = useState<WithdrawalRisk | ''>(search.risk ?? '');
  const form = useForm(
    ['username'],
    {},
    (value) => ({
      username:
        normalizeName(value('username')) !== '' &&
        !usernamePattern.test(normalizeName(value('username'))) &&
        'member.username_format',
    }),
    { username: search.username ?? '' },
  );
  const apply = () => {
    if (!form.check()) return;
    onNarrow({ username: normalizeName(form.value('username')), risk });
    onClose();
  };
  const clear = () => {
    onNarrow({ username: '', risk: '' });
    onClose();
  };
  return (
    <Sheet title={t('withdrawals.filter')} onClose={onClose}>
      <Form {...form.attributes} onSubmit={apply}>
        <TextInput label={t('withdrawals.member')} maxLength={40} {...form.input('username')} />
        <Select<WithdrawalRisk | ''>
          label={t('withdrawals.risks')}
          value={risk}
          onChange={setRisk}
          options={[
            { value: '', label: t('withdrawals.anyRisk') },
            ...withdrawalRisks.map((each) => ({ value: each, label: t(textKey('withdrawals.risk', each)) })),
          ]}
        />
        <Button type="submit">{t('withdrawals.apply')}</Button>
      </Form>
      {(search.username || search.risk) && <TextLink onClick={clear}>{t('list.clear')}</TextLink>}
    </Sheet>
  );
}

import { normalizeName, usernamePattern, type WithdrawalRisk, withdrawalRisks } from '@trellis/api-contract';
import { Button, Select, Sheet, TextLink } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { useQueueSearch } from './useQueueSearch.ts';
import { riskNames } from './withdrawalTexts.ts';

/** What no chip has room for: whose withdrawals, and with what to look twice at. */
export function QueueFilter({ of, onClose }: { of: ReturnType<typeof useQueueSearch>; onClose: () => void }) {
  const { t } = useTranslation('operator');
  const { search, set, filtered } = of;
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
    set({ username: normalizeName(form.value('username')), risk });
    onClose();
  };
  const clear = () => {
    set({ username: '', risk: '' });
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
            ...withdrawalRisks.map((each) => ({ value: each, label: t(riskNames[each]) })),
          ]}
        />
        <Button type="submit">{t('withdrawals.apply')}</Button>
      </Form>
      {filtered && <TextLink onClick={clear}>{t('withdrawals.clear')}</TextLink>}
    </Sheet>
  );
}

import { normalizeName, usernamePattern, type WithdrawalRisk, withdrawalRisks } from '@trellis/api-contract';
import { Select } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterSheet } from '../../frame/FilterSheet.tsx';
import type { SearchOf } from '../../frame/listSearch.ts';
import { textKey } from '../../texts/textKey.ts';

interface QueueFilterProps {
  readonly search: SearchOf<'withdrawals'>;
  readonly onNarrow: (change: { username: string; risk: WithdrawalRisk | '' }) => void;
  readonly onClose: () => void;
}

/** Whose withdrawals, and with what to look twice at. */
export function QueueFilter({ search, onNarrow, onClose }: QueueFilterProps) {
  const { t } = useTranslation('operator');
  const [risk, setRisk] = useState<WithdrawalRisk | ''>(search.risk ?? '');
  return (
    <FilterSheet
      title={t('withdrawals.filter')}
      fields={{ username: t('withdrawals.member') }}
      search={{ username: search.username ?? '' }}
      read={normalizeName}
      wrong={(_, value) => !usernamePattern.test(value) && 'member.username_format'}
      onApply={({ username }) => onNarrow({ username, risk })}
      clear={
        (search.username !== undefined || search.risk !== undefined) && {
          text: t('list.clear'),
          onClear: () => onNarrow({ username: '', risk: '' }),
        }
      }
      onClose={onClose}
    >
      <Select<WithdrawalRisk | ''>
        label={t('withdrawals.risks')}
        value={risk}
        onChange={setRisk}
        options={[
          { value: '', label: t('withdrawals.anyRisk') },
          ...withdrawalRisks.map((each) => ({ value: each, label: t(textKey('withdrawals.risk', each)) })),
        ]}
      />
    </FilterSheet>
  );
}

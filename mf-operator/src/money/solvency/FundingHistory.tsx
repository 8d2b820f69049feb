import { type Pool, pools } from '@trellis/api-contract';
import { Filters } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalHistory } from '../../queues/approvals/ApprovalHistory.tsx';
import { textKey } from '../../texts/textKey.ts';

/** Every funding that was asked for, of all pools or of one, and what came of it. */
export function FundingHistory() {
  const { t } = useTranslation('operator');
  const [pool, setPool] = useState<Pool | ''>('');
  return (
    <ApprovalHistory
      action="pool.fund"
      pool={pool || undefined}
      filters={
        <Filters<Pool | ''>
          label={t('solvency.pool')}
          value={pool}
          onChange={setPool}
          options={[
            { value: '', label: t('audit.all') },
            ...pools.map((each) => ({ value: each, label: t(textKey('solvency.pool', each)) })),
          ]}
        />
      }
    />
  );
}

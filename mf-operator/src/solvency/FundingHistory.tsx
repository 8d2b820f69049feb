import { type Pool, pools } from '@trellis/api-contract';
import { Filters } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalHistory } from '../approvals/ApprovalHistory.tsx';
import { poolTexts } from './solvencyTexts.ts';

/** Every funding that was asked for, of all pools or of one, and what came of it. */
export function FundingHistory() {
  const { t } = useTranslation('operator');
  const [pool, setPool] = useState<Pool | ''>('');
  return (
    <>
      <Filters<Pool | ''>
        label={t('solvency.pool')}
        value={pool}
        onChange={setPool}
        options={[
          { value: '', label: t('audit.all') },
          ...pools.map((each) => ({ value: each, label: t(poolTexts[each]) })),
        ]}
      />
      <ApprovalHistory action="pool.fund" pool={pool || undefined} />
    </>
  );
}

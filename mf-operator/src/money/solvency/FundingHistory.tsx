import { type Pool, pools } from '@trellis/api-contract';
import { Filters } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { AskedEntry } from '../../frame/AskedEntry.tsx';
import { ConsoleList } from '../../frame/ConsoleList.tsx';
import { LogEntries } from '../../frame/LogEntry.tsx';
import { solvencyIcon } from '../../icons.ts';
import { textKey } from '../../texts/textKey.ts';

/** Every funding that was asked for, and what came of it, the latest first. */
export function FundingHistory() {
  const { t } = useTranslation('operator');
  const [pool, setPool] = useState<Pool | ''>('');
  const search = pool === '' ? {} : { pool };
  return (
    <ConsoleList
      query={operatorApi.useGetPoolHistoryInfiniteQuery(search)}
      rowsOf={({ fundings }) => fundings}
      search={search}
      file="/pools/fundings.csv"
      empty={{ icon: solvencyIcon, text: t(pool === '' ? 'solvency.noFunding' : 'solvency.noFundingSuch') }}
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
    >
      {(fundings) => (
        <LogEntries>
          {fundings.map((funding) => (
            <AskedEntry key={funding.id} title={t(textKey('solvency.pool', funding.pool))} of={funding} />
          ))}
        </LogEntries>
      )}
    </ConsoleList>
  );
}

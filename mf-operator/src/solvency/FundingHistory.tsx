import { type Pool, pools } from '@trellis/api-contract';
import { Card, Empty, Filters, SkeletonRows } from '@trellis/kit';
import { PagedList } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AskedEntry } from '../approvals/AskedEntry.tsx';
import { LogEntries } from '../audit/LogEntry.tsx';
import { ExportLink } from '../frame/ExportLink.tsx';
import { solvencyIcon } from '../icons.ts';
import { solvencyApi } from './api.ts';
import { poolTexts } from './solvencyTexts.ts';

/** Every funding that was asked for, and what came of it, the latest first. */
export function FundingHistory() {
  const { t } = useTranslation('operator');
  const [pool, setPool] = useState<Pool | ''>('');
  const search = pool === '' ? {} : { pool };
  const query = solvencyApi.useGetPoolHistoryInfiniteQuery(search);
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
      <PagedList query={query} waiting={<SkeletonRows />} more={t('audit.more')}>
        {({ fundings }, stamp) =>
          fundings.length === 0 ? (
            <Card>
              <Empty icon={solvencyIcon} text={t(pool === '' ? 'solvency.noFunding' : 'solvency.noFundingSuch')} />
            </Card>
          ) : (
            <>
              {stamp !== false && <ExportLink path="/pools/fundings.csv" search={search} found="whole" />}
              <LogEntries>
                {fundings.map((funding) => (
                  <AskedEntry key={funding.id} title={t(poolTexts[funding.pool])} of={funding} />
                ))}
              </LogEntries>
            </>
          )
        }
      </PagedList>
    </>
  );
}

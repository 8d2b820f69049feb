import { type Pool, pools } from '@trellis/api-contract';
import { Card, Chip, Empty, Filters, SignedAmount, SkeletonRows, useDates } from '@trellis/kit';
import { PagedList } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LogEntries, LogEntry } from '../audit/LogEntry.tsx';
import { ExportLink } from '../frame/ExportLink.tsx';
import { solvencyIcon } from '../icons.ts';
import { solvencyApi } from './api.ts';
import { type Funding, fundingStates, poolTexts } from './solvencyTexts.ts';

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
                  <FundingEntry key={funding.id} of={funding} />
                ))}
              </LogEntries>
            </>
          )
        }
      </PagedList>
    </>
  );
}

function FundingEntry({ of }: { of: Funding }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const { pool, amount, state, requestedBy, requestedAt, reason, expiresAt, approvedBy, postedAt } = of;
  const { text, tone } = fundingStates[state];
  return (
    <LogEntry
      action={t(poolTexts[pool])}
      subject={
        <>
          <SignedAmount money={amount} /> <Chip tone={tone}>{t(text)}</Chip>
        </>
      }
      actor={requestedBy}
      at={requestedAt}
      facts={[
        [t('audit.why'), reason],
        state === 'waiting' && [t('approvals.until'), dateTime(expiresAt)],
        approvedBy !== null && [t('solvency.approvedBy'), <span translate="no">{approvedBy}</span>],
        postedAt !== null && [t('solvency.postedAt'), dateTime(postedAt)],
      ]}
    />
  );
}

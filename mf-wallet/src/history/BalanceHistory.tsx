import type { HistorySpan } from '@trellis/api-contract';
import { Card, Segmented, Skeleton, SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { HistoryPicture } from './HistoryPicture.tsx';
import { saysSomething, sinceFirst } from './totals.ts';

/** How the total went, as far back as the member wants to see; it is there once it says something. */
export function BalanceHistory() {
  const { t } = useTranslation('wallet');
  const [span, setSpan] = useState<HistorySpan>('month');
  // The first is asked as the server asks it for the page: without what goes without saying.
  const history = walletApi.useGetBalanceHistoryQuery(span === 'month' ? {} : { span });
  // While another span is on its way the last one stays; one that does not come is said in its place.
  const shown = history.isFetching ? history.data : history.currentData;
  if (shown === undefined && history.error === undefined) return <SkeletonCard />;
  if (span === 'month' && shown !== undefined && !saysSomething(shown.points)) return null;
  return (
    <Card title={t('over.title')} busy={history.isFetching}>
      <Segmented
        columns={3}
        labelHidden
        label={t('over.span')}
        value={span}
        onChange={setSpan}
        options={[
          { value: 'month', label: t('over.month') },
          { value: 'quarter', label: t('over.quarter') },
          { value: 'year', label: t('over.year') },
        ]}
      />
      <Loaded query={{ ...history, data: shown }} waiting={<Skeleton size="hero" />}>
        {({ points }) => <HistoryPicture points={sinceFirst(points)} />}
      </Loaded>
    </Card>
  );
}

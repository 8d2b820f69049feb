import { Card, LinkButton, Screen, SkeletonCard } from '@trellis/kit';
import { Loaded, SuspensionNotice } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { walletApi } from '../api.ts';
import { RecordDetails } from './RecordDetails.tsx';
import { kindText } from './RecordList.tsx';

/** One record as a page of its own, where the list has no room alongside it. */
export function RecordPage({ id }: { id: string }) {
  const { t } = useTranslation('wallet');
  // As it was narrowed.
  const list = `/wallet/records${useLocation().search}`;
  const query = walletApi.useGetRecordQuery({ id });
  return (
    <Screen title={query.data ? t(kindText(query.data.kind)) : t('record.detail')} back={list}>
      <SuspensionNotice />
      <Loaded query={query} waiting={<SkeletonCard />}>
        {(record) => (
          <Card label={t('record.detail')}>
            <RecordDetails record={record} />
          </Card>
        )}
      </Loaded>
      <LinkButton to={list} kind="quiet">
        {t('record.back')}
      </LinkButton>
    </Screen>
  );
}

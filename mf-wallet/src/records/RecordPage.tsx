import { Card, LinkButton, Screen, SkeletonCard } from '@trellis/kit';
import { Loaded, SuspensionNotice } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { walletApi } from '../api.ts';
import { RecordDetails } from '../records/RecordDetails.tsx';
import { kindText } from '../records/RecordList.tsx';

/** `/wallet/records/{id}`: one record, by its id or its reference: for a link from a notification or to keep. */
export function Component() {
  const { t } = useTranslation('wallet');
  const { id = '' } = useParams();
  const query = walletApi.useGetRecordQuery({ id });
  return (
    <Screen title={query.data ? t(kindText(query.data.kind)) : t('record.detail')} back="/wallet/records">
      <SuspensionNotice />
      <Loaded query={query} waiting={<SkeletonCard />}>
        {(record) => (
          <Card label={t('record.detail')}>
            <RecordDetails record={record} />
          </Card>
        )}
      </Loaded>
      <LinkButton to="/wallet/records" kind="quiet">
        {t('record.back')}
      </LinkButton>
    </Screen>
  );
}

import { Card, Code, LinkButton, Screen, SignedAmount, SkeletonCard, Summary, useDates } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { walletApi } from '../api.ts';
import { kindText } from '../records/RecordList.tsx';

/** `/wallet/records/{id}`: one record, for a link from a notification or to keep. */
export function Component() {
  const { t } = useTranslation('wallet');
  const { dateTime } = useDates();
  const { id = '' } = useParams();
  const query = walletApi.useGetRecordQuery({ id });
  return (
    <Screen title={t('record.detail')} back="/wallet/records">
      <Loaded query={query} waiting={<SkeletonCard />}>
        {({ kind, money, at, counterparty, balanceAfter, reference }) => (
          <Card label={t('record.detail')}>
            <Summary
              rows={[
                { label: t('record.kind'), value: t(kindText(kind)) },
                { label: t('record.amount'), value: <SignedAmount money={money} /> },
                { label: t('record.date'), value: dateTime(at) },
                ...(counterparty === undefined
                  ? []
                  : [{ label: t('record.counterparty'), value: <span translate="no">{counterparty}</span> }]),
                { label: t('record.balanceAfter'), value: balanceAfter },
                {
                  label: t('record.reference'),
                  value: <Code>{reference}</Code>,
                },
              ]}
            />
          </Card>
        )}
      </Loaded>
      <LinkButton to="/wallet/records" kind="quiet">
        {t('record.back')}
      </LinkButton>
    </Screen>
  );
}

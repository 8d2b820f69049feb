import { Card, Section, SkeletonRows, TextLink } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { LatestRecords, NoRecords } from './RecordList.tsx';

const shown = 3;

/** The latest records, and the way to all of them. */
export function RecentRecords() {
  const { t } = useTranslation('wallet');
  const query = walletApi.useListRecordsInfiniteQuery({});
  return (
    <Section title={t('record.title')} action={<TextLink to="/wallet/records">{t('record.seeAll')}</TextLink>}>
      <Loaded query={query} waiting={<SkeletonRows />}>
        {({ pages: [newest] }) =>
          newest === undefined || newest.records.length === 0 ? (
            <Card>
              <NoRecords />
            </Card>
          ) : (
            <LatestRecords page={newest} most={shown} />
          )
        }
      </Loaded>
    </Section>
  );
}

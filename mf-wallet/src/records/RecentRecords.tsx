import { Card, Rows, Section, SkeletonRows, TextLink, useDates } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { NoRecords, RecordRow } from './RecordList.tsx';

const shown = 5;

/** The latest records, and the way to all of them. */
export function RecentRecords() {
  const { t } = useTranslation('wallet');
  const { dateTime } = useDates();
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
            <Rows>
              {newest.records.slice(0, shown).map((record) => (
                <RecordRow key={record.id} record={record} at={dateTime(record.at)} />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Section>
  );
}

import { Card, Section } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { NoRecords, RecordList } from '../records/RecordList.tsx';

/** What was exchanged. */
export function ExchangeRecords() {
  const { t } = useTranslation('wallet');
  return (
    <Section title={t('exchange.records')}>
      <RecordList
        filter={{ kind: 'exchange_out' }}
        empty={
          <Card>
            <NoRecords detail={t('exchange.emptyText')} />
          </Card>
        }
      />
    </Section>
  );
}

import { useTranslation } from 'react-i18next';
import { KindRecords } from '../records/KindRecords.tsx';

/** What was given in exchanges, or received. */
export function ExchangeRecords() {
  const { t } = useTranslation('wallet');
  return (
    <KindRecords
      title={t('exchange.records')}
      emptyText={t('exchange.emptyText')}
      kinds={['exchange_out', 'exchange_in']}
    />
  );
}

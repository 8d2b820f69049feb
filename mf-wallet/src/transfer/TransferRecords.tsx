import { useTranslation } from 'react-i18next';
import { KindRecords } from '../records/KindRecords.tsx';

/** Transfers out, or in. */
export function TransferRecords() {
  const { t } = useTranslation('wallet');
  return (
    <KindRecords
      title={t('transfer.records')}
      emptyText={t('transfer.emptyText')}
      kinds={['transfer_out', 'transfer_in']}
    />
  );
}

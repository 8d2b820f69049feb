import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { TermsGate } from '../suspension/TermsGate.tsx';
import { TransferFlow } from '../transfer/TransferFlow.tsx';
import { TransferRecords } from '../transfer/TransferRecords.tsx';

/** `/wallet/transfer`: USD to a member of one's own line. */
export function Component() {
  const { t } = useTranslation('wallet');
  const terms = walletApi.useGetTransferTermsQuery({});
  return (
    <TermsGate title={t('transfer.title')} query={terms} records={<TransferRecords />}>
      {(found) => <TransferFlow terms={found} />}
    </TermsGate>
  );
}

import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { FlowScreen } from '../suspension/FlowScreen.tsx';
import { TransferFlow } from '../transfer/TransferFlow.tsx';
import { TransferRecords } from '../transfer/TransferRecords.tsx';

/** `/wallet/transfer`: USD to a member of one's own line. */
export function Component() {
  const { t } = useTranslation('wallet');
  const terms = walletApi.useGetTransferTermsQuery({});
  return (
    <FlowScreen title={t('transfer.title')} query={terms} records={<TransferRecords />}>
      {(found) => <TransferFlow terms={found} />}
    </FlowScreen>
  );
}

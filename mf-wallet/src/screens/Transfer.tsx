import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { FlowScreen } from '../suspension/FlowScreen.tsx';
import { TransferFlow } from '../transfer/TransferFlow.tsx';
import { TransferRecords } from '../transfer/TransferRecords.tsx';

/** `/wallet/transfer`: USD to a member of one's own line. */
export function Component() {
  const { t } = useTranslation('wallet');
  const terms = walletApi.useGetTransferTermsQuery({});
  // Those whom one sent to lately stand above the form: were they to come later, it would jump under the finger.
  const sent = walletApi.useListRecordsInfiniteQuery({ kind: 'transfer_out' });
  const ready = sent.isLoading ? { ...terms, data: undefined } : terms;
  return (
    <FlowScreen title={t('transfer.title')} query={ready} records={<TransferRecords />}>
      {(loaded) => <TransferFlow terms={loaded} onTermsChanged={terms.refetch} />}
    </FlowScreen>
  );
}

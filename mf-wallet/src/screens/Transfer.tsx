import { Loaded, Screen, SkeletonCard, useSession } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { SuspensionNotice } from '../suspension/SuspensionNotice.tsx';
import { TransferFlow } from '../transfer/TransferFlow.tsx';

/** `/wallet/transfer`: USD to a member of one's own line. */
export function Component() {
  const { t } = useTranslation('wallet');
  const { member } = useSession();
  const terms = walletApi.useGetTransferTermsQuery({});
  if (member?.suspended !== true && terms.data !== undefined) return <TransferFlow terms={terms.data} />;
  return (
    <Screen title={t('transfer.title')} back="/wallet">
      {member?.suspended === true ? (
        <SuspensionNotice />
      ) : (
        <Loaded query={terms} waiting={<SkeletonCard hero />}>
          {() => null}
        </Loaded>
      )}
    </Screen>
  );
}

import { Card, Empty, Loaded, Screen, SkeletonCard, useErrorText, useSession } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { lockIcon } from '../icons.ts';
import { TransferFlow } from '../transfer/TransferFlow.tsx';

/** `/wallet/transfer`: USD to a member of one's own line. */
export function Component() {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const { member } = useSession();
  const terms = walletApi.useGetTransferTermsQuery({});
  if (member?.suspended !== true && terms.data !== undefined) return <TransferFlow terms={terms.data} />;
  return (
    <Screen title={t('transfer.title')} back="/wallet">
      {member?.suspended === true ? (
        <Card>
          <Empty icon={lockIcon} text={errorText('member.suspended')} />
        </Card>
      ) : (
        <Loaded query={terms} waiting={<SkeletonCard hero />}>
          {() => null}
        </Loaded>
      )}
    </Screen>
  );
}

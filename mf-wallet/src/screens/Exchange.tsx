import { Loaded, Screen, SkeletonCard, useSession } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { ExchangeFlow } from '../exchange/ExchangeFlow.tsx';
import { SuspensionNotice } from '../suspension/SuspensionNotice.tsx';

/** `/wallet/exchange`: USDP, USD and USDT for each other. */
export function Component() {
  const { t } = useTranslation('wallet');
  const { member } = useSession();
  const terms = walletApi.useGetExchangeTermsQuery({});
  const [first, ...others] = terms.data?.pairs ?? [];
  if (member?.suspended !== true && first !== undefined) return <ExchangeFlow pairs={[first, ...others]} />;
  return (
    <Screen title={t('exchange.title')} back="/wallet">
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

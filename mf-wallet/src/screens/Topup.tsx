import { depositChains } from '@trellis/api-contract';
import { Loaded, Screen, SkeletonCard, useSession } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { walletApi } from '../api.ts';
import { AddressScreen } from '../deposit/AddressScreen.tsx';
import { DepositList } from '../deposit/DepositList.tsx';
import { StartScreen } from '../deposit/StartScreen.tsx';
import { SuspensionNotice } from '../suspension/SuspensionNotice.tsx';

/**
 * `/wallet/topup`: network and amount first; with `?network=`, the member's address there. The address of the page says
 * the step, so that a reload or a way back loses nothing.
 */
export function Component() {
  const { t } = useTranslation('wallet');
  const { member } = useSession();
  const [params, setParams] = useSearchParams();
  const terms = walletApi.useGetDepositTermsQuery({});
  const chain = depositChains.find((each) => each === params.get('network'));
  const network = terms.data?.networks.find((each) => each.chain === chain);
  if (member?.suspended !== true && network !== undefined && network.address !== 'none')
    return <AddressScreen key={network.chain} network={network} onBack={() => setParams({})} />;
  if (member?.suspended !== true && terms.data !== undefined)
    return <StartScreen networks={terms.data.networks} onAddress={(chosen) => setParams({ network: chosen })} />;
  return (
    <Screen title={t('topup.title')} back="/wallet">
      {member?.suspended === true ? (
        <>
          <SuspensionNotice />
          <DepositList />
        </>
      ) : (
        <Loaded query={terms} waiting={<SkeletonCard hero />}>
          {() => null}
        </Loaded>
      )}
    </Screen>
  );
}

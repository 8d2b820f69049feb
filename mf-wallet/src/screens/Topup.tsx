import { amountPattern, depositChains } from '@trellis/api-contract';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { walletApi } from '../api.ts';
import { AddressScreen } from '../deposit/AddressScreen.tsx';
import { DepositList } from '../deposit/DepositList.tsx';
import { StartScreen } from '../deposit/StartScreen.tsx';
import { FlowScreen } from '../suspension/FlowScreen.tsx';

/**
 * `/wallet/topup`: amount and network first, the amount of `?amount=` where it is missing elsewhere; with `?network=`, the member's address there. The address of the page says
 * the step, so that a reload or a way back loses nothing.
 */
export function Component() {
  const { t } = useTranslation('wallet');
  const [params, setParams] = useSearchParams();
  const wanted = params.get('amount');
  const terms = walletApi.useGetDepositTermsQuery({});
  return (
    <FlowScreen title={t('topup.title')} query={terms} records={<DepositList />}>
      {({ networks }) => {
        const chain = depositChains.find((each) => each === params.get('network'));
        const network = networks.find((each) => each.chain === chain);
        return network !== undefined && network.address !== 'none' ? (
          <AddressScreen key={network.chain} network={network} onBack={() => setParams({})} />
        ) : (
          <StartScreen
            networks={networks}
            wanted={wanted !== null && amountPattern.test(wanted) ? wanted : undefined}
            onAddress={(chosen) => setParams({ network: chosen })}
          />
        );
      }}
    </FlowScreen>
  );
}

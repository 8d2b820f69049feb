import { Loaded, Pane, Screen, Section, Shortcuts, SkeletonCard, SkeletonRows, useSession } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { AssetRows } from '../balances/AssetRows.tsx';
import { TotalCard } from '../balances/TotalCard.tsx';
import { depositIcon, exchangeIcon, stakeIcon, transferIcon, withdrawIcon } from '../icons.ts';
import { Records } from '../records/Records.tsx';
import { SuspensionNotice } from '../suspension/SuspensionNotice.tsx';

const suspensionId = 'suspension';

/** `/` and `/wallet`: what the member has, where it can go, what moved. */
export function Component() {
  const { t } = useTranslation('wallet');
  const { member } = useSession();
  const suspended = member?.suspended === true;
  const balances = walletApi.useGetBalancesQuery({});
  return (
    <Screen title={t('home.title')} layout="home">
      <Pane>
        {suspended && <SuspensionNotice textId={suspensionId} />}
        <Loaded query={balances} waiting={<SkeletonCard hero />}>
          {(data, stamp) => <TotalCard balances={data} stamp={stamp} />}
        </Loaded>
        <Shortcuts
          label={t('shortcut.label')}
          disabledBecause={suspended ? suspensionId : undefined}
          items={[
            { to: '/wallet/topup', icon: depositIcon, label: t('topup.title') },
            { to: '/wallet/withdrawal', icon: withdrawIcon, label: t('withdrawal.title') },
            { to: '/wallet/exchange', icon: exchangeIcon, label: t('exchange.title') },
            { to: '/wallet/transfer', icon: transferIcon, label: t('transfer.title') },
            { to: '/plan', icon: 'package', label: t('shortcut.package') },
            { to: '/wallet/stake', icon: stakeIcon, label: t('stake.title') },
          ]}
        />
      </Pane>
      <Pane>
        <Records />
        <Section title={t('asset.title')}>
          <Loaded query={balances} waiting={<SkeletonRows />}>
            {(data) => <AssetRows balances={data.balances} />}
          </Loaded>
        </Section>
      </Pane>
    </Screen>
  );
}

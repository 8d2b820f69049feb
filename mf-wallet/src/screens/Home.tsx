import {
  Buttons,
  HiddenAmounts,
  Pane,
  Screen,
  Section,
  Shortcuts,
  SkeletonCard,
  SkeletonRows,
  TextLink,
} from '@trellis/kit';
import { Loaded, store, useSession } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { AssetRows } from '../balances/AssetRows.tsx';
import { TotalCard } from '../balances/TotalCard.tsx';
import { BindNotice } from '../home/BindNotice.tsx';
import { HowComputed } from '../home/HowComputed.tsx';
import { PullToRefresh } from '../home/PullToRefresh.tsx';
import { StakedCard } from '../home/StakedCard.tsx';
import { useHiddenAmounts } from '../home/useHiddenAmounts.ts';
import { depositIcon, exchangeIcon, stakeIcon, transferIcon, withdrawIcon } from '../icons.ts';
import { RecentRecords } from '../records/RecentRecords.tsx';
import { SuspensionNotice } from '../suspension/SuspensionNotice.tsx';

const suspensionId = 'suspension';

/** `/` and `/wallet`: what the member has, where it can go, what moved. */
export function Component() {
  const { t } = useTranslation('wallet');
  const { member } = useSession();
  const suspended = member?.suspended === true;
  const balances = walletApi.useGetBalancesQuery({});
  const [hidden, toggleHidden] = useHiddenAmounts();
  return (
    <HiddenAmounts value={hidden}>
      <Screen title={t('home.title')} layout="home">
        <PullToRefresh refresh={readAnew} />
        <Pane>
          {suspended && <SuspensionNotice textId={suspensionId} />}
          <Loaded query={balances} waiting={<SkeletonCard hero />}>
            {(data, stamp) => (
              <TotalCard
                balances={data}
                stamp={stamp}
                tools={
                  <Buttons>
                    <TextLink icon="eye" onClick={toggleHidden}>
                      {t(hidden ? 'home.show' : 'home.hide')}
                    </TextLink>
                    <HowComputed balances={data} />
                  </Buttons>
                }
              />
            )}
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
          {!suspended && <BindNotice />}
        </Pane>
        <Pane>
          <Loaded query={balances} waiting={<SkeletonCard />}>
            {(data) => <StakedCard balances={data} />}
          </Loaded>
          <RecentRecords />
          <Section title={t('asset.title')}>
            <Loaded query={balances} waiting={<SkeletonRows />}>
              {(data) => <AssetRows balances={data.balances} />}
            </Loaded>
          </Section>
        </Pane>
      </Screen>
    </HiddenAmounts>
  );
}

/** What the screen shows, from the server. */
const readAnew = (): Promise<unknown> =>
  Promise.all([
    store.dispatch(walletApi.endpoints.getBalances.initiate({}, again)),
    store.dispatch(walletApi.endpoints.listRecords.initiate({}, again)),
  ]);
const again = { forceRefetch: true, subscribe: false } as const;

import { HiddenAmounts, Pane, Screen, SkeletonCard } from '@trellis/kit';
import { Age, Loaded, SuspensionNotice, store, useSession } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { Assets } from '../balances/Assets.tsx';
import { WhereCard } from '../balances/WhereCard.tsx';
import { BalanceHistory } from '../history/BalanceHistory.tsx';
import { FirstSteps } from '../home/FirstSteps.tsx';
import { HereRows } from '../home/HereRows.tsx';
import { PullToRefresh } from '../home/PullToRefresh.tsx';
import { useLanded } from '../home/useLanded.ts';
import { useStored } from '../home/useStored.ts';
import { WalletHead } from '../home/WalletHead.tsx';
import { WalletProducts } from '../home/WalletProducts.tsx';
import { RecentRecords } from '../records/RecentRecords.tsx';

const suspensionId = 'suspension';

/** `/` and `/wallet`: what the member has, where it can go, what moved. */
export function Component() {
  const { t } = useTranslation('wallet');
  const { member } = useSession();
  const suspended = member?.suspended === true;
  const balances = walletApi.useGetBalancesQuery({});
  // Whether this browser covers the amounts here.
  const [hidden, setHidden] = useStored('hideAmounts', false);
  const { data: steps } = walletApi.useGetFirstStepsQuery({});
  // Who has money looks for it first, and who never had any for the way to it: zeros teach nothing.
  const isNew = steps?.funded === false && !suspended;
  useLanded(isNew, hidden);
  const closed = suspended ? suspensionId : undefined;
  return (
    <HiddenAmounts value={hidden}>
      <Screen
        title={t('home.title')}
        layout="home"
        head={
          <WalletHead
            balances={balances.data}
            stamp={balances.data && <Age query={balances} />}
            hidden={hidden}
            onToggleHidden={() => setHidden(!hidden)}
            unsecured={steps?.secured === false}
            disabledBecause={closed}
          />
        }
      >
        <PullToRefresh refresh={readAgain} />
        <Pane>
          <SuspensionNotice textId={suspensionId}>{t('suspended.text')}</SuspensionNotice>
          {isNew ? (
            <FirstSteps />
          ) : (
            <>
              <Loaded query={balances} waiting={<SkeletonCard />}>
                {(data) => <WalletProducts balances={data} disabledBecause={closed} />}
              </Loaded>
              {!suspended && <FirstSteps />}
              <Loaded query={balances} waiting={<SkeletonCard />}>
                {(data) => <WhereCard balances={data} />}
              </Loaded>
              <BalanceHistory />
            </>
          )}
        </Pane>
        <Pane>
          {isNew ? (
            <HereRows />
          ) : (
            <>
              <RecentRecords />
              <Assets />
            </>
          )}
        </Pane>
      </Screen>
    </HiddenAmounts>
  );
}

/** What the screen shows, from the server. */
const readAgain = (): Promise<unknown> =>
  Promise.all([
    store.dispatch(walletApi.endpoints.getBalances.initiate({}, again)),
    store.dispatch(walletApi.endpoints.listRecords.initiate({}, again)),
    store.dispatch(walletApi.endpoints.getBalanceHistory.initiate({}, again)),
  ]);
const again = { forceRefetch: true, subscribe: false } as const;

import type { ScreenRoute } from '@trellis/api-contract';
import type { ScreenLoaders } from '@trellis/shell-sdk';

/** The addresses of this feature, as data: the build and the server read them too. */
export const routes = [
  { path: '/', screen: 'home', offline: ['assets'] },
  { path: '/wallet', screen: 'home', offline: ['assets'] },
  { path: '/wallet/transfer', screen: 'transfer', flow: true },
  { path: '/wallet/topup', screen: 'topup', flow: true },
  { path: '/wallet/withdrawal', screen: 'withdrawal', flow: true },
  { path: '/wallet/exchange', screen: 'exchange', flow: true },
  { path: '/wallet/records', screen: 'records', offline: [] },
  { path: '/wallet/records/:id', screen: 'record', offline: [] },
  { path: '/wallet/stake', screen: 'stake', flow: true },
  { path: '/wallet/stakeDetail', screen: 'stakeDetail', flow: true },
] as const satisfies readonly ScreenRoute[];

/** How each screen comes: in a chunk of its name. */
export const screens = {
  home: () => import(/* webpackChunkName: "home" */ './screens/Home.tsx'),
  transfer: () => import(/* webpackChunkName: "transfer" */ './screens/Transfer.tsx'),
  topup: () => import(/* webpackChunkName: "topup" */ './screens/Topup.tsx'),
  withdrawal: () => import(/* webpackChunkName: "withdrawal" */ './screens/Withdrawal.tsx'),
  exchange: () => import(/* webpackChunkName: "exchange" */ './screens/Exchange.tsx'),
  records: () => import(/* webpackChunkName: "records" */ './screens/Records.tsx'),
  record: () => import(/* webpackChunkName: "record" */ './screens/Record.tsx'),
  stake: () => import(/* webpackChunkName: "stake" */ './screens/Stake.tsx'),
  stakeDetail: () => import(/* webpackChunkName: "stakeDetail" */ './screens/StakeDetail.tsx'),
} satisfies ScreenLoaders<(typeof routes)[number]['screen']>;

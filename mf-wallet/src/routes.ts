import type { ScreenRoute } from '@trellis/api-contract';

/** The screens of this feature, as data: the build and the server read them too. */
export const routes = [
  { path: '/', screen: 'home' },
  { path: '/wallet', screen: 'home' },
  { path: '/wallet/transfer', screen: 'transfer', flow: true },
  { path: '/wallet/topup', screen: 'topup', flow: true },
  { path: '/wallet/withdrawal', screen: 'withdrawal', flow: true },
  { path: '/wallet/exchange', screen: 'exchange', flow: true },
  { path: '/wallet/records', screen: 'records' },
  { path: '/wallet/records/:id', screen: 'record' },
  { path: '/wallet/stake', screen: 'stake' },
  { path: '/wallet/stakeDetail', screen: 'stakeDetail' },
] as const satisfies readonly ScreenRoute[];

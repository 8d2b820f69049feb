import type { ScreenRoute } from '@trellis/api-contract';

/** The screens of this feature, as data: the build and the server read them too. */
export const routes = [
  { path: '/account', screen: 'home' },
  { path: '/account/googleAuth', screen: 'googleAuth', flow: true },
  { path: '/account/password', screen: 'password' },
  { path: '/account/email', screen: 'email', flow: true },
  { path: '/account/devices', screen: 'devices' },
  { path: '/account/addresses', screen: 'addresses', flow: true },
  { path: '/account/passkeys', screen: 'passkeys' },
  { path: '/account/antiPhishing', screen: 'antiPhishing' },
  { path: '/notify', screen: 'notify' },
  { path: '/notify/detail/:id', screen: 'notifyDetail' },
  { path: '/consulation', screen: 'consulation' },
  { path: '/consulation/detail/:id', screen: 'consulationDetail' },
  { path: '/terms', screen: 'terms' },
  { path: '/termservice', screen: 'termservice' },
] as const satisfies readonly ScreenRoute[];

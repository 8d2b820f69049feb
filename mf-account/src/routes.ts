import type { ScreenRoute } from '@trellis/api-contract';
import type { ScreenLoaders } from '@trellis/shell-sdk';

/** The addresses of this feature, as data: the build and the server read them too. */
export const routes = [
  { path: '/account', screen: 'home', offline: [] },
  { path: '/account/googleAuth', screen: 'googleAuth', flow: true },
  { path: '/account/password', screen: 'password' },
  { path: '/account/email', screen: 'email', flow: true },
  { path: '/account/devices', screen: 'devices' },
  { path: '/account/addresses', screen: 'addresses', flow: true },
  { path: '/account/passkeys', screen: 'passkeys' },
  { path: '/account/antiPhishing', screen: 'antiPhishing' },
  { path: '/notify', screen: 'notify', offline: [] },
  { path: '/notify/detail/:id', screen: 'notifyDetail', offline: [] },
  { path: '/consulation', screen: 'consulation' },
  { path: '/consulation/detail/:id', screen: 'consulationDetail' },
  { path: '/terms', screen: 'terms', offline: [] },
  { path: '/termservice', screen: 'termservice', offline: [] },
] as const satisfies readonly ScreenRoute[];

/** How each screen comes: in a chunk of its name. */
export const screens = {
  home: () => import(/* webpackChunkName: "home" */ './screens/Home.tsx'),
  googleAuth: () => import(/* webpackChunkName: "googleAuth" */ './screens/GoogleAuth.tsx'),
  password: () => import(/* webpackChunkName: "password" */ './screens/Password.tsx'),
  email: () => import(/* webpackChunkName: "email" */ './screens/Email.tsx'),
  devices: () => import(/* webpackChunkName: "devices" */ './screens/Devices.tsx'),
  addresses: () => import(/* webpackChunkName: "addresses" */ './screens/Addresses.tsx'),
  passkeys: () => import(/* webpackChunkName: "passkeys" */ './screens/Passkeys.tsx'),
  antiPhishing: () => import(/* webpackChunkName: "antiPhishing" */ './screens/AntiPhishing.tsx'),
  notify: () => import(/* webpackChunkName: "notify" */ './screens/Notify.tsx'),
  notifyDetail: () => import(/* webpackChunkName: "notifyDetail" */ './screens/NotifyDetail.tsx'),
  consulation: () => import(/* webpackChunkName: "consulation" */ './screens/Consulation.tsx'),
  consulationDetail: () => import(/* webpackChunkName: "consulationDetail" */ './screens/ConsulationDetail.tsx'),
  terms: () => import(/* webpackChunkName: "terms" */ './screens/Terms.tsx'),
  termservice: () => import(/* webpackChunkName: "termservice" */ './screens/Termservice.tsx'),
} satisfies ScreenLoaders<(typeof routes)[number]['screen']>;

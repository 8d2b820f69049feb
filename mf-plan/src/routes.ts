import type { ScreenRoute } from '@trellis/api-contract';
import type { ScreenLoaders } from '@trellis/shell-sdk';

/** The addresses of this feature, as data: the build and the server read them too. */
export const routes = [
  { path: '/plan', screen: 'home', offline: [] },
  { path: '/plan/buy/:level', screen: 'buy', flow: true },
  { path: '/plan/country', screen: 'country' },
  { path: '/plan/packages/:id', screen: 'package', offline: [] },
  { path: '/certificate/:contract', screen: 'certificate' },
] as const satisfies readonly ScreenRoute[];

/** How each screen comes: in a chunk of its name. */
export const screens = {
  home: () => import(/* webpackChunkName: "home" */ './screens/Home.tsx'),
  buy: () => import(/* webpackChunkName: "buy" */ './screens/Buy.tsx'),
  country: () => import(/* webpackChunkName: "country" */ './screens/Country.tsx'),
  package: () => import(/* webpackChunkName: "package" */ './screens/Package.tsx'),
  certificate: () => import(/* webpackChunkName: "certificate" */ './screens/Certificate.tsx'),
} satisfies ScreenLoaders<(typeof routes)[number]['screen']>;

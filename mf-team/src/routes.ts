import type { ScreenRoute } from '@trellis/api-contract';
import type { ScreenLoaders } from '@trellis/shell-sdk';

/** The addresses of this feature, as data: the build and the server read them too. */
export const routes = [
  { path: '/team', screen: 'home', offline: ['performance', 'qr'] },
] as const satisfies readonly ScreenRoute[];

/** How each screen comes: in a chunk of its name. */
export const screens = {
  home: () => import(/* webpackChunkName: "home" */ './screens/Home.tsx'),
} satisfies ScreenLoaders<(typeof routes)[number]['screen']>;

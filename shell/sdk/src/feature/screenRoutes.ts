import type { FeatureName, ScreenRoute } from '@trellis/api-contract';
import type { RouteObject } from 'react-router-dom';
import type { Caller } from '../api/callers.ts';
import { firstData, lazyScreen, type ScreenModule } from '../loading/lazyScreen.tsx';

export type { ScreenModule } from '../loading/lazyScreen.tsx';

/** How to get each screen's module: `home: () => import(/* webpackChunkName: "home" *\/ './screens/Home.tsx')`. */
export type ScreenLoaders<Screen extends string> = Readonly<Record<Screen, () => Promise<ScreenModule>>>;

/**
 * Routes of a feature, or of the shell itself, from a plain list of screens (which the server reads too) and their loaders. The chunk of a
 * screen carries the screen's name.
 * On a page that was made without the server, screens that do more than to read say that they need it.
 * @param caller in whose name their data are read; without it in the shell's
 */
export function screenRoutes<const Routes extends readonly ScreenRoute[]>(
  feature: FeatureName | 'shell',
  routes: Routes,
  loaders: ScreenLoaders<Routes[number]['screen']>,
  caller?: Caller,
): RouteObject[] {
  return routes.map(({ path, screen, offline }) => ({
    path,
    loader: firstData({ feature, screen }, caller),
    lazy: lazyScreen({
      feature,
      screen,
      load: loaders[screen as Routes[number]['screen']],
      readsOnly: offline !== undefined,
    }),
  }));
}

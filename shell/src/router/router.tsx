import { screenRoutes } from '@trellis/shell-sdk';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { withAccessTexts } from '../access/accessTexts.ts';
import { boot } from '../boot/document.ts';
import { Layout } from '../layout/Layout.tsx';
import { StartingLayout } from '../layout/StartingLayout.tsx';
import { ServerErrorPage, ShellErrorPage } from '../pages/ErrorPages.tsx';
import { FeatureCrashed } from './FeatureCrashed.tsx';
import { FeaturePlace } from './FeaturePlace.tsx';
import { bringFeature, rootRouteId } from './featurePlaces.ts';
import { routes } from './routes.ts';
import { rememberScroll } from './scroll.ts';
import type { ShellRouter } from './shellRouter.ts';

const memberRoutes: RouteObject[] = [
  ...screenRoutes('shell', routes, {
    login: () => import(/* webpackChunkName: "login" */ '../screens/Login.tsx'),
    signup: withAccessTexts(() => import(/* webpackChunkName: "signup" */ '../screens/Signup.tsx')),
    verifyEmail: () => import(/* webpackChunkName: "verifyEmail" */ '../screens/VerifyEmail.tsx'),
    forgetPassword: withAccessTexts(
      () => import(/* webpackChunkName: "forgetPassword" */ '../screens/ForgetPassword.tsx'),
    ),
    setPassword: withAccessTexts(() => import(/* webpackChunkName: "setPassword" */ '../screens/SetPassword.tsx')),
    keepFactor: withAccessTexts(() => import(/* webpackChunkName: "keepFactor" */ '../screens/KeepFactor.tsx')),
    freeze: withAccessTexts(() => import(/* webpackChunkName: "freeze" */ '../screens/Freeze.tsx')),
  }),
];
/** For developers: a product that members use has no such address. */
const developerRoutes: RouteObject[] = screenRoutes('shell', [{ path: '/dev/kit', screen: 'kitPage' }], {
  kitPage: () => import(/* webpackChunkName: "kitPage" */ '../kitPage/KitPage.tsx'),
});
const errorRoutes: RouteObject[] = [
  { path: '/Error', Component: ShellErrorPage },
  { path: '/500', Component: ServerErrorPage },
];

/** The page's router. Features are not in it: `bringFeature` adds their routes when an address asks for them. */
export function createShellRouter(): ShellRouter {
  // The console's log-in is its own.
  const own = boot.audience === 'member' ? memberRoutes : [];
  const router = createBrowserRouter(
    [
      // Outside the layout: what lies over its screens must not lie over these.
      { ErrorBoundary: ShellErrorPage, children: errorRoutes },
      {
        id: rootRouteId,
        Component: Layout,
        HydrateFallback: StartingLayout,
        ErrorBoundary: ShellErrorPage,
        children: [
          { ErrorBoundary: FeatureCrashed, children: boot.development ? [...own, ...developerRoutes] : own },
          { path: '*', Component: FeaturePlace },
        ],
      },
    ],
    { patchRoutesOnNavigation: bringFeature },
  );
  rememberScroll(router);
  return router;
}

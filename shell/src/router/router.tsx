import { lazyScreen, type ScreenModule } from '@trellis/shell-sdk';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { Layout } from '../layout/Layout.tsx';
import { StartingLayout } from '../layout/StartingLayout.tsx';
import { ServerErrorPage, ShellErrorPage } from '../pages/ErrorPages.tsx';
import { FeatureCrashed } from './FeatureCrashed.tsx';
import { FeaturePlace } from './FeaturePlace.tsx';
import { bringFeature, rootRouteId } from './featurePlaces.ts';

const screen = (name: string, path: string, load: () => Promise<ScreenModule>): RouteObject => ({
  path,
  lazy: lazyScreen({ feature: 'shell', screen: name, path, load }),
});

const shellRoutes: RouteObject[] = [
  screen('login', '/login', () => import(/* webpackChunkName: "login" */ '../screens/Login.tsx')),
  screen('signup', '/signup', () => import(/* webpackChunkName: "signup" */ '../screens/Signup.tsx')),
  screen(
    'verifyEmail',
    '/verifyEmail',
    () => import(/* webpackChunkName: "verifyEmail" */ '../screens/VerifyEmail.tsx'),
  ),
  screen(
    'forgetPassword',
    '/forgetPassword',
    () => import(/* webpackChunkName: "forgetPassword" */ '../screens/ForgetPassword.tsx'),
  ),
  screen(
    'setPassword',
    '/setPassword/:id',
    () => import(/* webpackChunkName: "setPassword" */ '../screens/SetPassword.tsx'),
  ),
  { path: '/Error', Component: ShellErrorPage },
  { path: '/500', Component: ServerErrorPage },
];

/** The page's router. Features are not in it: `bringFeature` adds their routes when an address asks for them. */
export const createShellRouter = () =>
  createBrowserRouter(
    [
      {
        id: rootRouteId,
        Component: Layout,
        HydrateFallback: StartingLayout,
        ErrorBoundary: ShellErrorPage,
        children: [
          { ErrorBoundary: FeatureCrashed, children: shellRoutes },
          { path: '*', Component: FeaturePlace },
        ],
      },
    ],
    { patchRoutesOnNavigation: bringFeature },
  );

import type { ScreenRoute } from '@trellis/api-contract';

/** The screens of this feature, as data: the build and the server read them too. */
export const routes = [
  { path: '/', screen: 'home' },
  { path: '/audit', screen: 'audit' },
  { path: '/login', screen: 'logIn' },
  { path: '/enrol', screen: 'enrol' },
] as const satisfies readonly ScreenRoute[];

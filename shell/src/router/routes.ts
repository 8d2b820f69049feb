import type { ScreenRoute } from '@trellis/api-contract';

/** The shell's own screens, as data: the build and the server read them too. */
export const routes = [
  { path: '/login', screen: 'login' },
  { path: '/signup', screen: 'signup' },
  { path: '/verifyEmail', screen: 'verifyEmail' },
  { path: '/forgetPassword', screen: 'forgetPassword' },
  { path: '/setPassword/:id', screen: 'setPassword' },
  { path: '/freeze', screen: 'freeze' },
  { path: '/keepFactor', screen: 'keepFactor' },
] as const satisfies readonly ScreenRoute[];

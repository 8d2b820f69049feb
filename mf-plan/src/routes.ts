import type { ScreenRoute } from '@trellis/api-contract';

/** The screens of this feature, as data: the build and the server read them too. */
export const routes = [{ path: '/plan', screen: 'home' }] as const satisfies readonly ScreenRoute[];

import type { RouteObject } from 'react-router-dom';
import { hasRoom } from './hasRoom.ts';

type LazyScreen = Extract<RouteObject['lazy'], () => unknown>;

/**
 * Routes below a path that show one screen, whichever of them loaded it: from one to the other it stays on the page, and
 * does not wait for what it shows in a part of it.
 */
export function sharingScreen(all: RouteObject[], below: string): RouteObject[] {
  let screen: ReturnType<LazyScreen> | undefined;
  let isThere = false;
  return all.map((route) => {
    const { path, lazy, loader } = route;
    if (!path?.startsWith(below) || typeof lazy !== 'function' || typeof loader !== 'function') return route;
    return {
      ...route,
      lazy: async () => {
        screen ??= lazy();
        const shown = await screen;
        isThere = true;
        return shown;
      },
      // A page of its own waits for its data, as every screen does; a part of one that is there shows that it waits.
      loader: (request, context) => (isThere && hasRoom() ? null : loader(request, context)),
    };
  });
}

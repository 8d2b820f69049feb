import type { ShellRouter } from './shellRouter.ts';

/**
 * The router for a page that is drawn in small steps. `RouterProvider` draws the state that it finds, and listens only
 * when that is on the page: here whoever begins to listen is shown what the state is by then, so that a screen which has
 * come in between is not missed.
 */
export function notifyLate(router: ShellRouter): ShellRouter {
  const subscribe: ShellRouter['subscribe'] = (listener) => {
    const stop = router.subscribe(listener);
    listener(router.state, { deletedFetchers: [], newErrors: null, flushSync: false });
    return stop;
  };
  return Object.create(router, { subscribe: { value: subscribe } }) as ShellRouter;
}

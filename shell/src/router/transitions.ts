import type { ShellRouter } from './shellRouter.ts';

/**
 * The router, for a page on which the old screen fades and the new one comes from the side on which it lies (`base.css`).
 * `RouterProvider` has transitions of its own; a tap during one of them can be lost, and one that is skipped for the next
 * screen is reported as an error. Here the page shows what the router's state is by then, however fast the taps come.
 */
export function withTransitions(router: ShellRouter): ShellRouter {
  let isMovedByBrowser = false;
  window.addEventListener(
    'popstate',
    ({ hasUAVisualTransition }) => {
      isMovedByBrowser = hasUAVisualTransition === true;
    },
    true,
  );
  // What moves takes no press: it is there at once for a finger that does not wait.
  let running: ViewTransition | undefined;
  window.addEventListener('pointerdown', () => running?.skipTransition(), true);
  const subscribe: ShellRouter['subscribe'] = (listener) => {
    let { location: shown } = router.state;
    return router.subscribe((state, { viewTransitionOpts, ...change }) => {
      const isBack = state.historyAction === 'POP';
      const way = wayTo(state.location.pathname, shown.pathname, isBack);
      shown = state.location;
      if (!viewTransitionOpts || !canMove() || (isBack && isMovedByBrowser)) return listener(state, change);
      document.documentElement.dataset.way = way;
      running = document.startViewTransition(() => listener(router.state, { ...change, flushSync: true }));
      // Skipped for the next screen, or nobody looks at the page: the state is shown all the same.
      running.ready.catch(() => undefined);
    });
  };
  return Object.create(router, { subscribe: { value: subscribe } }) as ShellRouter;
}

/** Deeper into a place, back, or across to another place. */
function wayTo(path: string, from: string, isBack: boolean): 'deeper' | 'back' | 'across' {
  const [to, before] = [path.split('/').filter(Boolean), from.split('/').filter(Boolean)];
  if (isBack || (to[0] === before[0] && to.length < before.length)) return 'back';
  return to.length > before.length ? 'deeper' : 'across';
}

function canMove(): boolean {
  return 'startViewTransition' in document && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

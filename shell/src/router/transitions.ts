import type { ShellRouter } from './shellRouter.ts';

/**
 * The router, for a page on which a screen comes from the side on which it lies, and the pressed stone travels to where it
 * leads (`base.css`). Only the stone is a picture while it goes: what a browser draws as one takes no press, and a tap on
 * another place must never be lost. `RouterProvider` would draw the whole page so, lose a tap meanwhile, and report what it
 * skips for the next screen as an error.
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
  const { dataset } = document.documentElement;
  // What comes later on the same screen, as a form after its skeleton, does not come from a side.
  document.addEventListener('animationend', ({ animationName }) => {
    if (animationName === 'arrive') dataset.way = 'none';
  });
  const subscribe: ShellRouter['subscribe'] = (listener) => {
    let { location: shown } = router.state;
    return router.subscribe((state, { viewTransitionOpts, ...change }) => {
      const { location, navigation, historyAction } = state;
      if (location === shown) {
        // What stands for a screen that is on its way does not come from anywhere.
        if (navigation.location) dataset.way = 'none';
        return listener(state, change);
      }
      const isBack = historyAction === 'POP';
      const moves = viewTransitionOpts !== undefined && !(isBack && isMovedByBrowser);
      dataset.way = moves ? wayTo(location.pathname, shown.pathname, isBack) : 'none';
      shown = location;
      if (!moves || !stoneTravels()) return listener(state, change);
      // The state is the one of then: what came in between is not undone.
      const show = () => listener(router.state, { ...change, flushSync: true });
      // Skipped for the next screen, or nobody looks at the page: the state is shown all the same.
      document.startViewTransition(show).ready.catch(() => undefined);
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

/** The kit marks the stone that was pressed, and the one that leads a screen. */
const stoneTravels = (): boolean =>
  'startViewTransition' in document &&
  document.querySelector('[data-travels], svg[data-size="large"]') !== null &&
  !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

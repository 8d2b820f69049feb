import type { ShellRouter } from '../router/shellRouter.ts';

/** The first screen's own further questions go first. */
const restMs = 1_500;

/**
 * Loads what only an open page needs, once the first screen is there and the browser has nothing else to do. When that
 * fails it is tried again with the next navigation; nothing of the page depends on it.
 */
export function startAfterFirstScreen(router: ShellRouter): void {
  let shownAtMs = 0;
  let loading = false;
  const load = () =>
    import(/* webpackChunkName: "openPage" */ '../openPage/startOpenPage.tsx').then(
      ({ startOpenPage }) => startOpenPage(router, shownAtMs),
      () => {
        loading = false;
      },
    );
  const look = () => {
    const { initialized, navigation } = router.state;
    if (loading || !initialized || navigation.state !== 'idle') return;
    loading = true;
    shownAtMs ||= performance.now();
    // Safari has no idle callback.
    setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(load) : load()), restMs);
  };
  router.subscribe(look);
  look();
}

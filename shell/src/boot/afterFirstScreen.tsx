import { lazyPart } from '@trellis/shell-sdk';
import { updateOpenPage } from '../openPage/openPage.ts';
import type { ShellRouter } from '../router/shellRouter.ts';
import { boot } from './document.ts';
import { LateFailure } from './LateFailure.tsx';

const openPage = lazyPart('shell', () => import(/* webpackChunkName: "openPage" */ '../openPage/startOpenPage.tsx'));

/** The first screen's own further questions go first. */
const restMs = 1_500;

/**
 * Loads what only an open page needs, once the first screen is there and the browser has nothing else to do. When that
 * fails every screen says so, and it is tried again on demand or with the next navigation.
 */
export function startAfterFirstScreen(router: ShellRouter): void {
  // Nobody could hear of it, and its failures are the device's: reported, they would take good releases back.
  if (boot.kept) return;
  let shownAtMs = 0;
  let loading = false;
  const load = async () => {
    const { module, failure } = await openPage();
    if (failure) {
      loading = false;
      updateOpenPage({ bar: <LateFailure failure={failure} onRetry={again} /> });
      return;
    }
    updateOpenPage({ bar: undefined });
    module.startOpenPage(router, shownAtMs);
  };
  const again = () => {
    updateOpenPage({ bar: undefined });
    loading = true;
    void load();
  };
  const look = () => {
    const { initialized, navigation } = router.state;
    if (loading || !initialized || navigation.state !== 'idle') return;
    loading = true;
    shownAtMs ||= performance.now();
    // Safari has no idle callback.
    setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(() => void load()) : void load()), restMs);
  };
  router.subscribe(look);
  look();
}

import { lazyPart, store } from '@trellis/shell-sdk';
import { askSession, listenToTabs } from '@trellis/shell-sdk/host';
import { boot } from './document.ts';

const coverPart = lazyPart('shell', () => import(/* webpackChunkName: "cover" */ './Cover.tsx'));

/**
 * Shows nothing of the page to anybody but whom it was made for: when somebody else has logged in in this browser, and when
 * the browser brings it back from its memory, until the server has said whose the session is.
 */
export function coverForOthers(root: HTMLElement): void {
  let covered = false;
  /** Without the file of the cover itself, a new document says how it stands. */
  const show = async (takenBy: string | undefined, onGo: () => void) => {
    const { module, failure } = await coverPart();
    if (!failure) return module.showCover(takenBy, onGo);
    onGo();
    return () => undefined;
  };
  const takeAway = () => {
    const { takenBy } = store.getState().session;
    if (covered || takenBy === undefined) return;
    covered = true;
    root.hidden = true;
    forgetDrafts();
    // As a new document, in which nothing of this one is left.
    void show(takenBy, () => window.location.replace('/'));
  };
  const ask = async () => {
    try {
      await askSession();
      if (!covered) root.hidden = false;
    } catch {
      const close = await show(undefined, () => window.location.reload());
      await new Promise((online) => window.addEventListener('online', online, { once: true }));
      close();
      await ask();
    }
  };
  store.subscribe(takeAway);
  listenToTabs();
  // The picture that the browser keeps of the page is taken after this.
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) root.hidden = true;
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || covered) return;
    root.hidden = true;
    // Without the server nobody can say whose the session is: as a new page, which begins by looking what may be shown.
    if (boot.kept) window.location.reload();
    else void ask();
  });
}

/** What the other one had typed here. */
function forgetDrafts(): void {
  try {
    sessionStorage.clear();
  } catch {
    // A browser that stores nothing has nothing of it.
  }
}

import { lazyPart, store } from '@trellis/shell-sdk';
import { addTexts, moduleOf } from '@trellis/shell-sdk/host';
import { drawCurtain } from '../lock/curtain.ts';
import { lockTexts } from '../lock/lockTexts.ts';
import { isAccessPage } from '../router/access.ts';

/** What asks for a passkey, and the choice of the app lock. */
export const lockPart = lazyPart('shell', async () => {
  const part = import(/* webpackChunkName: "lock" */ '../lock/index.ts');
  const [module] = await Promise.all([part, addTexts(lockTexts)]);
  return module;
});

/**
 * The browser is locked. Pages on which nobody is logged in, as those of links in mails, are there for all; and one that another member
 * has taken is covered for good.
 */
export function isLocked(): boolean {
  const { locked, user, takenBy } = store.getState().session;
  return locked === true && takenBy === undefined && !(user === null && isAccessPage(window.location.pathname));
}

/**
 * Lies over the page until it is not locked any more: by a passkey here or on another page, or because its log-in has ended.
 * @param keptBehind on a page that was made without the server, the passkey that opens what is kept
 * @throws FeatureLoadFault where what asks could not be loaded
 */
export async function untilUnlocked(keptBehind?: string): Promise<void> {
  const { showLock, openBrowser, openElsewhere, openKept, readAgain } = moduleOf(await lockPart());
  drawCurtain(true);
  await new Promise<void>((resolve) => {
    const look = () => {
      if (keptBehind === undefined && !isLocked()) end();
    };
    const ask = () => {
      // Another page may have been unlocked.
      if (keptBehind === undefined && document.visibilityState === 'visible') openElsewhere().catch(() => undefined);
    };
    const unsubscribe = store.subscribe(look);
    document.addEventListener('visibilitychange', ask);
    const end = () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', ask);
      close();
      drawCurtain(false);
      if (keptBehind === undefined) readAgain();
      resolve();
    };
    const open = async () => {
      const opening = await (keptBehind === undefined ? openBrowser() : openKept(keptBehind));
      if (keptBehind !== undefined && opening === 'open') end();
      return opening;
    };
    const close = showLock(open);
    look();
  });
}

/** Covers the page whenever it becomes locked; what somebody was doing there is as it was. */
export function coverWhileLocked(): void {
  let isCovered = false;
  const cover = async () => {
    isCovered = true;
    drawCurtain(true);
    try {
      await untilUnlocked();
      isCovered = false;
    } catch {
      // A new document says how it stands.
      window.location.reload();
    }
  };
  store.subscribe(() => {
    if (!isCovered && isLocked()) void cover();
  });
}

import { hasInstallPrompt } from '../boot/installPrompt.ts';
import type { ByHand } from '../install/InstallSheet.tsx';
import { wayOut } from './inAppBrowser.ts';

/** How this device puts the product on its home screen; `undefined` where it cannot, or where it runs from there. */
export function installWay({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): ByHand | 'browser' | undefined {
  const isThere = window.matchMedia('(display-mode: standalone)').matches;
  if (isThere || wayOut(userAgent, window.location.href)) return undefined;
  if (hasInstallPrompt()) return 'browser';
  // An iPad calls itself a Mac, which has no screen to touch.
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ios';
  return /Android/.test(userAgent) ? 'android' : undefined;
}

import { followDone } from '@trellis/kit';
import { LoadFailure, lazyPart } from '@trellis/shell-sdk';
import { addTexts, setInstall } from '@trellis/shell-sdk/host';
import { followInstallPrompt, hasInstallPrompt, showInstallPrompt } from '../boot/installPrompt.ts';
import type { ByHand } from '../install/InstallSheet.tsx';
import { installTexts } from '../install/installTexts.ts';
import type { ShellRouter } from '../router/shellRouter.ts';
import { wayOut } from './inAppBrowser.ts';
import { updateOpenPage } from './openPage.ts';

const key = 'installHint';
const parts = lazyPart('shell', async () => {
  const offer = import(/* webpackChunkName: "install" */ '../install/index.ts');
  const [module] = await Promise.all([offer, addTexts(installTexts)]);
  return module;
});

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

/** Offers it in the settings, and once by itself: on the screen after the first on which money had done what was wanted. */
export function startInstall(router: ShellRouter, isMember: () => boolean): void {
  const look = () => setInstall(installWay(navigator) && (() => void open()));
  const open = async () => {
    const way = installWay(navigator);
    // Before anything else: the browser asks only after a press.
    if (way === 'browser') return showInstallPrompt();
    const { module, failure } = await parts();
    const close = () => updateOpenPage({ install: undefined });
    updateOpenPage({ hint: failure && <LoadFailure failure={failure} onRetry={() => void open()} /> });
    if (module && way) updateOpenPage({ install: <module.InstallSheet by={way} onClose={close} /> });
  };
  followInstallPrompt(look);
  look();
  window.addEventListener('appinstalled', () => void installed());
  const installed = async () => {
    setInstall(undefined);
    updateOpenPage({ hint: undefined });
    const { module } = await parts();
    if (module) updateOpenPage({ install: <module.InstalledToast /> });
  };

  let isDone = false;
  let { pathname } = router.state.location;
  followDone(() => {
    isDone = true;
  });
  router.subscribe(({ location }) => {
    if (location.pathname === pathname) return;
    pathname = location.pathname;
    if (isDone && isMember() && installWay(navigator)) void offer();
  });
  const offer = async () => {
    isDone = false;
    if (wasOffered()) return;
    const { module } = await parts();
    if (!module) return;
    const hide = () => updateOpenPage({ hint: undefined });
    updateOpenPage({ hint: <module.InstallBar onAdd={() => void open()} onHide={hide} /> });
  };
}

/** Whether it was offered before on this device; from now on it was. Where nothing can be stored, it always was. */
function wasOffered(): boolean {
  try {
    const was = localStorage.getItem(key) !== null;
    localStorage.setItem(key, 'offered');
    return was;
  } catch {
    return true;
  }
}

import { followDone } from '@trellis/kit';
import { LoadFailure, lazyPart } from '@trellis/shell-sdk';
import { addTexts, setInstall } from '@trellis/shell-sdk/host';
import { followInstallPrompt, showInstallPrompt } from '../boot/installPrompt.ts';
import { installTexts } from '../install/installTexts.ts';
import type { ShellRouter } from '../router/shellRouter.ts';
import { installWay } from './installWay.ts';
import { noteOffered, wasOffered } from './offeredOnce.ts';
import { hasOffer, updateOpenPage } from './openPage.ts';

const key = 'installHint';
const parts = lazyPart('shell', async () => {
  const offer = import(/* webpackChunkName: "install" */ '../install/index.ts');
  const [module] = await Promise.all([offer, addTexts(installTexts)]);
  return module;
});

/** Offers it in the settings, and once by itself: on the screen after the first on which money had done what was wanted. */
export function startInstall(router: ShellRouter, isMember: () => boolean): void {
  const look = () => setInstall(installWay(navigator) && (() => void open()));
  const open = async () => {
    const way = installWay(navigator);
    // Before anything else: the browser asks only after a press.
    if (way === 'browser') return showInstallPrompt();
    const { module, failure } = await parts();
    updateOpenPage({ hint: failure && <LoadFailure failure={failure} onRetry={() => void open()} /> });
    if (module && way) updateOpenPage({ install: <module.InstallSheet by={way} onClose={close} /> });
  };
  const close = () => updateOpenPage({ install: undefined });
  followInstallPrompt(look);
  look();
  window.addEventListener('appinstalled', () => void installed());
  const installed = async () => {
    setInstall(undefined);
    updateOpenPage({ offer: undefined });
    const { module } = await parts();
    if (module) updateOpenPage({ install: <module.InstalledToast onSaid={close} /> });
  };

  let isDone = false;
  let { pathname } = router.state.location;
  followDone(() => {
    isDone = true;
    // It is there with the next screen: nothing moves on that any more.
    if (installWay(navigator) && !wasOffered(key)) void parts();
  });
  router.subscribe(({ location }) => {
    if (location.pathname === pathname) return;
    pathname = location.pathname;
    if (isDone && isMember() && installWay(navigator)) void offer();
  });
  const offer = async () => {
    isDone = false;
    if (wasOffered(key)) return;
    const { module } = await parts();
    if (!module || hasOffer() || !noteOffered(key)) return;
    const hide = () => updateOpenPage({ offer: undefined });
    updateOpenPage({ offer: <module.InstallBar onAdd={() => void open()} onHide={hide} /> });
  };
}

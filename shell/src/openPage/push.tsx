import type { WorkerGo } from '@trellis/api-contract';
import { followDone } from '@trellis/kit';
import { LoadFailure, lazyPart } from '@trellis/shell-sdk';
import { addTexts, setPush } from '@trellis/shell-sdk/host';
import type { PushMoment } from '../push/PushBar.tsx';
import { pushTexts } from '../push/pushTexts.ts';
import { pushWay } from '../push/pushWay.ts';
import type { ShellRouter } from '../router/shellRouter.ts';
import { isBusy } from './busy.ts';
import { noteOffered, wasOffered } from './offeredOnce.ts';
import { hasOffer, updateOpenPage } from './openPage.ts';

const key = 'pushHint';
/** Whoever leaves the deposit address, or what became of a withdrawal, sooner waits for nothing there. */
const lookedMs = 3_000;
const parts = lazyPart('shell', async () => {
  const sheet = import(/* webpackChunkName: "push" */ '../push/index.ts');
  const [module] = await Promise.all([sheet, addTexts(pushTexts)]);
  return module;
});

/**
 * Notices while the product is closed: a row in the settings, one question after something that one waits for, and where a tap leads to.
 * @returns to be called whenever somebody logged in or out
 */
export function startPush(router: ShellRouter, isMember: () => boolean): () => void {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }) => {
    const { type, address } = (data ?? {}) as Partial<WorkerGo>;
    if (type !== 'go' || address === undefined) return;
    // What was filled in stays: then it is opened in a page of its own.
    const { pathname, search } = new URL(address);
    const goes = !isBusy();
    if (goes) void router.navigate(pathname + search);
    ports[0]?.postMessage(goes);
  });
  const open = async () => {
    const { module, failure } = await parts();
    updateOpenPage({ hint: failure && <LoadFailure failure={failure} onRetry={() => void open()} /> });
    if (module)
      updateOpenPage({ install: <module.PushSheet onClose={() => updateOpenPage({ install: undefined })} /> });
  };
  offerOnce(router, isMember, open);
  let wasMember = false;
  return () => {
    const isNow = isMember();
    if (isNow === wasMember) return;
    wasMember = isNow;
    setPush(isNow ? () => void open() : undefined);
    if (isNow && 'Notification' in window && Notification.permission === 'granted') void confirm();
  };
}

async function confirm(): Promise<void> {
  const { module } = await parts();
  // A browser that does not answer, or a server that is away: the next page says it.
  await module?.confirmSubscription().catch(() => undefined);
}

/** On the screen after the deposit address, or after a withdrawal that was submitted: both are waited for. */
function offerOnce(router: ShellRouter, isMember: () => boolean, open: () => Promise<void>): void {
  let { pathname } = router.state.location;
  let cameAt = performance.now();
  let isDone = false;
  followDone(() => {
    isDone = true;
  });
  router.subscribe(({ location }) => {
    if (location.pathname === pathname) return;
    const left = pathname;
    pathname = location.pathname;
    const isLooked = performance.now() - cameAt > lookedMs;
    const after =
      left === '/wallet/topup' ? 'deposit' : isDone && left === '/wallet/withdrawal' ? 'withdrawal' : undefined;
    [cameAt, isDone] = [performance.now(), false];
    if (after && isLooked && isMember()) void offer(after);
  });
  const offer = async (after: PushMoment) => {
    if (pushWay() !== 'open' || Notification.permission === 'granted' || wasOffered(key)) return;
    const { module } = await parts();
    // One at a time; there will be another moment.
    if (!module || hasOffer() || !noteOffered(key)) return;
    const hide = () => updateOpenPage({ offer: undefined });
    updateOpenPage({ offer: <module.PushBar after={after} onOpen={() => void open()} onHide={hide} /> });
  };
}

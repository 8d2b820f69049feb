import { type LiveNow, type WorkerMessage, workerGone, workerPath } from '@trellis/api-contract';
import { currentLanguage } from '@trellis/shell-sdk/host';
import { boot } from '../boot/document.ts';
import { entryPolicy } from '../federation/scriptPolicies.ts';
import { isBusy } from '../openPage/busy.ts';

/** How long apart pages that stay open look whether there is another worker. */
const lookMs = 3_600_000;
/** Pages that hear of a release at the same moment do not fetch it at the same moment. */
const spreadMs = 20_000;
const busyMs = 1_000;

let lookedAt = 0;

/**
 * Lets the browser have the product's worker, for starts without the server. A browser that has none, or refuses one, goes without.
 * @returns to be called with what is live, as often as the server says so
 */
export function startWorker(): (now: LiveNow) => void {
  const { serviceWorker } = navigator;
  if (boot.worker === false || !serviceWorker) return () => undefined;
  serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (data !== workerGone) return;
    ports[0]?.postMessage('heard');
    leaveWhenFree();
  });
  const say = async (message: WorkerMessage) => {
    const registration = await serviceWorker.ready;
    registration.active?.postMessage(message);
  };
  const settle = () => say({ type: 'settled', language: currentLanguage() });
  lookedAt = Date.now();
  serviceWorker
    .register(entryPolicy.createScriptURL(workerPath), { updateViaCache: 'none' })
    .then(settle)
    .catch(() => undefined);
  document.addEventListener('visibilitychange', async () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < lookMs) return;
    lookedAt = Date.now();
    const registration = await serviceWorker.getRegistration();
    await registration?.update().catch(() => undefined);
  });
  let last = '';
  return (now) => {
    const said = JSON.stringify(now);
    if (said === last) return;
    const isFirst = last === '';
    last = said;
    void say({ type: 'seen', now });
    if (!isFirst) setTimeout(settle, Math.random() * spreadMs);
  };
}

/** The worker that held this page is gone: a page without it is loaded as soon as nothing is lost by that. */
function leaveWhenFree(): void {
  if (isBusy()) setTimeout(leaveWhenFree, busyMs);
  else window.location.reload();
}

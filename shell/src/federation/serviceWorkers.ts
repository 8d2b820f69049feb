import { workerPath } from '@trellis/api-contract';
import { boot } from '../boot/document.ts';

function isForeign({ active, waiting, installing }: ServiceWorkerRegistration): boolean {
  const scripts = [active, waiting, installing].flatMap((worker) => worker?.scriptURL ?? []);
  return boot.worker === false || scripts.some((script) => script !== new URL(workerPath, window.location.origin).href);
}

/**
 * Takes away every service worker of this origin but the product's own, and that one where it is switched off: another would outlive
 * the release that left it.
 * Settled before the first feature is asked for; a browser that keeps none, or says nothing of them, holds nobody up.
 */
export const workersGone: Promise<unknown> = Promise.resolve()
  .then(() => navigator.serviceWorker?.getRegistrations())
  .then((registrations) =>
    Promise.all((registrations ?? []).filter(isForeign).map((registration) => registration.unregister())),
  )
  .catch(() => undefined);

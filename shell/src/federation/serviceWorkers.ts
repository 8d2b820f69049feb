/**
 * Takes away every service worker of this origin: the product has none, and one would outlive the release that left it.
 * Settled before the first feature is asked for; a browser that keeps none, or says nothing of them, holds nobody up.
 */
export const workersGone: Promise<unknown> = Promise.resolve()
  .then(() => navigator.serviceWorker?.getRegistrations())
  .then((registrations) => Promise.all((registrations ?? []).map((registration) => registration.unregister())))
  .catch(() => undefined);

// @ts-check
/// <reference lib="webworker" />

// In the place of the worker while it is switched off: takes over from whatever is there, however broken, empties every cache and goes.
// It answers nothing.

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (globalThis);
const { caches, clients, registration } = worker;

/** How long a page may take to say that it goes by itself, as soon as nothing that was filled in is lost. */
const answerMs = 1_500;

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave() {
  for (const name of await caches.keys()) await caches.delete(name);
  // Only those that the former worker held: a page that registers it once more would otherwise be loaded anew without end.
  const held = await clients.matchAll({ type: 'window' });
  await registration.unregister();
  await Promise.all(held.map(free));
}

/** @param {WindowClient} page @returns {Promise<void>} */
function free(page) {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => {
      page.navigate(page.url).then(
        () => done(),
        () => done(),
      );
    }, answerMs);
    port1.onmessage = () => {
      clearTimeout(timer);
      done();
    };
    page.postMessage('workerGone', [port2]);
  });
}

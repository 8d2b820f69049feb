// @ts-check
/// <reference lib="webworker" />

// The worker of members' browsers. It answers two things and nothing else: a page's document, from the network or, without one, as
// it makes it of what it keeps; and the kept files of such a page, each by its digest. What the server sends names no kept file, so
// that a page of the server's never depends on what is kept here.
//
// Served with what stands before it: `publicKey`, `notPages`, `keptBase`, `productName`. Only lines that are nothing but comment are left out.

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (globalThis);
const { caches, clients, crypto, location, navigator, registration } = worker;

/** How long a document may take before the kept one is shown instead. */
const patienceMs = 3_000;
// Everything here has an end: while one promise is open, no other worker can take the place of this one, not even the one that ends it.
const documentMs = 60_000;
const fileMs = 10_000;
const storageMs = 3_000;
const fillMs = 30_000;
const dayMs = 86_400_000;
/** What is kept is older than this: the server was not heard for so long that nobody can say what is live. */
const longestMs = 30 * dayMs;
const fillAgainMs = 7 * dayMs;

/**
 * @typedef {{ n: number, live: Record<string, string> }} LiveNow
 * @typedef {LiveNow & { at: number }} Seen
 * @typedef {{ now: LiveNow, language: string, madeAt: number, files: Record<string, string>, headers: Record<string, string>,
 *   html: string, registry: { features: Record<string, { release: string }> } }} Bundle
 */

let isGone = false;
let patience = patienceMs;
/** @type {Promise<void> | undefined} */
let filling;

worker.addEventListener('install', (event) => {
  // Where the browser can, what is never answered here does not even start the worker.
  const routes = ['/assets/*', '/api/*'].map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: 'network',
  }));
  const { addRoutes } = /** @type {any} */ (event);
  if (addRoutes) event.waitUntil(addRoutes.call(event, routes).catch(() => {}));
  worker.skipWaiting();
});
worker.addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // A browser that does not ask the network meanwhile would ask as a script: its document has no proofs.
  if (isGone || origin !== location.origin || request.method !== 'GET' || !registration.navigationPreload) return;
  if (pathname.startsWith(`${keptBase}/`))
    event.respondWith(soon(keptFile(pathname), fileMs).catch(() => Response.error()));
  else if (request.mode === 'navigate' && !notPages.test(pathname) && !/\.[A-Za-z0-9]+$/.test(pathname))
    event.respondWith(page(event));
});

/** @param {FetchEvent} event */
async function page(event) {
  const network = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request));
  const live = soon(network.then(whole), documentMs);
  event.waitUntil(live.then(heard).catch(() => {}));
  const begun = Date.now();
  const first = await soon(live, patience).catch(() => undefined);
  // A server that is slow but there is waited for the next time, too.
  if (!first || Date.now() - begun < patienceMs) patience = patienceMs;
  // Of a gateway, and not the server's own word.
  if (first && ![502, 503, 504].includes(first.status)) return first;
  const kept = await soon(keptPage()).catch(() => undefined);
  return kept ?? first ?? live.catch(notice);
}

/** Neither a server nor anything of it. */
function notice() {
  const said = Object.entries(notices).find(([tag]) => navigator.language.startsWith(tag))?.[1] ?? notices.en;
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  const headers = { 'content-type': 'text/html', 'cache-control': 'no-store', 'content-security-policy': policy };
  return new Response(said, { status: 503, headers });
}

/** A document that stops in its middle is as bad as none. @param {Response} response */
async function whole(response) {
  if (response.type === 'opaqueredirect' || !response.ok) return response;
  return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers });
}

/** @template T @param {Promise<T>} promise @returns {Promise<T>} */
function soon(promise, ms = storageMs) {
  return Promise.race([promise, new Promise((_, refuse) => setTimeout(refuse, ms, new Error(`${ms} ms`)))]);
}

/** Each document says what is live, and whether there is to be a worker. @param {Response} response */
async function heard(response) {
  if (response.headers.get('worker') === 'off') return leave();
  const now = response.headers.get('releases');
  if (now) await see(JSON.parse(now));
}

const state = () => caches.open('state');
/** @param {string} name */
const read = async (name) => (await (await state()).match(`/~${name}`))?.json();
/** @param {string} name @param {unknown} value */
const write = async (name, value) => (await state()).put(`/~${name}`, new Response(JSON.stringify(value)));
/** @param {string} feature @param {string} release */
const cacheName = (feature, release) => `kept ${feature} ${release}`;

/**
 * What is not live any more is not kept any more. Answers overtake one another within seconds; later a smaller number counts, so that
 * one that was put there by somebody heals. @param {LiveNow} now
 */
const see = (now) =>
  navigator.locks.request('seen', async () => {
    /** @type {Seen | undefined} */
    const seen = await read('seen');
    if (seen && now.n < seen.n && Math.abs(Date.now() - seen.at) < 60_000) return;
    await write('seen', { ...now, at: Date.now() });
    const live = new Set(Object.entries(now.live).map(([feature, release]) => cacheName(feature, release)));
    for (const name of await caches.keys()) if (name.startsWith('kept ') && !live.has(name)) await caches.delete(name);
  });

const bytes = (/** @type {string} */ text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
/** Rejects in a browser that does not know the signature: it keeps nothing. */
const keyOf = () => crypto.subtle.importKey('raw', bytes(publicKey), 'Ed25519', false, ['verify']);

/** What the server signed; nothing that anybody else put there. @param {{ text: string, signature: string }} stored @returns {Promise<Bundle | undefined>} */
async function signed({ text, signature }) {
  const isGood = await crypto.subtle.verify('Ed25519', await keyOf(), bytes(signature), new TextEncoder().encode(text));
  return isGood ? JSON.parse(text) : undefined;
}

async function bundle() {
  const stored = await read('bundle');
  return stored && signed(stored);
}

/** @param {Response} response @param {string} integrity */
async function fits(response, integrity) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', await response.arrayBuffer()));
  return integrity === `sha384-${btoa(String.fromCharCode(...digest))}`;
}

/** `/kept/…` of `/assets/…` @param {string} asset */
const keptPath = (asset) => keptBase + asset.slice('/assets'.length);
/** @param {string} path of a file, kept or not @returns {[feature: string, release: string]} */
const ownerOf = (path) => /** @type {any} */ (path.split('/').slice(2, 4));

/** Keeps what is live, one filling at a time. A release that does not come whole is not kept at all. @param {string} language */
function fill(language) {
  filling ??= fillOnce(language).finally(() => {
    filling = undefined;
  });
  return filling;
}

/** @param {string} language */
async function fillOnce(language) {
  await keyOf();
  const before = await bundle().catch(() => undefined);
  /** @type {Seen | undefined} */
  const seen = await read('seen');
  const isSame = before?.language === language && JSON.stringify(before.now.live) === JSON.stringify(seen?.live);
  if (before && isSame && Date.now() - before.madeAt < fillAgainMs && (await areWhole(before))) return;
  const signal = AbortSignal.timeout(fillMs);
  const answer = await fetch('/offline', { signal, cache: 'no-store' });
  if (!answer.ok) return;
  const stored = { text: await answer.text(), signature: answer.headers.get('page-signature') ?? '' };
  const next = await signed(stored);
  if (!next) return;
  const failed = new Set();
  for (const [asset, integrity] of Object.entries(next.files)) {
    const name = cacheName(...ownerOf(asset));
    if (failed.has(name)) continue;
    try {
      const cache = await caches.open(name);
      const there = await cache.match(keptPath(asset));
      if (there && (await fits(there, integrity))) continue;
      const file = await fetch(asset, { integrity, signal });
      if (!file.ok) throw new Error(`${file.status}`);
      await cache.put(keptPath(asset), file);
    } catch (error) {
      failed.add(name);
      await caches.delete(name);
      // A disk that is full has no room for the others either.
      if (/** @type {Error} */ (error).name === 'QuotaExceededError') return;
    }
  }
  // The last of all: what it names is there.
  await write('bundle', stored);
  await see(next.now);
}

/** @param {Bundle} bundle */
async function areWhole({ files }) {
  const owners = new Map(Object.keys(files).map((file) => [cacheName(...ownerOf(file)), ownerOf(file)]));
  for (const owner of owners.values()) if (!(await isWhole(...owner, files))) return false;
  return true;
}

/** @param {string} feature @param {string} release @param {Record<string, string>} files */
async function isWhole(feature, release, files) {
  const wanted = Object.keys(files).filter((path) => path.startsWith(`/assets/${feature}/${release}/`));
  const name = cacheName(feature, release);
  // Not `open` alone: it would make one.
  if (wanted.length === 0 || !(await caches.has(name))) return false;
  const keys = await (await caches.open(name)).keys();
  const there = new Set(keys.map(({ url }) => new URL(url).pathname));
  return wanted.every((path) => there.has(keptPath(path)));
}

/** The page without the server: of the releases that were live when it was last heard, those that are here whole. */
async function keptPage() {
  /** @type {[Bundle | undefined, Seen | undefined]} */
  const [kept, seen] = [await bundle(), await read('seen')];
  if (!kept || !seen || Math.abs(Date.now() - seen.at) > longestMs) return undefined;
  const { shell } = seen.live;
  if (!shell || kept.now.live.shell !== shell || !(await isWhole('shell', shell, kept.files))) return undefined;
  /** @type {Record<string, unknown>} */
  const features = {};
  for (const [name, entry] of Object.entries(kept.registry.features))
    if (seen.live[name] === entry.release && (await isWhole(name, entry.release, kept.files))) features[name] = entry;
  const registry = JSON.stringify({ ...kept.registry, features }).replace(/</g, '\\u003c');
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));
  const fill = (/** @type {string} */ text) =>
    text.replaceAll('{{nonce}}', nonce).replace('{{registry}}', () => registry);
  const headers = Object.entries(kept.headers).map(([name, value]) => [name, fill(value)]);
  return new Response(fill(kept.html), { headers: /** @type {[string, string][]} */ (headers) });
}

/** @param {string} path */
async function keptFile(path) {
  const asset = `/assets${path.slice(keptBase.length)}`;
  const [feature, release] = ownerOf(path);
  /** @type {[Bundle | undefined, Seen | undefined]} */
  const [kept, seen] = [await bundle(), await read('seen')];
  const integrity = kept?.files[asset];
  if (!integrity || seen?.live[feature] !== release) return new Response('', { status: 404 });
  const cache = await caches.open(cacheName(feature, release));
  const there = await cache.match(path);
  // With no address of its own, so that what a stylesheet names is looked for alongside the page's.
  if (there && (await fits(there.clone(), integrity))) return new Response(there.body, there);
  await cache.delete(path);
  const fresh = await fetch(asset, { integrity, cache: 'reload', signal: AbortSignal.timeout(patienceMs) });
  if (fresh.ok) await cache.put(path, fresh.clone());
  return new Response(fresh.body, fresh);
}

/** Goes, and leaves nothing. */
async function leave() {
  isGone = true;
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}

worker.addEventListener('message', (event) => {
  const { type, now, language } = event.data ?? {};
  if (type === 'seen') event.waitUntil(soon(see(now)).catch(() => {}));
  if (type === 'settled') event.waitUntil(soon(fill(language), fillMs).catch(() => {}));
  if (type === 'reached') patience = documentMs / 2;
});

// What the server sends although no page is open. Browsers that know its form by themselves do not come here with it.
worker.addEventListener('push', (event) => event.waitUntil(soon(show(event.data)).catch(() => {})));

/** Always one notification, whatever came: who shows none loses the subscription. @param {PushMessageData | null} data */
async function show(data) {
  /** @type {any} */
  let said;
  try {
    said = data?.json().notification;
  } catch {
    // Nothing that can be read.
  }
  const { title, navigate = '/notify', app_badge: badge, ...options } = said ?? {};
  // No picture: the browser would wait for it, and on a bad network show nothing in time.
  const more = { tag: 'unread', ...options, data: navigate };
  const name = title || productName;
  await registration.showNotification(name, more).catch(() => registration.showNotification(name, { data: '/notify' }));
  if (badge !== undefined) await navigator.setAppBadge?.(Number(badge));
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { origin, href } = new URL(event.notification.data, location.origin);
  event.waitUntil(soon(open(origin === location.origin ? href : '/')).catch(() => {}));
});

/** In the page that was last in front, if it can go; else in one of its own. @param {string} address */
async function open(address) {
  const [page] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  return page && (await goes(page, address)) ? page.focus() : clients.openWindow(address);
}

/** @param {WindowClient} page @param {string} address @returns {Promise<boolean>} */
function goes(page, address) {
  return new Promise((answer) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => answer(data);
    setTimeout(answer, 700, false);
    page.postMessage({ type: 'go', address }, [port2]);
  });
}

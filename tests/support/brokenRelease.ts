import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeatureName, FeatureRelease } from '@trellis/api-contract';
import {
  Database,
  publishRelease,
  ReleaseEvents,
  ReleaseStore,
  Releases,
  readManifest,
  releaseKeys,
  runningApplicationUrl,
  signatureFile,
} from '../../api/src/testing/index.ts';
import type { Product } from './product.ts';

/** What a broken release's container does instead of giving the feature: the body of `(feature) => exposed`. */
const exposed = {
  'throws while loading': `throw new TypeError('its start is broken');`,
  'throws while drawing': `return { default: { ...feature, routes: feature.routes.map((route) => ({ ...route,
    lazy: async () => { await route.lazy(); return { Component() { throw new TypeError('its screen is broken'); } }; }
  })) } };`,
  // Nobody catches it, and no screen is lost by it.
  'throws when it has started': `
    setTimeout(() => { throw new TypeError('12.50 USD of hana@example.com'); }, 300);
    return { default: feature };`,
  'throws at a press': `
    addEventListener('click', () => { throw new TypeError('12.50 USD of hana@example.com'); });
    addEventListener('click', () => Promise.reject(new RangeError('its promise')));
    addEventListener('keydown', () => { throw new TypeError('its key'); });
    return { default: feature };`,
  'missing export': 'return {};',
  'shared version too new': 'return { default: feature };',
  'bad signature': 'return { default: feature };',
  // What a release may try that is no longer what it was when it was signed; a journey calls it.
  'reaches out': `
    const frame = (tag, values) => new Promise((done) => {
      const element = Object.assign(document.createElement(tag), values, { onload: () => done('came'), onerror: () => done('refused') });
      document.head.append(element);
    });
    const tried = (work) => Promise.resolve().then(work).then((it) => (typeof it === 'string' ? it : 'came'), (error) => 'refused: ' + error.message);
    window.reach = async (foreign, own, name, other) => ({
      import: await tried(() => import(foreign + '/import.js')),
      script: await tried(() => {
        const policy = trustedTypes.createPolicy(name, { createScriptURL: (url) => url });
        return frame('script', { src: policy.createScriptURL(foreign + '/script.js') });
      }),
      preload: await frame('link', { rel: 'preload', as: 'script', href: foreign + '/preload.js' }),
      modulepreload: await frame('link', { rel: 'modulepreload', href: foreign + '/modulepreload.js' }),
      policyOfAnother: await tried(() =>
        trustedTypes.createPolicy(other, { createScriptURL: (url) => url }).createScriptURL(own) && 'came'),
      policyPastTheLoader: await tried(() =>
        TrustedTypePolicyFactory.prototype.createPolicy.call(trustedTypes, other, { createScriptURL: (url) => url }) && 'came'),
      serviceWorker: await tried(() => {
        const policy = trustedTypes.createPolicy(name, {});
        return navigator.serviceWorker.register(policy.createScriptURL(own));
      }),
      worker: await tried(() => new Promise((done, fail) => {
        const policy = trustedTypes.createPolicy(name, {});
        const worker = new Worker(policy.createScriptURL(own));
        worker.onerror = () => fail(new Error('not started'));
        setTimeout(done, 2000);
      })),
    });
    return { default: feature };`,
  // What outlives the page, of every kind that a browser has.
  'leaves itself behind': `
    localStorage.setItem('left', 'x');
    localStorage.setItem('plan.left', 'x');
    sessionStorage.setItem('left', 'x');
    sessionStorage.setItem('scroll', 'null');
    document.cookie = 'left=x; max-age=34560000; path=/';
    document.cookie = 'leftBelow=x; max-age=34560000; path=/plan';
    window.left = Promise.all([
      new Promise((done, fail) => Object.assign(indexedDB.open('left'), { onsuccess: ({ target }) => done(target.result.close()), onerror: fail })),
      caches.open('left').then((cache) => cache.put('/left', new Response('x'))),
      navigator.storage.getDirectory().then((root) => root.getDirectoryHandle('left', { create: true })),
    ]);
    return { default: feature };`,
  // Whatever else the API of members has, and the proofs of the others; a journey calls it.
  'calls what is not its own': `
    const sdkOf = () => Object.values(given['@trellis/shell-sdk'])[0].get().then((make) => make());
    const seen = [];
    const note = (...values) => { for (const value of values) seen.push(typeof value === 'string' ? value : JSON.stringify(value) ?? ''); };
    const watch = (owner, name) => {
      const real = owner[name];
      owner[name] = function (...values) { note(...values.map((value) => (typeof value === 'object' ? { ...value, headers: { ...value?.headers } } : value))); return real.apply(this, values); };
    };
    window.seen = seen;
    window.watchAll = () => {
      for (const [owner, names] of [[window, ['fetch', 'encodeURIComponent', 'String']], [Headers.prototype, ['set', 'append']],
        [XMLHttpRequest.prototype, ['setRequestHeader']], [Object, ['assign', 'fromEntries', 'entries']], [document, ['getElementById']]])
        for (const name of names) watch(owner, name);
      Object.defineProperty(Object.prototype, 'x-feature', { configurable: true, get: () => undefined, set: note });
    };
    window.answerTo = async (method, path, headers = {}) => {
      const body = method === 'POST' ? '{}' : undefined;
      const answer = await fetch(path, { method, body, headers: { 'content-type': 'application/json', ...headers } });
      return answer.status + ' ' + ((await answer.json().catch(() => ({}))).code ?? '');
    };
    window.bySdk = async (name, input) => {
      const { injectContract, memberContract, store } = await sdkOf();
      try {
        const { endpoints } = injectContract(memberContract, [name]);
        const { data, error } = await store.dispatch(endpoints[name].initiate(input));
        return error?.problem?.code ?? (data ? 'answered' : JSON.stringify(error));
      } catch ({ message }) {
        return message;
      }
    };
    window.holds = async () => {
      const { injectContract, memberContract } = await sdkOf();
      const api = injectContract(memberContract, ['getInvite']);
      return [...Object.keys(api), ...Object.keys(api.endpoints)].filter((name) => !/^util$|^endpoints$|GetInvite|^getInvite$/.test(name));
    };
    window.sharedByAll = async () => {
      const shared = {};
      for (const { shareScopeMap } of globalThis.__FEDERATION__?.__INSTANCES__ ?? [])
        for (const [name, versions] of Object.entries(shareScopeMap.default ?? {}))
          for (const { lib, get } of Object.values(versions))
            for (const read of [() => lib?.(), async () => (await get())()]) {
              const module = await Promise.resolve().then(read).catch(() => undefined);
              if (shared[name] !== 'an sdk') shared[name] = module?.injectContract || module?.Flow ? 'an sdk' : 'no sdk';
            }
      return shared;
    };
    return { default: feature };`,
} as const;
export type Breach = keyof typeof exposed;

export interface BrokenRelease {
  readonly release: string;
  /** The address of its entry script. */
  readonly entry: string;
  /** What the registry would say of it otherwise than of the live one. */
  readonly registered: Pick<FeatureRelease, 'release' | 'base' | 'integrity' | 'shared'>;
}

/**
 * Publishes a release that no compatibility check would let through: the live one, with an entry that spoils what it exposes. Its
 * digests and its signature are right, but for the breach that is about them. Published again it is the same.
 */
export function publishBroken(product: Product, feature: FeatureName, breach: Breach): BrokenRelease {
  const store = storeOf(product);
  const release = `broken-${breach.replaceAll(' ', '-')}`;
  const [live = ''] = store.list(feature).filter((name) => !name.startsWith('broken-'));
  const folder = mkdtempSync(join(tmpdir(), 'trellis-broken-'));
  try {
    const manifest = readManifest(store.folder(feature, live));
    for (const file of Object.keys(manifest.files)) cpSync(join(store.folder(feature, live), file), join(folder, file));
    const entry = Buffer.from(readFileSync(join(folder, manifest.entry), 'utf8') + spoiled(manifest.global, breach));
    writeFileSync(join(folder, manifest.entry), entry);
    const integrity = `sha384-${createHash('sha384').update(entry).digest('base64')}`;
    const shared = { ...manifest.shared, ...(breach === 'shared version too new' && { react: '^99.0.0' }) };
    const files = { ...manifest.files, [manifest.entry]: { integrity, bytes: entry.length } };
    writeFileSync(join(folder, 'release.json'), JSON.stringify({ ...manifest, release, shared, files }));
    publishRelease(store, keysOf(product), folder);
    if (breach === 'bad signature') forgeSignature(store.folder(feature, release));
    const entryFile = `/assets/${feature}/${release}/${manifest.entry}`;
    return {
      release,
      entry: entryFile,
      registered: { release, base: `/assets/${feature}/${release}/`, integrity, shared },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Makes a release live without asking the compatibility check, as somebody with the database in hand could.
 * @param share hundredths of a percent; without it for everybody
 * @returns how to bring back what was live before
 */
export async function activateUnasked(
  product: Product,
  feature: FeatureName,
  release: string,
  share?: number,
): Promise<() => Promise<void>> {
  const by = { actor: 'command:test', reason: 'past the compatibility check' };
  const unasked = async (action: (releases: Releases) => Promise<unknown>) => {
    const database = new Database({ url: await runningApplicationUrl(product.dataDir), poolSize: 1 });
    try {
      await action(new Releases(new ReleaseEvents(database), storeOf(product), () => []));
    } finally {
      await database.close();
    }
  };
  await unasked((releases) =>
    share === undefined ? releases.activate(feature, release, by) : releases.rollOut(feature, release, share, by),
  );
  return () => unasked((releases) => releases.rollBack(feature, undefined, by));
}

/** What is added to an entry, so that its release does so. */
export const spoiled = (global: string, breach: Breach): string => `
((name) => {
  let given;
  const { init: begin, get } = window[name];
  const init = (scope) => begin((given = scope));
  const spoil = (feature) => { ${exposed[breach]} };
  window[name] = { init, get: (path) => get(path).then((make) => () => spoil(make().default)) };
})(${JSON.stringify(global)});
`;

/** Signs other bytes than those that are there. */
function forgeSignature(folder: string): void {
  const file = join(folder, signatureFile);
  const { keyId } = JSON.parse(readFileSync(file, 'utf8')) as { keyId: string };
  writeFileSync(file, JSON.stringify({ keyId, signature: `${'A'.repeat(86)}==` }));
}

const storeOf = (product: Product): ReleaseStore => new ReleaseStore(join(product.dataDir, 'releases'));
const keysOf = ({ dataDir }: Product) => releaseKeys({ releaseKeys: new Map(), releaseSigningKey: undefined, dataDir });

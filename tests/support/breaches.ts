/** Each wants more than was signed. */
const reaching = `
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
    });`;
/** What outlives the page, of every kind that a browser has. */
const leaving = `
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
    ]);`;
/** Whatever else the API of members has, and the proofs of the others. */
const calling = `
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
    };`;

/** What a broken release's container does instead of giving the feature: the body of `(feature) => exposed`. */
export const exposed = {
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
  'reaches out': `${reaching} return { default: feature };`,
  // What outlives the page, of every kind that a browser has.
  'leaves itself behind': `${leaving} return { default: feature };`,
  // Whatever else the API of members has, and the proofs of the others; a journey calls it.
  'calls what is not its own': `${calling} return { default: feature };`,
  // All of that at once, and what a tab takes along; an attack calls it.
  'turns on its member': `${reaching} ${calling}
    window.hostile = {
      ask: async (path, headers) => {
        const answer = await fetch(path, { headers });
        return answer.status + ' ' + ((await answer.json().catch(() => ({}))).code ?? '');
      },
      askByRequest: (path, header) => new Promise((done) => {
        const request = new XMLHttpRequest();
        request.open('GET', path);
        if (header) request.setRequestHeader('x-feature', header);
        request.onloadend = () => done(request.status + ' ' + (JSON.parse(request.responseText || '{}').code ?? ''));
        request.send();
      }),
      leave: async () => { ${leaving}
        await window.left;
        window.name = 'left';
        history.replaceState({ ...history.state, usr: 'left', left: 'x' }, '');
      },
      listen: () => {
        window.heard = [];
        new BroadcastChannel('session').addEventListener('message', ({ data }) => window.heard.push(String(data)));
      },
      modules: async (others) => {
        const came = [];
        for (const other of others) await import(other).then(() => came.push(other), () => undefined);
        return came;
      },
      workers: async (own) => {
        const made = [];
        const policy = trustedTypes.createPolicy('app_team', {});
        const quiet = (kind, make) => new Promise((done) => {
          try {
            const worker = make();
            worker.onerror = ({ message }) => { if (message) made.push(kind); done(); };
            setTimeout(() => { made.push(kind); done(); }, 1500);
          } catch { done(); }
        });
        await quiet('Worker', () => new Worker(policy.createScriptURL(own)));
        await quiet('SharedWorker', () => new SharedWorker(policy.createScriptURL(own)));
        await quiet('Worker of a blob', () => new Worker(URL.createObjectURL(new Blob(['1']))));
        await navigator.serviceWorker.register(policy.createScriptURL(own)).then(() => made.push('ServiceWorker'), () => undefined);
        return made;
      },
    };
    return { default: feature };`,
} as const;
export type Breach = keyof typeof exposed;

import type { ServerResponse } from 'node:http';
import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { runOps } from '../support/command.ts';
import { enter, expect, openSession, phone, test } from '../support/fixtures.ts';
import { type DistantProduct, startDistantProduct } from '../support/network.ts';
import { nextStep } from '../support/nextStep.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

/**
 * The product on a device whose network comes and goes. All of it shares one product behind a network of its own, and each journey
 * has a device of its own.
 */
test.describe.configure({ mode: 'default' });

let product: DistantProduct;
test.beforeAll(async () => {
  product = await startDistantProduct();
});
test.afterAll(async () => {
  await product.stop();
  product.remove();
});
test.afterEach(async () => {
  await product.way('open');
  product.slow(0);
});

const en = textsOf('en');
const banner = en('kit', 'offline.title');
const needsServer = en('sdk', 'failure.offline');

/** A member who was here: the home screen was read, and what is live is kept. */
async function visited(context: BrowserContext, username = 'demo'): Promise<Page> {
  await enter(context, product, username);
  const page = await context.newPage();
  await page.goto(`${product.origin}/`);
  await expect(page.getByText(en('wallet', 'total.label'))).toBeVisible();
  await untilKept(page);
  return page;
}

/** The bundle comes last of all. */
async function untilKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('state')).match('/~bundle')) !== undefined))
    .toBe(true);
  await expect.poll(() => page.evaluate(() => caches.has('vault'))).toBe(true);
}

/** Of a page that the browser itself said it could not load, and tries again by itself. */
async function backOnline(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto(`${product.origin}/`);
  }).toPass();
  await untilKept(page);
}

const isKept = (page: Page) =>
  page.evaluate(() => 'kept' in JSON.parse(document.getElementById('boot')?.textContent ?? '{}'));
/** All amounts that the page shows. */
const amounts = (page: Page) =>
  page.evaluate(() => document.getElementById('root')?.textContent?.match(/[\d,]+\.\d\d/g) ?? []);
/** What is there of a member: whether a key, and the names of the rest. */
const leftOf = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('vault');
      opening.onsuccess = () => resolve(opening.result);
    });
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      const reading = database.transaction('vault').objectStore('vault').getAllKeys();
      reading.onsuccess = () => resolve(reading.result);
    });
    database.close();
    return [await caches.has('vault'), keys] as const;
  });
const cacheNames = (page: Page) => page.evaluate(async () => (await caches.keys()).sort());
/** Kept files with their paths: of each feature the first that is loaded. */
const entriesOf = (page: Page) =>
  page.evaluate(async () => {
    const entries: [path: string, text: string][] = [];
    for (const name of (await caches.keys()).filter((each) => each.startsWith('kept '))) {
      const cache = await caches.open(name);
      for (const key of await cache.keys())
        if (/entry\.js$/.test(key.url))
          entries.push([new URL(key.url).pathname, (await (await cache.match(key))?.text()) ?? '']);
    }
    return entries.sort();
  });
/** Past the digest that the page itself has of a file. */
const textAt = (page: Page, path: string) =>
  page.evaluate(
    (file) =>
      fetch(file).then(
        async (answer) => (answer.ok ? answer.text() : answer.status),
        () => 'refused',
      ),
    path,
  );
/** Something else in the place of what the worker keeps to itself. */
const changeState = (page: Page, name: 'bundle' | 'seen', change: Readonly<Record<string, unknown>>) =>
  page.evaluate(
    async ([path, more]) => {
      const cache = await caches.open('state');
      await cache.put(path, Response.json({ ...(await (await cache.match(path))?.json()), ...more }));
    },
    [`/~${name}`, change] as const,
  );
const stateOf = (page: Page, name: 'bundle' | 'seen') =>
  page.evaluate(async (path) => (await (await caches.open('state')).match(path))?.json(), `/~${name}`);

for (const [language, amount] of oneOf('offlineStart', [
  ['en', '3.21'],
  ['jp', '3.22'],
  ['zh', '3.23'],
  ['ko', '3.24'],
] as const))
  test(`without a network a member reads what they knew, pays nothing, and pays once when it is back, in ${language}`, async ({
    browser,
  }) => {
    const text = textsOf(language);
    const context = await phone(browser, language, { width: 320 });
    await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
    await context.addCookies([{ name: 'currentLanguage', value: language, url: product.origin }]);
    await enter(context, product, 'demo');
    const page = await context.newPage();
    await page.goto(`${product.origin}/wallet/records`);
    await expect(page.getByRole('heading', { name: text('wallet', 'record.title') })).toBeAttached();
    await page.waitForTimeout(3_000);
    await page.goto(`${product.origin}/`);
    const total = page.getByText(text('wallet', 'total.label'));
    await expect(total).toBeVisible();
    await untilKept(page);
    await expect.poll(async () => (await amounts(page)).length).toBeGreaterThan(6);
    const known = await amounts(page);
    // What the page reads is put down once it has nothing else to do.
    await page.waitForTimeout(4_000);

    await product.way('cut');
    const answer = await page.reload();
    expect(answer?.fromServiceWorker()).toBe(true);
    await expect(page.getByText(text('kit', 'offline.title'))).toBeVisible();
    await expect(total).toBeVisible();
    await expect.poll(() => amounts(page)).toEqual(known);
    // The page says of when it is, and the amount does, too.
    const withTime = (key: string) => new RegExp(text('kit', key).replace('{time}', '\\d\\d:\\d\\d'));
    await expect(page.getByRole('status').filter({ hasText: withTime('offline.since') })).toBeVisible();
    await expect(page.getByText(withTime('stamp.asOf')).first()).toBeVisible();
    await expect(page.getByText(withTime('stamp.live'))).toHaveCount(0);

    await page.goto(`${product.origin}/account`);
    await expect(page.getByText(text('account', 'settings.savedText'))).toBeVisible();
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/offline-account-${language}.png`, fullPage: true });
    await page.goto(`${product.origin}/wallet/records`);
    await expect(page.getByRole('heading', { name: text('wallet', 'record.title') })).toBeAttached();
    await expect(page.getByText(text('kit', 'offline.notKept'))).toHaveCount(0);
    for (const path of ['/wallet/transfer', '/wallet/withdrawal', '/plan/buy/1', '/account/password']) {
      await page.goto(product.origin + path);
      await expect(page.getByText(text('sdk', 'failure.offline'))).toBeVisible();
    }
    await page.goto(`${product.origin}/team`);
    await expect(page.getByText(text('kit', 'offline.notKept')).first()).toBeVisible();

    await page.goto(`${product.origin}/wallet`);
    await expect(total).toBeVisible();
    await product.way('open');
    await expect(page.getByText(text('shell', 'openPage.back'))).toBeVisible({ timeout: 20_000 });
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/offline-back-${language}.png` });
    product.requested();
    await page.goto(`${product.origin}/wallet/transfer`);
    await page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true }).fill('demoleft');
    await page.getByLabel(text('wallet', 'transfer.amount')).first().fill(amount);
    await nextStep(page, text).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `${amount} USD` })
      .click();
    await expect(page.getByText(text('wallet', 'transfer.success'))).toBeVisible();
    await page.goto(`${product.origin}/wallet/records?kind=transfer_out`);
    await expect(page.getByText(`−${amount} USD`)).toHaveCount(1);
    await context.close();
  });

test('a page that was made without the server has the whole policy, a nonce of its own, and sends nothing', async ({
  browser,
}) => {
  const context = await phone(browser, 'en');
  const page = await visited(context);
  const live = (await page.reload())?.headers()['content-security-policy'] ?? '';
  await product.way('cut');
  const nonces = new Set<string>();
  for (let round = 0; round < 2; round += 1) {
    const headers = (await page.reload())?.headers() ?? {};
    const policy = headers['content-security-policy'] ?? '';
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
    nonces.add(nonce);
    expect(policy.replace(nonce, '')).toBe(live.replace(/(?<='nonce-)[^']+/, ''));
    expect(headers['cache-control']).toBe('no-store');
  }
  expect(nonces.size).toBe(2);
  await expect(page.getByText(banner)).toBeVisible();
  const refused = await page.evaluate(async () => {
    const script = document.createElement('script');
    try {
      script.textContent = 'globalThis.injected = true';
      document.body.append(script);
    } catch {
      // Trusted Types.
    }
    const { serviceWorker } = navigator;
    const other = await serviceWorker.register('/assets/x.js' as never).then(
      () => 'registered',
      () => 'refused',
    );
    return [(globalThis as { injected?: boolean }).injected, other];
  });
  expect(refused).toEqual([undefined, 'refused']);
  const requested = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => !/^\/(?:kept|pictures|manifest)/.test(path) && path !== '/sw.js'),
  );
  expect(requested).toEqual([]);
  await context.close();
});

test('a page without the server is left by itself as soon as the server is there, once', async ({ browser }) => {
  const context = await phone(browser, 'en');
  const page = await visited(context);
  await product.way('cut');
  await page.reload();
  await expect(page.getByText(banner)).toBeVisible();
  product.requested();
  await product.way('open');
  await expect(page.getByText(banner)).toHaveCount(0);
  expect(await isKept(page)).toBe(false);
  await page.waitForTimeout(6_000);
  expect(product.requested().filter((path) => path === '/')).toHaveLength(1);
  await context.close();
});

test('a network that says nothing is waited for three seconds, and a slow one is not taken for none twice', async ({
  browser,
}) => {
  const context = await phone(browser, 'en');
  const page = await visited(context);
  await product.way('silent');
  const begun = Date.now();
  await page.goto(`${product.origin}/`, { waitUntil: 'commit' });
  await expect(page.getByText(banner)).toBeVisible();
  expect(Date.now() - begun).toBeGreaterThan(2_900);
  await product.way('open');
  await expect(page.getByText(banner)).toHaveCount(0);

  product.slow(5_000);
  product.requested();
  await page.goto(`${product.origin}/`, { waitUntil: 'commit' });
  await expect(page.getByText(banner)).toBeVisible();
  await expect.poll(() => isKept(page).catch(() => true), { timeout: 30_000 }).toBe(false);
  expect(product.requested().filter((path) => path === '/')).toHaveLength(2);
  await context.close();
});

test('an opening at which nothing has changed costs at most 30 KB', async ({ browser }) => {
  const context = await phone(browser, 'en');
  const page = await visited(context);
  await page.close();
  for (let opening = 0; opening < 3; opening += 1) {
    product.received();
    product.requested();
    const next = await context.newPage();
    await next.goto(`${product.origin}/`);
    await expect(next.getByText(en('wallet', 'total.label'))).toBeVisible();
    // With all that an open page asks for on the side.
    await next.waitForTimeout(5_000);
    const bytes = product.received();
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(30_720);
    const requested = product.requested();
    expect(requested).toContain('/sw.js');
    expect(requested).not.toContain('/offline');
    if (process.env.SHOTS) process.stdout.write(`an opening: ${bytes} bytes, ${requested.length} requests\n`);
    await next.close();
  }
  await context.close();
});

test('what was switched off is not shown without the server, whatever somebody puts back', async ({ browser }) => {
  const context = await phone(browser, 'en');
  const page = await visited(context);
  const [before = ''] = (await cacheNames(page)).filter((name) => name.startsWith('kept team'));
  const copy = await page.evaluate(async (name) => {
    const cache = await caches.open(name);
    return Promise.all(
      (await cache.keys()).map(async (key) => [new URL(key.url).pathname, await (await cache.match(key))?.text()]),
    );
  }, before);
  const elsewhere = await context.newPage();
  await elsewhere.goto(`${product.origin}/login`);
  await page.close();
  await elsewhere.goto('about:blank');
  await runOps(product, 'switchFeatureOff', 'team', '--reason', 'it shows the wrong tree');
  try {
    await elsewhere.waitForTimeout(1_200);
    const again = await context.newPage();
    await again.goto(`${product.origin}/team`);
    await expect(again.getByText(en('sdk', 'failure.absent'))).toBeVisible();
    await expect.poll(() => cacheNames(again)).not.toContain(before);
    await again.evaluate(
      async ([name, files]) => {
        const cache = await caches.open(name);
        for (const [path, body] of files)
          await cache.put(path ?? '', new Response(body, { headers: { 'content-type': 'text/javascript' } }));
      },
      [before, copy] as const,
    );
    await product.way('cut');
    await again.goto(`${product.origin}/team`);
    await expect(again.getByText(needsServer)).toBeVisible();
    const [path = ''] = copy[0] ?? [];
    expect(await again.evaluate(async (file) => (await fetch(file)).status, path)).toBe(404);
  } finally {
    await product.way('open');
    await runOps(product, 'switchFeatureOn', 'team', '--reason', 'it shows the right one');
  }
  await context.close();
});

test('what somebody changed in what is kept is not run: it heals, or there is no such page', async ({ browser }) => {
  const context = await phone(browser, 'en');
  const page = await visited(context);
  const right = await entriesOf(page);
  const changed = 'globalThis.changed = true';
  await page.evaluate(
    async ([paths, text]) => {
      for (const path of paths) {
        const cache = await caches.open(`kept ${path.split('/').slice(2, 4).join(' ')}`);
        await cache.put(path, new Response(text, { headers: { 'content-type': 'text/javascript' } }));
      }
    },
    [right.map(([path]) => path), changed] as const,
  );
  expect(new Set((await entriesOf(page)).map(([, text]) => text))).toEqual(new Set([changed]));
  await product.way('cut');
  await page.reload();
  await expect(page.getByText(banner)).toBeVisible();
  await expect(page.getByRole('alert').getByRole('button').first()).toBeVisible();
  expect(await page.evaluate(() => (globalThis as { changed?: boolean }).changed)).toBeUndefined();
  const [team = ''] = right.map(([path]) => path).filter((path) => path.includes('/team/'));
  expect(await textAt(page, team)).toBe('refused');
  await product.way('open');
  await expect(page.getByText(banner)).toHaveCount(0);
  // All of it, also what no page has asked for.
  await expect.poll(() => entriesOf(page)).toEqual(right);

  await test.step('of the page itself', async () => {
    const { text } = await stateOf(page, 'bundle');
    await changeState(page, 'bundle', { text: text.replace('</head>', '<meta name=x></head>') });
    expect((await stateOf(page, 'bundle')).text).not.toBe(text);
    await product.way('cut');
    expect((await page.reload())?.status()).toBe(503);
    await product.way('open');
    await backOnline(page);
  });

  await test.step('of what was last seen', async () => {
    await changeState(page, 'seen', { n: 9e15, live: { shell: 'x' }, at: Date.now() - 61_000 });
    await page.reload();
    await expect.poll(async () => (await stateOf(page, 'seen')).live.shell).not.toBe('x');
  });
  await context.close();
});

test('what is sent in the place of a file is not kept, and a release that is not whole is not shown', async ({
  browser,
}) => {
  const context = await phone(browser, 'en');
  const page = await visited(context);
  const paths = (await entriesOf(page)).map(([path]) => path);
  const [team = ''] = paths.filter((path) => path.includes('/team/'));
  const asset = team.replace('/kept/', '/assets/');
  const drop = (path: string) =>
    page.evaluate(
      async (file) => (await caches.open(`kept ${file.split('/').slice(2, 4).join(' ')}`)).delete(file),
      path,
    );
  const forget = async () => (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  const changed = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end('globalThis.changed = true');
  const settled = () =>
    page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ type: 'settled', language: 'en' }));
  await page.reload();
  await expect(page.getByText(en('wallet', 'total.label'))).toBeVisible();

  await test.step('not where a page asks for it', async () => {
    product.instead(asset, changed);
    await drop(team);
    expect(await textAt(page, team)).toBe('refused');
  });

  await test.step('nor where it is kept for later: then nothing of its release is', async () => {
    await forget();
    product.requested();
    await settled();
    await expect.poll(() => product.requested()).toContain(asset);
    await expect.poll(async () => (await cacheNames(page)).filter((name) => name.startsWith('kept team'))).toEqual([]);
    await product.way('cut');
    await page.goto(`${product.origin}/team`);
    await expect(page.getByText(needsServer)).toBeVisible();
    product.instead(asset, undefined);
    await product.way('open');
    await backOnline(page);
    await expect.poll(async () => (await entriesOf(page)).map(([path]) => path)).toEqual(paths);
  });

  await test.step('a feature of which a file is missing needs the server', async () => {
    await product.way('cut');
    await drop(team);
    await page.goto(`${product.origin}/team`);
    await expect(page.getByText(needsServer)).toBeVisible();
  });

  await test.step('without the whole shell there is no page', async () => {
    await page.evaluate(async () => {
      const [shell = ''] = (await caches.keys()).filter((name) => name.startsWith('kept shell'));
      const cache = await caches.open(shell);
      const [file = ''] = await cache.keys();
      await cache.delete(file);
    });
    expect((await page.reload())?.status()).toBe(503);
    await product.way('open');
    await backOnline(page);
  });
  await context.close();
});

test('of what is live the latest word counts, and not for ever', async ({ browser }) => {
  const context = await phone(browser, 'en');
  const page = await visited(context);
  await page.reload();
  await expect(page.getByText(en('wallet', 'total.label'))).toBeVisible();
  const names = await cacheNames(page);
  const { n, live, at } = await stateOf(page, 'seen');
  const say = (now: object) =>
    page.evaluate((seen) => navigator.serviceWorker.controller?.postMessage({ type: 'seen', now: seen }), now);
  const starts = async () => {
    await product.way('cut');
    return (await page.reload())?.status() === 200;
  };
  const again = async () => {
    await product.way('open');
    await backOnline(page);
  };

  await test.step('one that was overtaken changes nothing', async () => {
    await changeState(page, 'seen', { n: n + 2 });
    await say({ n: n + 1, live: { ...live, team: 'x' } });
    await page.waitForTimeout(1_000);
    expect((await stateOf(page, 'seen')).live).toEqual(live);
    expect(await cacheNames(page)).toEqual(names);
    await say({ n: n + 3, live: { ...live, team: 'x' } });
    await expect.poll(async () => (await stateOf(page, 'seen')).live.team).toBe('x');
    expect((await cacheNames(page)).length).toBe(names.length - 1);
    await changeState(page, 'seen', { n, live, at });
  });

  for (const [what, change] of [
    ['for a month', { at: Date.now() - 31 * 86_400_000 }],
    ['of another shell', { live: { ...live, shell: 'x' } }],
  ] as const)
    await test.step(`no page of a server that was not heard, or was last heard ${what}`, async () => {
      await changeState(page, 'seen', change);
      expect(await starts()).toBe(false);
      await again();
    });
  await context.close();
});

test('a document that stops in its middle, or of a gateway, is as good as none', async ({ browser }) => {
  const context = await phone(browser, 'en');
  const page = await visited(context);
  for (const answer of [
    (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 9_999 });
      response.write('<h1>half</h1>', () => response.destroy());
    },
    ...[502, 503, 504].map((status) => (response: ServerResponse) => void response.writeHead(status).end('down')),
  ]) {
    product.instead('/', answer);
    await page.goto(`${product.origin}/`);
    await expect(page.getByText(banner)).toBeVisible();
  }
  product.instead('/', undefined);
  await context.close();
});

test('after a log-out nothing of the member is on the device, in no tab and without a network', async ({ browser }) => {
  const context = await phone(browser, 'en');
  const page = await visited(context);
  const other = await context.newPage();
  await other.goto(`${product.origin}/wallet/records`);
  await expect(other.getByRole('heading', { name: en('wallet', 'record.title') })).toBeAttached();
  await page.goto(`${product.origin}/account`);
  await page.getByRole('button', { name: en('sdk', 'logOut.button') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('sdk', 'logOut.button') })
    .click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => leftOf(page)).toEqual([false, ['ended']]);
  // A tab that was late keeps nothing.
  await other.waitForTimeout(3_000);
  expect(await leftOf(page)).toEqual([false, ['ended']]);

  await product.way('cut');
  for (const each of [page, other]) {
    await each.goto(`${product.origin}/`);
    await expect(each.getByText(needsServer)).toBeVisible();
    expect(await amounts(each)).toEqual([]);
  }
  await context.close();
});

test('what is saved is removed in the settings, and not saved again before the next log-in', async ({ browser }) => {
  const context = await phone(browser, 'en');
  const page = await visited(context);
  const remove = async () => {
    await page.goto(`${product.origin}/account`);
    await page.getByRole('button', { name: en('account', 'settings.removeSaved') }).click();
  };
  await remove();
  await expect(page.getByText(en('account', 'settings.savedRemoved'))).toBeVisible();
  await expect(page.getByRole('button', { name: en('account', 'settings.removeSaved') })).toHaveCount(0);
  await page.goto(`${product.origin}/`);
  await page.waitForTimeout(4_000);
  expect(await leftOf(page)).toEqual([false, ['ended']]);

  await openSession(context, product, 'demo');
  await page.goto(`${product.origin}/`);
  await untilKept(page);
  await page.goto(`${product.origin}/account`);
  await page.waitForTimeout(4_000);
  await product.way('cut');
  await remove();
  await expect(page.getByText(needsServer)).toBeVisible();
  expect(await leftOf(page)).toEqual([false, ['ended']]);
  await context.close();
});

test('another member finds what is theirs, and nothing of the one before, whose page stays open', async ({
  browser,
}) => {
  const context = await phone(browser, 'en');
  const before = await visited(context, 'demo');
  const [total = ''] = await amounts(before);
  expect(total).not.toBe('');
  const page = await context.newPage();
  await openSession(context, product, 'noah');
  await page.goto(`${product.origin}/account`);
  await expect(page.getByText('noah').first()).toBeVisible();
  // The page of before hears of it, and ends its own log-in here and no other.
  await before.bringToFront();
  await expect(before.getByText(en('shell', 'taken.title').replace('{user}', 'noah'))).toBeVisible();
  await page.bringToFront();
  await page.waitForTimeout(4_000);
  await product.way('cut');
  await page.goto(`${product.origin}/`);
  await expect(page.getByText(banner)).toBeVisible();
  await expect(page.getByText(en('kit', 'offline.notKept')).first()).toBeVisible();
  expect(await amounts(page)).not.toContain(total);
  await page.goto(`${product.origin}/account`);
  await expect(page.getByText('noah').first()).toBeVisible();
  await context.close();
});

test('a log-out without a network holds at once, and the server hears of it first of all', async ({ browser }) => {
  const context = await phone(browser, 'en');
  const page = await visited(context);
  await product.way('cut');
  await page.goto(`${product.origin}/account`);
  await page.getByRole('button', { name: en('sdk', 'logOut.button') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('sdk', 'logOut.button') })
    .click();
  await expect(page.getByText(needsServer)).toBeVisible();
  await product.way('open');
  await expect(page.getByLabel(en('shell', 'login.password'), { exact: true })).toBeVisible({ timeout: 20_000 });
  const session = await context.request.get(`${product.origin}/api/v1/balances`);
  expect(session.status()).toBe(401);
  await context.close();
});

for (const [minutes, isShown] of [
  [59, true],
  [61, false],
  [-2, false],
] as const)
  test(`what is kept is ${isShown ? 'shown' : 'cleared'} with the clock ${minutes} minutes ahead`, async ({
    browser,
  }) => {
    const context = await phone(browser, 'en');
    // The clock is of all pages of a device: one that is open would put down the wrong time.
    await (await visited(context)).close();
    await product.way('cut');
    const later = await context.newPage();
    await later.clock.install({ time: Date.now() + minutes * 60_000 });
    await later.goto(`${product.origin}/`);
    if (isShown) {
      await expect(later.getByText(en('wallet', 'total.label'))).toBeVisible();
      expect((await leftOf(later))[1]).toContain('kept');
      // A page that stays open has its end, too.
      await later.clock.fastForward(2 * 60_000);
    }
    await expect(later.getByText(needsServer)).toBeVisible();
    await expect.poll(() => leftOf(later)).toEqual([false, []]);
    await context.close();
  });

test('switched off, the worker leaves each device at its next page, and nothing stays', async ({ browser }) => {
  const context = await phone(browser, 'en');
  const page = await visited(context);
  await page.reload();
  const registrations = (of: Page) =>
    of.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  expect(await registrations(page)).toBe(1);
  await runOps(product, 'switchFeatureOff', 'worker', '--reason', 'it shows what it should not');
  try {
    await page.waitForTimeout(1_200);
    await page.reload();
    await expect.poll(() => registrations(page)).toBe(0);
    await expect.poll(() => cacheNames(page)).toEqual([]);
    await product.way('cut');
    await expect(page.reload()).rejects.toThrow();
  } finally {
    await product.way('open');
    await runOps(product, 'switchFeatureOn', 'worker', '--reason', 'it is mended');
  }
  await page.waitForTimeout(1_200);
  // The same log-in is kept again, with another key.
  await backOnline(page);
  await page.waitForTimeout(4_000);
  await product.way('cut');
  await page.reload();
  await expect(page.getByText(en('wallet', 'total.label'))).toBeVisible();
  await context.close();
});

for (const [trouble, script] of [
  ['that fails at every page', `addEventListener('fetch', (e) => e.respondWith(Promise.reject(new Error('bad'))))`],
  [
    'that shows an old page for ever',
    `addEventListener('fetch', (e) => e.request.mode === 'navigate' && e.respondWith(new Response('<h1>old</h1>', { headers: { 'content-type': 'text/html' } })))`,
  ],
] as const)
  test(`a worker ${trouble} is gone within a few starts once it is switched off`, async ({ browser }) => {
    const context = await phone(browser, 'en');
    const page = await visited(context);
    const begins =
      "addEventListener('install', () => skipWaiting());addEventListener('activate', (e) => e.waitUntil(clients.claim()));";
    product.instead('/sw.js', (response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(begins + script),
    );
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await page.waitForTimeout(1_000);
    product.instead('/sw.js', undefined);
    await runOps(product, 'switchFeatureOff', 'worker', '--reason', 'it is broken');
    try {
      await page.waitForTimeout(1_200);
      await expect
        .poll(
          async () => {
            await page.goto(`${product.origin}/`).catch(() => undefined);
            await page.waitForTimeout(2_000);
            return page.getByText(en('wallet', 'total.label')).isVisible();
          },
          { timeout: 40_000, intervals: [100] },
        )
        .toBe(true);
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    } finally {
      await runOps(product, 'switchFeatureOn', 'worker', '--reason', 'it is mended');
      await page.waitForTimeout(1_200);
    }
    await context.close();
  });

test('where nothing is kept the page says so in the device’s language, and a tap tries again', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, locale: 'ko-KR' });
  const page = await visited(context);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await product.way('cut');
  const ko = textsOf('ko');
  const answer = await page.goto(`${product.origin}/wallet`);
  expect(answer?.status()).toBe(503);
  await expect(page.getByText(ko('kit', 'offline.notKept'))).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/offline-nothing.png` });
  await product.way('open');
  await page.getByRole('link').click();
  await expect(
    page.getByText(ko('wallet', 'total.label')).or(page.getByText(en('wallet', 'total.label'))),
  ).toBeVisible();
  await context.close();
});

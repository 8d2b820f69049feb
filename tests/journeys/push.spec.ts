import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';
import { languages } from '@trellis/api-contract';
import { Client, demoPassword, newKey, type PushService, startPushService } from '../../api/src/testing/index.ts';
import { expectAccessible } from '../support/axe.ts';
import { chromiumPath, launchArguments } from '../support/browser.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import type { Product } from '../support/product.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

/**
 * Notices while the product is closed. No push service can be reached from here: one of the test's own takes what the API sends, opens
 * it by the browser's keys, and the browser's own delivery brings it to the worker.
 */
/** The small build of the engine shows no notifications. */
const executablePath = chromiumPath();
test.use({ launchOptions: { args: launchArguments, ...(executablePath === undefined ? {} : { executablePath }) } });

const shots = process.env.SHOTS;
const product = { product: 'Trellis' };
const title = {
  en: 'Transfer received',
  jp: '会員間送金を受け取りました',
  zh: '收到转账',
  ko: '이체를 받았습니다',
} as const;

/** A browser whose subscriptions are with the test's push service. */
async function subscribing(context: BrowserContext, service: PushService) {
  let current: { endpoint: string; p256dh: string; auth: string; key: string } | undefined;
  await context.exposeFunction('testPush', (what: 'read' | 'end' | 'make', key = '') => {
    if (what === 'end') current = undefined;
    if (what === 'make') current = { ...service.subscribe(), key };
    return current;
  });
  await context.addInitScript(() => {
    const { testPush } = window as unknown as {
      testPush: (
        what: string,
        key?: string,
      ) => Promise<Record<'endpoint' | 'p256dh' | 'auth' | 'key', string> | undefined>;
    };
    const shown = (made: Awaited<ReturnType<typeof testPush>>) => {
      if (!made) return null;
      const { endpoint, p256dh, auth, key } = made;
      const raw = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
      const applicationServerKey = Uint8Array.from(raw, (character) => character.charCodeAt(0)).buffer;
      return {
        endpoint,
        options: { applicationServerKey, userVisibleOnly: true },
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => (await testPush('end')) === undefined,
      };
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => shown(await testPush('read')),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
        shown(await testPush('make', applicationServerKey)),
    });
  });
  return { now: () => current };
}

/** What brings a message to the worker, whether or not a page is open. */
async function deliveryTo(page: Page, origin: string): Promise<(text: string) => Promise<void>> {
  const devTools: CDPSession = await page.context().newCDPSession(page);
  let registrationId = '';
  devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? registrationId;
  });
  await devTools.send('ServiceWorker.enable');
  await expect.poll(() => registrationId).not.toBe('');
  return (data) =>
    devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }).then(() => undefined);
}

const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const notifications = await registration.getNotifications();
    return notifications.map(({ title: said, body, lang, data }) => ({ said, body, lang, data }));
  });

/** The browser loses a notification whose list is read before it is drawn: so the first look comes late. */
async function expectShown(worker: Worker): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await expect.poll(async () => (await shownBy(worker)).length, { intervals: [3_000] }).toBe(1);
}

async function transfer(started: Product, amount: string): Promise<void> {
  const visitor = new Client(started.origin);
  const sender = visitor.after(await visitor.post('/api/v1/session', { username: 'demo', password: demoPassword }));
  expect((await sender.transfer('demoleft', amount, newKey())).status).toBe(201);
}

const rowOf = (page: Page, text: ReturnType<typeof textsOf>) =>
  page.getByRole('button', { name: text('account', 'settings.push') });

async function withPush(
  context: BrowserContext,
  started: Product,
  service: PushService,
  language: (typeof languages)[number],
) {
  await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
  await context.grantPermissions(['notifications'], { origin: started.origin });
  const browser = await subscribing(context, service);
  await enter(context, started, 'demoleft');
  const page = await context.newPage();
  const worker = context.waitForEvent('serviceworker');
  await page.goto(`${started.origin}/account`);
  return { browser, page, worker: await worker };
}

for (const language of oneOf('push', languages))
  test(`a transfer is known with the product closed, without its amount, and a tap opens it, in ${language}`, async ({
    browser,
    product: started,
  }) => {
    const text = textsOf(language);
    const service = await startPushService();
    const context = await phone(browser, language);
    const { browser: subscribed, page, worker } = await withPush(context, started, service, language);
    const sheet = page.getByRole('dialog');

    await test.step('off until it is turned on', async () => {
      await rowOf(page, text).click();
      await expect(sheet.getByText(text('push', 'push.hidden'))).toBeVisible();
      await expectAccessible(page);
      if (shots) await page.screenshot({ path: `${shots}/push-off-${language}.png` });
      expect(subscribed.now()).toBeUndefined();
      await sheet.getByRole('button', { name: text('push', 'push.allow') }).click();
      await expect(sheet.getByText(text('push', 'push.on'))).toBeVisible();
      await expectAccessible(page);
      if (shots) await page.screenshot({ path: `${shots}/push-on-${language}.png` });
    });

    await test.step('a kind is its own choice, and kept', async () => {
      const team = sheet.getByLabel(text('push', 'push.kind.team'));
      await expect(team).not.toBeChecked();
      await team.click();
      await expect(team).toBeChecked();
      await page.reload();
      await rowOf(page, text).click();
      await expect(team).toBeChecked();
      await expect(sheet.getByLabel(text('push', 'push.inFull'))).not.toBeChecked();
    });

    const deliver = await deliveryTo(page, started.origin);
    const received = async () => {
      const before = service.delivered.length;
      return async () => {
        await expect.poll(() => service.delivered.length, { timeout: 15_000 }).toBe(before + 1);
        await deliver(service.delivered.at(-1)?.text ?? '');
      };
    };

    await test.step('with the product closed', async () => {
      await page.goto('about:blank');
      const arrives = await received();
      await transfer(started, '4.71');
      await arrives();
      await expectShown(worker);
      const [shown] = await shownBy(worker);
      expect(shown?.said).toBe(title[language]);
      expect(JSON.stringify([shown?.said, shown?.body])).not.toMatch(/4\.71|demo/);
      expect(new URL(String(shown?.data)).pathname).toMatch(/^\/wallet\/records\/.+/);
    });

    await test.step('a tap opens it: in a page of its own, or in the one that is there', async () => {
      expect(await tap(worker)).toMatch(/^\/wallet\/records\/.+/);
      await page.goto(`${started.origin}/account`);
      await expect(rowOf(page, text)).toBeVisible();
      const arrives = await received();
      await transfer(started, '4.72');
      await arrives();
      await expectShown(worker);
      expect(await tap(worker)).toBe('');
      await expect(page).toHaveURL(/\/wallet\/records\/.+/);
      await expect(page.getByText('4.72').first()).toBeVisible();
    });

    await test.step('nothing comes after the log-out, and what was shown is gone', async () => {
      const arrives = await received();
      await transfer(started, '4.73');
      await arrives();
      await expectShown(worker);
      await page.goto(`${started.origin}/account`);
      await page.getByRole('button', { name: text('sdk', 'logOut.button') }).click();
      await sheet.getByRole('button', { name: text('sdk', 'logOut.button') }).click();
      await expect(page).toHaveURL(/\/login/);
      await expect.poll(() => subscribed.now()).toBeUndefined();
      await expect.poll(() => shownBy(worker)).toEqual([]);
      const before = service.delivered.length;
      await transfer(started, '4.74');
      await page.waitForTimeout(2_000);
      expect(service.delivered.length).toBe(before);
    });
    await context.close();
    await service.stop();
  });

/** @returns where a page was opened; empty where one that was there went */
const tap = (worker: Worker) =>
  worker.evaluate(async () => {
    // The types of tests are a page's.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    const scope = globalThis as any;
    scope.opened = '';
    // Only a finger may open a window.
    Object.assign(scope.clients, {
      openWindow: async (address: string) => {
        scope.opened = new URL(address, scope.location.origin).pathname;
      },
    });
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error('nothing is shown');
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    for (let waited = 0; waited < 20 && scope.opened === ''; waited += 1)
      await new Promise((done) => setTimeout(done, 100));
    return scope.opened;
  });

test('whatever comes, one notification is shown, and a tap leads nowhere else', async ({
  browser,
  product: started,
}) => {
  const service = await startPushService();
  const context = await phone(browser, 'en');
  const { page, worker } = await withPush(context, started, service, 'en');
  const deliver = await deliveryTo(page, started.origin);
  await page.goto('about:blank');
  const notification = (navigate: string) => JSON.stringify({ notification: { title: 'x', navigate } });
  for (const [data, place] of [
    ['', '/notify'],
    ['no json', '/notify'],
    ['{"x":1}', '/notify'],
    ['{"notification":null}', '/notify'],
    ['[]', '/notify'],
    [notification('https://evil.example/x'), '/'],
    [notification('//evil.example/x'), '/'],
    [notification('/team?x=1'), '/team'],
  ] as const) {
    await deliver(data);
    await expectShown(worker);
    expect([data, await tap(worker)]).toEqual([data, place]);
    await expect.poll(async () => (await shownBy(worker)).length).toBe(0);
  }
  await context.close();
  await service.stop();
});

test('another member in the browser, or a log-in that was ended elsewhere, gives the subscription up', async ({
  browser,
  product: started,
}) => {
  const text = textsOf('en');
  const service = await startPushService();
  const context = await phone(browser, 'en');
  const { browser: subscribed, page } = await withPush(context, started, service, 'en');
  await rowOf(page, text).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('push', 'push.allow') })
    .click();
  await expect(page.getByText(text('push', 'push.on'))).toBeVisible();
  await page.reload();
  await expect(rowOf(page, text)).toBeVisible();
  await page.waitForTimeout(1_000);
  expect(subscribed.now()).toBeDefined();
  await enter(context, started, 'demo');
  await page.goto(`${started.origin}/account`);
  await expect.poll(() => subscribed.now()).toBeUndefined();
  await context.close();
  await service.stop();
});

test('where the browser refuses, the sheet says what to do', async ({ browser, product: started }) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  await enter(context, started, 'demoleft');
  const page = await context.newPage();
  await page.goto(`${started.origin}/account`);
  await page.evaluate(() => Object.defineProperty(Notification, 'permission', { value: 'denied', configurable: true }));
  await rowOf(page, text).click();
  await expect(page.getByText(text('push', 'push.blocked', product))).toBeVisible();
  await expectAccessible(page);
  await context.close();
});

test('it is offered once, after the deposit address was looked at', async ({ browser, product: started }) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  await context.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { value: 'default', configurable: true }),
  );
  await enter(context, started, 'demoleft');
  const page = await context.newPage();
  const bar = page.getByText(text('push', 'push.afterDeposit'));
  const home = () =>
    page
      .getByRole('navigation')
      .getByRole('link', { name: text('sdk', 'place.wallet'), exact: true })
      .click();
  await page.goto(`${started.origin}/wallet/topup`);
  // What an open page does on the side has begun.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect(bar).toHaveCount(0);
  await page.waitForTimeout(3_000);
  await home();
  await expect(bar).toBeVisible();
  await expectAccessible(page);
  if (shots) await page.screenshot({ path: `${shots}/push-bar.png` });
  await page.getByRole('button', { name: text('push', 'push.turnOn') }).click();
  await expect(page.getByRole('dialog').getByText(text('push', 'push.next'))).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(`${started.origin}/wallet/topup`);
  await page.waitForTimeout(3_000);
  await home();
  await page.waitForTimeout(1_000);
  await expect(bar).toHaveCount(0);
  await context.close();
});

import type { BrowserContext, Page } from '@playwright/test';
import { demoPassword } from '../../api/src/testing/index.ts';
import { expectAccessible } from '../support/axe.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { type DistantProduct, startDistantProduct } from '../support/network.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';
import { withPasskeys } from '../support/virtualPasskeys.ts';

/** A device that asks for its owner: with the browser's own virtual authenticator, which has the secret that opens what is kept. */
test.describe.configure({ mode: 'default' });

let product: DistantProduct;
test.beforeAll(async () => {
  product = await startDistantProduct();
});
test.afterAll(async () => {
  await product.stop();
  product.remove();
});
test.afterEach(() => product.way('open'));

const shots = process.env.SHOTS;
const productName = { product: 'Trellis' };
type Text = ReturnType<typeof textsOf>;

/** Somebody else presses: the device's own dialog is closed without an answer. The test's device would be blocked by a wrong finger. */
async function unlockAsOther(page: Page, text: Text): Promise<void> {
  await page.evaluate(() => {
    const { get } = CredentialsContainer.prototype;
    navigator.credentials.get = () => {
      navigator.credentials.get = get;
      return Promise.reject(new DOMException('', 'NotAllowedError'));
    };
  });
  await unlock(page, text);
}

/** The browser brings another page, or another app, to the front, or this one again. */
const bring = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

const lockScreen = (page: Page, text: Text) =>
  page.getByRole('heading', { name: text('lock', 'lock.locked', productName) });
const unlock = (page: Page, text: Text) => page.getByRole('button', { name: text('lock', 'lock.unlock') }).click();
const sheet = (page: Page) => page.getByRole('dialog');

/** A new page of a browser that asks at once. */
async function goAsked(page: Page, text: Text, path: string): Promise<void> {
  await page.goto(product.origin + path);
  await expect(lockScreen(page, text)).toBeVisible();
  await unlock(page, text);
  await expect(lockScreen(page, text)).toHaveCount(0);
}

async function openSheet(
  page: Page,
  text: Text,
  go = (path: string) => page.goto(product.origin + path) as Promise<unknown>,
) {
  await go('/account');
  await page.getByRole('button', { name: text('account', 'settings.appLock') }).click();
}

async function addPasskey(page: Page, text: Text): Promise<void> {
  await page.getByRole('button', { name: text('account', 'passkeys.add') }).click();
  await sheet(page).getByLabel(text('account', 'passkeys.name'), { exact: true }).fill('My phone');
  await sheet(page).getByLabel(text('account', 'google.password'), { exact: true }).fill(demoPassword);
  await sheet(page)
    .getByRole('button', { name: text('account', 'passkeys.add') })
    .click();
  await expect(page.getByRole('heading', { name: text('account', 'security.done') })).toBeFocused();
}

/** A member whose browser asks for them. @param minutes how the choice is called */
async function locked(context: BrowserContext, username: string, text: Text, minutes: string) {
  await enter(context, product, username);
  const page = await context.newPage();
  await withPasskeys(page);
  await page.goto(`${product.origin}/account/passkeys`);
  await addPasskey(page, text);
  await openSheet(page, text);
  await sheet(page).getByRole('button', { name: minutes }).click();
  await sheet(page)
    .getByRole('button', { name: text('lock', 'lock.on') })
    .click();
  await expect(sheet(page).getByText(text('lock', 'lock.isOn'))).toBeVisible();
  await page.keyboard.press('Escape');
  return page;
}

const stateOf = async (context: BrowserContext): Promise<number> =>
  (await context.request.get(`${product.origin}/api/v1/balances`)).status();
const amounts = (page: Page) =>
  page.evaluate(() => document.getElementById('root')?.textContent?.match(/[\d,]+\.\d\d/g) ?? []);

const members = { en: 'demo', jp: 'hana', zh: 'minjun', ko: 'sora' } as const;
for (const language of oneOf('appLock', ['en', 'jp', 'zh', 'ko'] as const))
  test(`a browser asks for its owner, with and without a network, in ${language}`, async ({ browser }) => {
    const text = textsOf(language);
    const context = await phone(browser, language);
    await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
    await enter(context, product, members[language]);
    const page = await context.newPage();
    await withPasskeys(page);
    const shoot = async (name: string) => {
      if (shots) await page.screenshot({ path: `${shots}/lock-${name}-${language}.png` });
    };

    await test.step('with a passkey that it has', async () => {
      await openSheet(page, text);
      await expect(sheet(page).getByText(text('lock', 'lock.setUp'))).toBeVisible();
      await expectAccessible(page);
      await shoot('setUp');
      await sheet(page)
        .getByRole('button', { name: text('lock', 'lock.addPasskey') })
        .click();
      await expect(page).toHaveURL(/passkeys$/);
      await addPasskey(page, text);
      await openSheet(page, text);
      await shoot('off');
      await sheet(page)
        .getByRole('button', { name: text('lock', 'lock.afterNow') })
        .click();
      await sheet(page)
        .getByRole('button', { name: text('lock', 'lock.on') })
        .click();
      await expect(sheet(page).getByText(text('lock', 'lock.isOn'))).toBeVisible();
      await expectAccessible(page);
      await shoot('on');
      await page.keyboard.press('Escape');
    });

    await test.step('once somebody was away, and what they were doing is as it was', async () => {
      await goAsked(page, text, '/wallet/transfer');
      const to = page.getByRole('textbox').first();
      await to.fill('hana');
      await page.waitForTimeout(3_000);
      await bring(page, 'hidden');
      await expect.poll(() => stateOf(context)).toBe(403);
      await bring(page, 'visible');
      await expect(lockScreen(page, text)).toBeVisible();
      for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
      await page.waitForTimeout(500);
      await expect(lockScreen(page, text)).toBeVisible();
      await expect(to).toBeHidden();
      await expectAccessible(page);
      await shoot('locked');
      // What comes late lies under it.
      await page.evaluate(() => {
        const late = document.createElement('dialog');
        late.textContent = 'late';
        document.getElementById('root')?.append(late);
        late.showModal();
      });
      await expect(page.getByText('late', { exact: true })).toBeHidden();
      await unlockAsOther(page, text);
      await expect(page.getByText(text('lock', 'lock.failed'))).toBeVisible();
      await shoot('failed');
      expect(await stateOf(context)).toBe(403);
      await unlock(page, text);
      await expect(lockScreen(page, text)).toHaveCount(0);
      await page.evaluate(() => document.querySelector('#root > dialog')?.remove());
      await expect(to).toHaveValue('hana');
      expect(await stateOf(context)).toBe(200);
    });

    await test.step('before anything is shown', async () => {
      await bring(page, 'hidden');
      await expect.poll(() => stateOf(context)).toBe(403);
      await page.goto(`${product.origin}/`);
      await expect(lockScreen(page, text)).toBeVisible();
      expect(await amounts(page)).toEqual([]);
      await unlock(page, text);
      await expect(page.getByText(text('wallet', 'total.label'))).toBeVisible();
    });

    await test.step('without a network by the passkey alone, for a week', async () => {
      await expect.poll(() => page.evaluate(() => caches.has('vault'))).toBe(true);
      await expect
        .poll(() => page.evaluate(async () => (await (await caches.open('state')).match('/~bundle')) !== undefined))
        .toBe(true);
      const known = await amounts(page);
      // What the page reads is put down once it has nothing else to do.
      await page.waitForTimeout(6_000);
      await product.way('cut');
      await page.reload();
      await expect(lockScreen(page, text)).toBeVisible();
      expect(await amounts(page)).toEqual([]);
      await unlockAsOther(page, text);
      await expect(page.getByText(text('lock', 'lock.failedOffline'))).toBeVisible();
      await shoot('failedOffline');
      await unlock(page, text);
      await expect(page.getByText(text('wallet', 'total.label'))).toBeVisible();
      await expect.poll(async () => (await amounts(page)).slice(0, 3)).toEqual(known.slice(0, 3));
      await shoot('offline');
      await bring(page, 'hidden');
      await expect(lockScreen(page, text)).toBeVisible();
      await product.way('open');
      await expect(page.getByRole('button', { name: text('lock', 'lock.usePassword') })).toBeVisible({
        timeout: 20_000,
      });
    });

    await test.step('until it is turned off, which it is asked for, too', async () => {
      await openSheet(page, text, (path) => goAsked(page, text, path));
      await sheet(page)
        .getByRole('button', { name: text('lock', 'lock.off') })
        .click();
      await expect(sheet(page).getByText(text('lock', 'lock.offText'))).toBeVisible();
      await shoot('turnOff');
      await sheet(page)
        .getByRole('button', { name: text('lock', 'lock.off') })
        .click();
      await expect(sheet(page).getByRole('button', { name: text('lock', 'lock.on') })).toBeVisible();
      await bring(page, 'hidden');
      await page.waitForTimeout(2_000);
      await bring(page, 'visible');
      await expect(lockScreen(page, text)).toHaveCount(0);
      expect(await stateOf(context)).toBe(200);
    });
    await context.close();
  });

test('who cannot open it logs in with the password, and nothing of before is left', async ({ browser }) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  const page = await locked(context, 'emma', text, text('lock', 'lock.afterNow'));
  await page.goto(`${product.origin}/`);
  await expect(lockScreen(page, text)).toBeVisible();
  await page.getByRole('button', { name: text('lock', 'lock.usePassword') }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel(text('shell', 'login.username')).fill('emma');
  await page.getByLabel(text('shell', 'login.password'), { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: text('shell', 'login.submit'), exact: true }).click();
  await expect(page.getByText(text('wallet', 'total.label'))).toBeVisible();
  // The device has it still.
  await page.waitForTimeout(2_500);
  await bring(page, 'hidden');
  await bring(page, 'visible');
  await expect(lockScreen(page, text)).toBeVisible();
  await context.close();
});

test('a minute in front without a touch locks it, and each touch is a minute more', async ({ browser }) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  const page = await locked(context, 'noah', text, text('lock', 'lock.afterMinutes_one', { count: 1 }));
  await page.clock.install();
  await page.goto(`${product.origin}/`);
  await expect(page.getByText(text('wallet', 'total.label'))).toBeVisible();
  await page.clock.runFor(3_000);
  await expect.poll(() => page.evaluate(() => document.documentElement.style.visibility)).toBe('');
  for (let times = 0; times < 2; times += 1) {
    await page.clock.runFor(50_000);
    await page.mouse.click(5, 5);
  }
  await expect(lockScreen(page, text)).toHaveCount(0);
  await page.clock.runFor(61_000);
  await expect(lockScreen(page, text)).toBeVisible();
  await expect.poll(() => stateOf(context)).toBe(403);
  await context.close();
});

test('it stays locked where the server has not heard of it, and the server hears of it first', async ({ browser }) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  const page = await locked(context, 'lihua', text, text('lock', 'lock.afterNow'));
  await goAsked(page, text, '/');
  await expect(page.getByText(text('wallet', 'total.label'))).toBeVisible();
  await page.waitForTimeout(3_000);
  await product.way('cut');
  await bring(page, 'hidden');
  await page.waitForTimeout(1_000);
  await product.way('open');
  expect(await stateOf(context)).toBe(200);
  await bring(page, 'visible');
  await expect.poll(() => stateOf(context)).toBe(403);
  await expect(lockScreen(page, text)).toBeVisible();
  await unlock(page, text);
  await expect(lockScreen(page, text)).toHaveCount(0);
  await expect(page.getByText(text('wallet', 'total.label'))).toBeVisible();
  await context.close();
});

test('turned on after a while it begins then, and other pages of the browser know of it', async ({ browser }) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  await enter(context, product, 'oliver');
  const page = await context.newPage();
  await withPasskeys(page);
  await page.goto(`${product.origin}/account/passkeys`);
  await addPasskey(page, text);
  const other = await context.newPage();
  await other.goto(`${product.origin}/`);
  await expect(other.getByText(text('wallet', 'total.label'))).toBeVisible();
  await page.clock.install();
  await page.goto(`${product.origin}/account`);
  await expect(page.getByText('oliver').first()).toBeVisible();
  await page.clock.runFor(3_000);
  await expect(page.getByRole('button', { name: text('account', 'settings.appLock') })).toBeVisible();
  await page.clock.runFor(90_000);
  await page.getByRole('button', { name: text('account', 'settings.appLock') }).click();
  await sheet(page)
    .getByRole('button', { name: text('lock', 'lock.on') })
    .click();
  await expect(sheet(page).getByText(text('lock', 'lock.isOn'))).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.clock.runFor(50_000);
  await expect(lockScreen(page, text)).toHaveCount(0);
  await bring(other, 'hidden');
  await expect(other.getByText(text('wallet', 'total.label'))).toBeHidden();
  await page.clock.runFor(11_000);
  await expect(lockScreen(page, text)).toBeVisible();
  // It is the browser that is locked.
  await bring(other, 'visible');
  await expect(lockScreen(other, text)).toBeVisible();
  await context.close();
});

test('once another member is in the browser, the page of the one before is covered, and asks for nobody', async ({
  browser,
}) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  const page = await locked(context, 'ren', text, text('lock', 'lock.afterNow'));
  await goAsked(page, text, '/');
  await page.waitForTimeout(3_000);
  await bring(page, 'hidden');
  await expect.poll(() => stateOf(context)).toBe(403);
  await enter(context, product, 'yuna');
  await bring(page, 'visible');
  await expect(page.getByRole('heading', { name: text('shell', 'taken.title', { user: 'yuna' }) })).toBeVisible();
  await expect(lockScreen(page, text)).toHaveCount(0);
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
  await page.waitForTimeout(500);
  await expect(page.getByRole('button', { name: text('shell', 'taken.go') })).toBeVisible();
  await expect(page.getByText(text('wallet', 'total.label'))).toBeHidden();
  await context.close();
});

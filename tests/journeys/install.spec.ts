import type { BrowserContext, Page } from '@playwright/test';
import { type Language, languages } from '@trellis/api-contract';
import { expectAccessible } from '../support/axe.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { firefoxForAndroid, offerInstall } from '../support/install.ts';
import type { Product } from '../support/product.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

const shots = process.env.SHOTS;
const who = { en: 'emma', jp: 'hana', zh: 'lihua', ko: 'minjun' } as const;
const product = { product: 'Trellis' };

/** An exchange, up to its result: something good has happened. */
async function exchange(page: Page, { origin }: Product, language: Language): Promise<void> {
  const text = textsOf(language);
  await page.goto(`${origin}/wallet/exchange`);
  await page.getByLabel(text('wallet', 'exchange.amount')).fill('20');
  await page
    .getByRole('button', { name: text('wallet', 'exchange.submit', { amount: '20.00 USD' }), exact: true })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('wallet', 'exchange.submit', { amount: '20.00 USD' }) })
    .click();
  await expect(page.getByText(text('wallet', 'exchange.success'))).toBeVisible();
}

const goHome = (page: Page, language: Language) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: textsOf(language)('sdk', 'place.wallet'), exact: true })
    .click();

for (const language of oneOf('install', languages))
  test(`the home screen is offered once, after an exchange, and is found in the settings later, in ${language}`, async ({
    browser,
    product: started,
  }) => {
    const text = textsOf(language);
    const context = await phone(browser, language);
    await enter(context, started, who[language]);
    const page = await context.newPage();
    const bar = page.getByRole('status').filter({ hasText: text('install', 'install.title', product) });
    await test.step('not before, and not alongside the receipt', async () => {
      await page.goto(`${started.origin}/account`);
      await offerInstall(page);
      await expect(page.getByRole('button', { name: text('account', 'settings.install') })).toBeVisible();
      await exchange(page, started, language);
      await offerInstall(page);
      await expect(bar).toHaveCount(0);
    });
    await test.step('on the next screen, and hidden for ever', async () => {
      await goHome(page, language);
      await expect(bar).toBeVisible();
      await expectAccessible(page);
      if (shots) await page.screenshot({ path: `${shots}/install-bar-${language}.png` });
      await bar.getByRole('button', { name: text('install', 'install.later') }).click();
      await expect(page.getByText(text('install', 'install.once'))).toBeVisible();
      await expect(bar).toHaveCount(0);
      await exchange(page, started, language);
      await offerInstall(page);
      await goHome(page, language);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      await expect(bar).toHaveCount(0);
    });
    await test.step('the settings still lead there; the browser asks, and the row is gone when it is done', async () => {
      await page.goto(`${started.origin}/account`);
      const row = page.getByRole('button', { name: text('account', 'settings.install') });
      await expect(async () => {
        await offerInstall(page);
        await expect(row).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await row.click();
      expect(await page.evaluate(() => (window as { installAsked?: number }).installAsked)).toBe(1);
      await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
      await expect(page.getByText(text('install', 'install.done', product))).toBeVisible();
      await expect(row).toHaveCount(0);
    });
    await context.close();
  });

/** A phone whose browser makes no offer of its own. */
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
for (const [name, userAgent, key] of [
  ['an iPhone', iphone, 'install.ios'],
  ['a browser for Android that does not ask', firefoxForAndroid, 'install.android'],
] as const)
  test(`on ${name} the settings say what to do`, async ({ browser, product: started }) => {
    const text = textsOf('en');
    const context = await phone(browser, 'en', { userAgent });
    await enter(context, started, 'emma');
    const page = await context.newPage();
    await page.goto(`${started.origin}/account`);
    await page.getByRole('button', { name: text('account', 'settings.install') }).click();
    await expect(page.getByRole('dialog').getByText(text('install', key))).toBeVisible();
    await expectAccessible(page);
    if (shots) await page.screenshot({ path: `${shots}/${key}.png` });
    await context.close();
  });

test('Chromium has no complaint: it can be installed in each language, and its icon has the number of the bell', async ({
  browser,
  product: started,
}) => {
  for (const language of languages) {
    const context = await phone(browser, language);
    await enter(context, started, who[language]);
    await badgesOf(context);
    const page = await context.newPage();
    await page.goto(`${started.origin}/wallet`);
    const devTools = await context.newCDPSession(page);
    const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
    // A context of tests is as good as incognito, where nothing is installed.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    const { data = '', errors } = await devTools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { id, lang } = JSON.parse(data) as { id: string; lang: string };
    expect([id, lang]).toEqual(['/', await page.evaluate(() => document.documentElement.lang)]);
    const answer = await context.request.get(`${started.origin}/api/v1/notices/unread`);
    const { unread } = (await answer.json()) as { unread: number };
    await expect.poll(() => page.evaluate(() => (window as { badges?: number[] }).badges?.at(-1))).toBe(unread);
    await context.close();
  }
});

/** What is put on the icon: a page without one has no other way to say so. */
async function badgesOf(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const badges: number[] = [];
    Object.assign(window, { badges });
    Object.assign(navigator, { setAppBadge: async (count: number) => void badges.push(count) });
  });
}

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { accessibilityRules } from '../support/axe.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';

/** Every address that shows a screen, by who may see it. */
const publicPaths = [
  '/login',
  '/signup',
  '/verifyEmail',
  '/forgetPassword',
  '/setPassword/x',
  '/freeze',
  '/keepFactor',
  '/terms',
  '/termservice',
  '/Error',
  '/500',
  '/nowhere',
];
const memberPaths = [
  '/',
  '/wallet/topup',
  '/wallet/withdrawal',
  '/wallet/transfer',
  '/wallet/exchange',
  '/wallet/stake',
  '/wallet/stakeDetail',
  '/wallet/records',
  '/wallet/records/101-1',
  '/plan',
  '/wallet',
  '/team',
  '/account',
  '/account/googleAuth',
  '/account/password',
  '/account/email',
  '/account/devices',
  '/account/addresses',
  '/account/passkeys',
  '/account/antiPhishing',
  '/notify',
  '/notify/detail/1',
  '/consulation',
  '/consulation/detail/1',
  '/nowhere',
];

/** Every language in both themes. */
const looks = [
  { language: 'en', name: '375 px, light', width: 375, colorScheme: 'light', scale: '1', member: 'demo', axe: true },
  { language: 'ko', name: '375 px, dark', width: 375, colorScheme: 'dark', scale: '1', member: 'minjun', axe: true },
  { language: 'jp', name: '375 px, dark', width: 375, colorScheme: 'dark', scale: '1', member: 'hana', axe: true },
  { language: 'zh', name: '375 px, light', width: 375, colorScheme: 'light', scale: '1', member: 'lihua', axe: true },
  { language: 'en', name: '375 px, dark', width: 375, colorScheme: 'dark', scale: '1', member: 'demo', axe: true },
  { language: 'jp', name: '375 px, light', width: 375, colorScheme: 'light', scale: '1', member: 'hana', axe: true },
  { language: 'zh', name: '375 px, dark', width: 375, colorScheme: 'dark', scale: '1', member: 'lihua', axe: true },
  { language: 'ko', name: '375 px, light', width: 375, colorScheme: 'light', scale: '1', member: 'minjun', axe: true },
  // Twice the text on the narrowest phone: what breaks first. Rules about single elements do not depend on it.
  {
    language: 'en',
    name: '320 px, twice the text',
    width: 320,
    colorScheme: 'dark',
    scale: '2',
    member: 'demo',
    axe: false,
  },
  {
    language: 'jp',
    name: '320 px, twice the text',
    width: 320,
    colorScheme: 'dark',
    scale: '2',
    member: 'demoright',
    axe: false,
  },
  {
    language: 'zh',
    name: '320 px, twice the text',
    width: 320,
    colorScheme: 'light',
    scale: '2',
    member: 'lihua',
    axe: false,
  },
  {
    language: 'ko',
    name: '320 px, twice the text',
    width: 320,
    colorScheme: 'light',
    scale: '2',
    member: 'minjun',
    axe: false,
  },
] as const;
type Look = (typeof looks)[number];

for (const look of looks)
  for (const paths of [publicPaths, memberPaths])
    test(`${paths === publicPaths ? 'visitors' : 'members'}: ${look.axe ? 'axe finds nothing, and ' : ''}nothing runs out of the page, ${look.language}, ${look.name}`, async ({
      browser,
      product,
    }) => {
      test.setTimeout(180_000);
      const context = await phone(browser, look.language, look);
      await context.addInitScript(
        ([choice, scale]) => {
          localStorage.setItem('currentLanguage', choice);
          localStorage.setItem('textScale', scale);
        },
        [look.language, look.scale] as const,
      );
      if (paths === memberPaths) await enter(context, product, look.member);
      const found: string[] = [];
      const page = await context.newPage();
      await page.goto(product.origin + paths[0]);
      for (const path of paths) found.push(...(await inspect(page, path, look)));
      expect(found).toEqual([]);
      await context.close();
    });

async function inspect(page: Page, path: string, { axe, width }: Look): Promise<string[]> {
  await turnTo(page, path);
  const found: string[] = [];
  if (axe) {
    // The whole page at once: what is only scrolled below the navigation is not covered by it.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: height + 200 });
    const { violations } = await new AxeBuilder({ page }).withTags(accessibilityRules).setLegacyMode(true).analyze();
    found.push(...violations.map(({ id, nodes }) => `${path}: ${id} at ${nodes[0]?.target.join(' ')}`));
  }
  const overflow = await widestOverflow(page);
  if (overflow !== undefined) found.push(`${path}: ${overflow} is wider than the page`);
  if (axe) await page.setViewportSize({ width, height: 812 });
  return found;
}

/** Another screen of the open page, as a link leads there: a page is loaded once for all of them. */
async function turnTo(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname !== path) {
    await page.evaluate((to) => {
      document.querySelector('main')?.setAttribute('data-left', '');
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, path);
    await expect(page.locator('[data-left]')).toHaveCount(0);
  }
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

/** The page itself must not pan sideways; a chart may, within its own frame. */
function widestOverflow(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return undefined;
    const wide = [...document.querySelectorAll('body *')].find(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
    );
    return wide ? `${wide.tagName.toLowerCase()}.${wide.className}` : 'something';
  });
}

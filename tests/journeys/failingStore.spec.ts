import { readdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FeatureNameOf, languages } from '@trellis/api-contract';
import { activateUnasked, publishBroken } from '../support/brokenRelease.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { landmarkOf, memberFeatures, openPlace, tapLoaded } from '../support/places.ts';
import type { Product } from '../support/product.ts';
import { textsOf } from '../support/texts.ts';

const text = textsOf('en');

test('an entry deleted from the store: the card at the first page too, and recovery when it is back', async ({
  browser,
  product,
}) => {
  const context = await phone(browser, 'en');
  await enter(context, product, 'demo');
  const page = await context.newPage();
  const entry = storedEntry(product, 'plan');
  await rename(entry, `${entry}.away`);
  try {
    await page.goto(`${product.origin}/plan`);
    await expect(page.getByRole('alert').getByRole('heading')).toBeVisible();
    await theRestWorks(page);
  } finally {
    await rename(`${entry}.away`, entry);
  }
  await openPlace(page, 'plan');
  const retry = page.getByRole('button', { name: text('kit', 'failure.retry') });
  if (await retry.isVisible()) await retry.click();
  await expect(page.getByRole('heading', { name: text('plan', 'home.title') }).first()).toBeVisible();
  await context.close();
});

test('one changed byte in a stored file is not executed', async ({ browser, product }) => {
  const context = await phone(browser, 'en');
  await enter(context, product, 'demo');
  const page = await context.newPage();
  await page.goto(`${product.origin}/`);
  const entry = storedEntry(product, 'account');
  const original = { plain: await readFile(entry), br: await readFile(`${entry}.br`) };
  await rename(`${entry}.br`, `${entry}.br.away`);
  await rename(`${entry}.gz`, `${entry}.gz.away`);
  await writeFile(entry, Buffer.concat([original.plain, Buffer.from(';window.tampered=true')]));
  try {
    await openPlace(page, 'account');
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
  } finally {
    await writeFile(entry, original.plain);
    await rename(`${entry}.br.away`, `${entry}.br`);
    await rename(`${entry}.gz.away`, `${entry}.gz`);
  }
  await page.getByRole('button', { name: text('kit', 'failure.retry') }).click();
  await expect(page.getByText('demo@example.com')).toBeVisible();
  await context.close();
});

for (const [row, feature] of memberFeatures.entries()) {
  const language = languages[row] ?? 'en';
  test(`${feature}, ${language}: a release whose signature is forged is not served`, async ({ browser, product }) => {
    const { release } = publishBroken(product, feature, 'bad signature');
    const restore = await activateUnasked(product, feature, release);
    const context = await phone(browser, language);
    await enter(context, product, 'demo');
    await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const well = feature === 'wallet' ? 'team' : 'wallet';
    try {
      await expect.poll(() => isServed(page, product, feature)).toBe(false);
      await page.goto(`${product.origin}/${well}`);
      await openPlace(page, feature);
      const texts = textsOf(language);
      const title = texts('sdk', 'failure.off', { name: texts('sdk', `place.${feature}`) });
      await expect(page.getByRole('alert').getByRole('heading')).toHaveText(title);
      await tapLoaded(page, well, landmarkOf(well, language));
      expect(requests.filter((url) => url.includes(release))).toEqual([]);
    } finally {
      await restore();
    }
    await expect.poll(() => isServed(page, product, feature)).toBe(true);
    await page.goto(`${product.origin}/${feature}`);
    await expect(page.locator('main').getByText(landmarkOf(feature, language)).first()).toBeVisible();
    await context.close();
  });
}

/** Whether a document that is asked for now has this feature. */
async function isServed(page: Page, { origin }: Product, feature: FeatureNameOf<'member'>): Promise<boolean> {
  const html = await (await page.request.get(`${origin}/`)).text();
  return html.includes(`"base":"/assets/${feature}/`);
}

/** Wallet and account, which were not touched, still open. */
async function theRestWorks(page: Page): Promise<void> {
  for (const feature of ['wallet', 'account'] as const) {
    await openPlace(page, feature);
    await expect(page.getByText(landmarkOf(feature, 'en'))).toBeVisible();
  }
}

function storedEntry(product: Product, feature: string): string {
  const folder = join(product.dataDir, 'releases', feature);
  const [release = ''] = readdirSync(folder).filter((name) => !name.startsWith('broken-'));
  return join(folder, release, 'entry.js');
}

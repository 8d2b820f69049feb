import { readdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import type { Product } from '../support/product.ts';
import { textsOf } from '../support/texts.ts';

const text = textsOf('en');

/** What a file's address may answer instead of the file. The deadline of this product is two seconds. */
const faults = {
  'not found': (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found\n' }),
  hanging: (route: Route) =>
    new Promise<void>((end) => setTimeout(end, 30_000)).then(() => route.abort().catch(() => undefined)),
  HTML: (route: Route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>Hello</p>' }),
  'HTML as script': (route: Route) =>
    route.fulfill({ status: 200, contentType: 'text/javascript', body: '<!doctype html>' }),
  'throwing code': (route: Route) =>
    route.fulfill({ status: 200, contentType: 'text/javascript', body: 'throw new Error("broken")' }),
  empty: (route: Route) => route.fulfill({ status: 200, contentType: 'text/javascript', body: '' }),
  'connection reset': (route: Route) => route.abort('connectionreset'),
} as const;
type Fault = keyof typeof faults;

const files = {
  entry: { pattern: /\/assets\/team\/[^/]+\/entry\.js/, chunk: 'entry' },
  'exposed module': { pattern: /\/assets\/team\/[^/]+\/feature\.[^/]+\.js/, chunk: 'feature' },
  screen: { pattern: /\/assets\/team\/[^/]+\/home\.[^/]+\.js/, chunk: 'home' },
  'text file': { pattern: /\/assets\/team\/[^/]+\/texts-en\.[^/]+\.js/, chunk: 'texts-en' },
  stylesheet: { pattern: /\/assets\/team\/[^/]+\/home\.[^/]+\.css/, chunk: 'home' },
} as const;

/** What the card says about each: the specification's missing, timeout or other. */
const typeOf: Record<Fault, RegExp> = {
  'not found': /missing/,
  hanging: /timeout/,
  HTML: /missing|other/,
  'HTML as script': /missing|other/,
  'throwing code': /missing|other/,
  empty: /missing|other/,
  'connection reset': /other/,
};

const cases: readonly (readonly [file: keyof typeof files, fault: Fault])[] = [
  ...(Object.keys(faults) as Fault[]).map((fault) => ['entry', fault] as const),
  ['exposed module', 'not found'],
  ['exposed module', 'hanging'],
  ['exposed module', 'empty'],
  ['exposed module', 'connection reset'],
  ['screen', 'not found'],
  ['screen', 'hanging'],
  ['screen', 'throwing code'],
  ['text file', 'not found'],
  ['text file', 'hanging'],
  ['stylesheet', 'not found'],
  ['stylesheet', 'hanging'],
];

for (const [file, fault] of cases) {
  test(`team's ${file} is ${fault}: a card in its place, the rest works, retry recovers`, async ({
    browser,
    product,
  }) => {
    const context = await phone(browser, 'en');
    await enter(context, product, 'demo');
    const page = await context.newPage();
    await page.goto(`${product.origin}/`);
    await expect(page.getByText(text('wallet', 'total.label'))).toBeVisible();
    const { pattern, chunk } = files[file];
    await page.route(pattern, (route) => faults[fault](route));
    await page.evaluate(() => {
      (window as unknown as { stillHere: boolean }).stillHere = true;
    });

    await openTab(page, 'place.team');
    const card = page.getByRole('alert');
    await expect(card.getByRole('heading')).toHaveText(text('team', 'fallback.title'));
    await card.getByText(text('kit', 'failure.details')).click();
    await expect(card).toContainText(chunk);
    await expect(card).toContainText(typeOf[fault]);
    if (file === 'stylesheet') await expect(card).toContainText('CSS_CHUNK_LOAD_FAILED');
    await expect(card).not.toContainText(/:\d+:\d+/);

    await theRestWorks(page);
    await openTab(page, 'place.team');
    await expect(page.getByRole('alert')).toBeVisible();
    await page.unroute(pattern);
    await page
      .getByRole('alert')
      .getByRole('button', { name: text('kit', 'failure.retry') })
      .click();
    await expect(page.getByText(text('team', 'tab.chart'))).toBeVisible();
    // No reload happened on the way.
    expect(await page.evaluate(() => (window as unknown as { stillHere?: boolean }).stillHere)).toBe(true);
    await context.close();
  });
}

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
  await openTab(page, 'place.plan');
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
    await openTab(page, 'place.account');
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

async function openTab(
  page: Page,
  place: 'place.wallet' | 'place.team' | 'place.plan' | 'place.account',
): Promise<void> {
  const navigation = page.getByRole('navigation', { name: text('shell', 'navigation.label') });
  await navigation.getByRole('link', { name: text('sdk', place) }).click();
}

/** Wallet and account, which were not touched, still open. */
async function theRestWorks(page: Page): Promise<void> {
  await openTab(page, 'place.wallet');
  await expect(page.getByText(text('wallet', 'total.label'))).toBeVisible();
  await openTab(page, 'place.account');
  await expect(page.getByText('demo@example.com')).toBeVisible();
}

function storedEntry(product: Product, feature: string): string {
  const folder = join(product.dataDir, 'releases', feature);
  const [release = ''] = readdirSync(folder);
  return join(folder, release, 'entry.js');
}

import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { partOf, randomOf } from '../../api/src/testing/index.ts';
import { answers, breakFile, changed } from '../support/faults.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { type BuiltFile, builtFiles, importFaults, type Visit } from '../support/importMatrix.ts';
import { consoleOf, enterConsole } from '../support/operators.ts';
import type { Product } from '../support/product.ts';
import { textsOf } from '../support/texts.ts';

/** `npm run faults:imports` is every file × every fault; otherwise a seeded part of it. SEED repeats one. */
const isComplete = process.env.IMPORTS === 'all';
const random = randomOf('imports');

type Fault = (typeof importFaults)[number];
interface Cell {
  readonly file: BuiltFile;
  readonly fault: Fault;
}

const files = builtFiles();
const cells = isComplete ? files.flatMap((file) => importFaults.map((fault) => ({ file, fault }))) : seeded();

/** What the shell starts with meets a quarter of the faults; of every fifth other kind one file meets one. */
function seeded(): Cell[] {
  const starts = files.filter(({ kind }) => kind.startsWith('shell shell'));
  const others = Map.groupBy(
    files.filter((file) => !starts.includes(file)),
    ({ kind }) => kind,
  );
  return [
    ...[...Map.groupBy(starts, ({ kind }) => kind).values()].flatMap((ofKind) => {
      const file = random.pick(ofKind);
      return partOf(file.kind, importFaults.length / 4, importFaults).map((fault) => ({ file, fault }));
    }),
    ...partOf('other files', others.size / 5, [...others.values()]).map((ofKind) => ({
      file: random.pick(ofKind),
      fault: random.pick(importFaults),
    })),
  ];
}

test('every chunk, script and stylesheet of every build has its place in the matrix', async ({ product, browser }) => {
  expect(files.filter(({ visit }) => visit === undefined).map(({ owner, name }) => `${owner}/${name}`)).toEqual([]);
  const known = new Set(files.map(({ owner, name }) => `${owner}/${name}`));
  const context = await phone(browser, 'en');
  await enter(context, product, 'demo');
  const addresses = ['/login', '/wallet', '/team', '/plan', '/account', '/wallet/transfer', '/500', '/nowhere'];
  const page = await context.newPage();
  for (const address of [...addresses.map((path) => product.origin + path), `${consoleOf(product)}/login`]) {
    const html = (await (await page.goto(address))?.text()) ?? '';
    const named = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map(([, href = '']) => href);
    const unknown = named.filter(
      (href) =>
        !/^data:|\.woff2$|^\/pictures\/|\.webmanifest$|^\/console-start\./.test(href) && !known.has(fileOf(href)),
    );
    expect(unknown, address).toEqual([]);
    expect(named.some((href) => href.startsWith('/assets/shell/'))).toBe(true);
  }
  await context.close();
});

/** `/assets/<owner>/<release>/<file>` as `<owner>/<file>`. */
const fileOf = (href: string): string => href.replace(/^\/assets\/([^/]+)\/[^/]+\//, '$1/');

for (const { file, fault } of cells) {
  const [name, type] = fault;
  test(`${file.owner}/${file.name} is ${name}: a card with its fields, and its retry heals`, async ({
    browser,
    product,
  }) => {
    if (!file.visit) throw new Error('nobody knows how a page comes to need it');
    await file.visit.before?.(product);
    const context = await contextOf(browser, product, file.visit);
    const page = await context.newPage();
    const address = new RegExp(`/assets/${file.owner}/[^/]+/${file.name.replaceAll('.', '\\.')}`);
    const heal = await breakFile(page, address, answers[name]);
    await begin(page, product, file);
    const card = page.getByRole('alert').filter({ hasText: file.name });
    await expect(card).toBeVisible({ timeout: 15_000 });
    const details = card.locator('summary');
    if (await details.isVisible()) await details.click();
    for (const field of [file.name, type, ...(file.name.endsWith('.css') ? ['CSS_CHUNK_LOAD_FAILED'] : [])])
      await expect(card.getByText(field).last()).toBeVisible();
    await expect(page.locator('body')).not.toContainText(/upstream|<p>/);
    await file.visit.also?.(page);

    const arrived = page.waitForResponse((response) => address.test(response.url()) && response.ok());
    heal();
    await card.getByRole('button', { name: textsOf(file.visit.language)('kit', 'failure.retry') }).click();
    await arrived;
    await expect(card).toBeHidden();
    await expect(page.locator('main').first()).toBeVisible();
    expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
    await context.close();
  });
}

test('a page that is well has no card after the deadline either', async ({ browser, product }) => {
  const context = await phone(browser, 'en');
  const page = await context.newPage();
  await page.goto(`${product.origin}/login`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.locator('[data-chunk]').count()).toBe(0);
  await page.waitForTimeout(5_000);
  await expect(page.getByLabel(textsOf('en')('shell', 'login.username'))).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await context.close();
});

test('a shell that came, and throws as it starts, has its card', async ({ browser, product }) => {
  const context = await phone(browser, 'en');
  const page = await context.newPage();
  const [script = ''] = files.filter(({ kind }) => kind === 'shell shell script').map(({ name }) => name);
  let isBroken = true;
  // It finds no place for the app: its own first module throws, long after the file has come.
  await page.route(`${product.origin}/login`, (route) =>
    isBroken ? changed((html) => html.replace('id="root"', 'id="elsewhere"'))(route) : route.continue(),
  );
  await page.goto(`${product.origin}/login`);
  const card = page.getByRole('alert').filter({ hasText: script });
  await expect(card).toBeVisible();
  await expect(card.getByText('feature.load_failed')).toBeVisible();
  isBroken = false;
  await card.getByRole('button').click();
  await expect(page.getByLabel(textsOf('en')('shell', 'login.username'))).toBeVisible();
  await context.close();
});

for (const fault of ['not found', 'hanging'] as const)
  test(`figures whose face is ${fault} are read in the reader's own`, async ({ browser, product }) => {
    const context = await phone(browser, 'en');
    await enter(context, product, 'demo');
    const page = await context.newPage();
    const request = page.waitForRequest(/\.woff2$/);
    await page.route(/\.woff2$/, answers[fault]);
    await page.goto(`${product.origin}/wallet`, { waitUntil: 'commit' });
    await request;
    await expect(page.getByTestId('hero')).toHaveText(/\d USD$/);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await context.close();
  });

test('a broken copy in the cache of the browser does not outlast the retry', async ({ browser, product }) => {
  const [style = ''] = files.filter(({ kind }) => kind === 'shell shell style').map(({ name }) => name);
  const folder = join(product.dataDir, 'releases', 'shell');
  const [release = ''] = readdirSync(folder).filter((name) => existsSync(join(folder, name, style)));
  const stored = ['', '.br', '.gz'].map((suffix) => join(folder, release, style + suffix));
  const whole = stored.map((path) => readFileSync(path));
  const context = await phone(browser, 'en');
  const page = await context.newPage();
  const card = page.getByRole('alert').filter({ hasText: style });
  // A release is looked through before it is served for the first time: this one has passed that.
  await expect.poll(async () => (await context.request.get(`${product.origin}/login`)).text()).toContain(style);
  try {
    for (const path of stored) rmSync(path);
    writeFileSync(stored[0] ?? '', 'html{color:red}');
    await page.goto(`${product.origin}/login`);
    await expect(card).toBeVisible();
  } finally {
    for (const [index, path] of stored.entries()) writeFileSync(path, whole[index] ?? '');
  }
  // Kept by the browser as what never changes: opening the page again is not enough.
  await page.goto(`${product.origin}/login`);
  await expect(card).toBeVisible();
  await card.getByRole('button').click();
  await expect(page.getByLabel(textsOf('en')('shell', 'login.username'))).toBeVisible();
  await context.close();
});

async function contextOf(
  browser: Browser,
  product: Product,
  { who, language, userAgent }: Visit,
): Promise<BrowserContext> {
  const context = await phone(browser, language, { userAgent });
  if (who === 'member') await enter(context, product, 'demo');
  if (who === 'operator') await enterConsole(context, product, `ann-${randomUUID().slice(0, 8)}`);
  return context;
}

/** Opens the page and does what makes it ask for the file. A file that hangs holds the page's "load" back, too. */
async function begin(page: Page, product: Product, { owner, visit }: BuiltFile): Promise<void> {
  if (!visit) return;
  const origin = owner === 'operator' ? consoleOf(product) : product.origin;
  await page.goto(origin + visit.path, { waitUntil: 'commit' });
  await visit.action?.(page);
}

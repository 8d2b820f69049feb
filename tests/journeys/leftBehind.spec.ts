import type { Page } from '@playwright/test';
import { activateUnasked, publishBroken } from '../support/brokenRelease.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { consoleOf, enterConsole } from '../support/operators.ts';

/** As a script of a release may leave them: so many that no request of this browser is taken. */
const leaveCookies = (page: Page, count: number, bytes: number, more = '') =>
  page.evaluate(
    ([most, size, rest]) => {
      for (let number = 0; number < most; number += 1)
        // biome-ignore lint/suspicious/noDocumentCookie: what is tried
        document.cookie = `left${number}=${'x'.repeat(size)}; max-age=34560000; path=/${rest}`;
      return document.cookie.length;
    },
    [count, bytes, more] as const,
  );
const cookiesOf = (page: Page) => page.evaluate(() => document.cookie);

for (const [count, bytes] of [
  [12, 3_500],
  [150, 4_000],
] as const)
  test(`a member whose browser was left ${count} cookies of ${bytes} bytes has the product again at once`, async ({
    browser,
    product,
  }) => {
    const context = await phone(browser, 'en');
    await enter(context, product, 'demo');
    const page = await context.newPage();
    await page.goto(product.origin);
    expect(await leaveCookies(page, count, bytes)).toBeGreaterThan(count * bytes);
    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: what is tried
      document.cookie = `deeper=${'y'.repeat(4_000)}; path=/team`;
    });
    const refused = page.waitForResponse((answer) => answer.status() === 431);
    await page.goto(`${product.origin}/team`).catch(() => undefined);
    await refused;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await cookiesOf(page)).not.toMatch(/left|deeper/);
    // Nobody was logged out by it.
    await expect(page).toHaveURL(`${product.origin}/team`);
    expect((await context.cookies()).some(({ name }) => name.endsWith('session'))).toBe(true);
    await context.close();
  });

test('so has an operator', async ({ browser, product }) => {
  const context = await browser.newContext();
  await enterConsole(context, product, 'solveig');
  const page = await context.newPage();
  await page.goto(`${consoleOf(product)}/`);
  await leaveCookies(page, 12, 3_500);
  const refused = page.waitForResponse((answer) => answer.status() === 431);
  await page.goto(`${consoleOf(product)}/`).catch(() => undefined);
  await refused;
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(await cookiesOf(page)).not.toContain('left');
  expect((await context.cookies()).some(({ name }) => name.endsWith('ops-session'))).toBe(true);
  await context.close();
});

test('a browser that cannot be helped is shown what to do, in four languages, and asks no more', async ({
  browser,
  product,
}) => {
  const context = await phone(browser, 'en');
  const page = await context.newPage();
  await page.goto(product.origin);
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the shell keeps it
    document.cookie = 'theme=dark; path=/';
  });
  let answers = 0;
  page.on('response', (answer) => {
    if (answer.status() === 431) answers += 1;
  });
  await page.goto(`${product.origin}/?${'x'.repeat(20_000)}`);
  for (const language of ['en', 'ja', 'zh-Hans', 'ko']) await expect(page.locator(`p[lang=${language}]`)).toBeVisible();
  // A link that is too long takes nothing from who opens it.
  expect(answers).toBe(1);
  expect(await cookiesOf(page)).toContain('theme=dark');
  await context.close();
});

/** What of a release is in this browser, of each kind: not what the product has for starts without the server. */
const leftIn = (page: Page) =>
  page.evaluate(async () => {
    const files: string[] = [];
    const isLeft = (name = '') => !/^(?:state|vault|kept .*)$/.test(name);
    const workers = await navigator.serviceWorker.getRegistrations();
    for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
    return {
      local: Object.keys(localStorage)
        .filter((name) => name.includes('left'))
        .sort(),
      session: Object.keys(sessionStorage).filter((name) => name.includes('left')),
      cookies: document.cookie
        .split('; ')
        .filter((name) => name.startsWith('left'))
        .sort(),
      databases: (await indexedDB.databases()).map(({ name }) => name).filter(isLeft),
      caches: (await caches.keys()).filter(isLeft),
      files,
      workers: workers.filter(({ active }) => active && new URL(active.scriptURL).pathname !== '/sw.js').length,
    };
  });
const nothing = { local: [], session: [], cookies: [], databases: [], caches: [], files: [], workers: 0 };

test('of a release that was taken back nothing is left after one more page', async ({ browser, product }) => {
  const { release } = publishBroken(product, 'plan', 'leaves itself behind');
  const back = await activateUnasked(product, 'plan', release);
  const context = await phone(browser, 'en');
  try {
    await enter(context, product, 'demo');
    const page = await context.newPage();
    await expect(async () => {
      await page.goto(`${product.origin}/plan`);
      await page.waitForFunction(() => 'left' in window, undefined, { timeout: 3_000 });
    }).toPass({ timeout: 20_000, intervals: [200] });
    await page.evaluate(() => (window as unknown as { left: Promise<unknown> }).left);
    expect(await leftIn(page)).toEqual({
      local: ['left', 'plan.left'],
      session: ['left'],
      cookies: ['left=x', 'leftBelow=x'],
      databases: ['left'],
      caches: ['left'],
      files: ['left'],
      workers: 0,
    });
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await back();
    await expect(async () => {
      await page.goto(`${product.origin}/plan`);
      expect(await page.content()).not.toContain(release);
    }).toPass({ timeout: 10_000 });
    await expect.poll(() => leftIn(page), { timeout: 15_000 }).toEqual(nothing);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  } finally {
    await context.close();
    await back().catch(() => undefined);
  }
});

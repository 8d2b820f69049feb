import { languages } from '@trellis/api-contract';
import { expectAccessible } from '../support/axe.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { textsOf } from '../support/texts.ts';

for (const [row, language] of languages.entries())
  test(`error pages lie outside the layout and can be read, in ${language}`, async ({ browser, product }) => {
    const text = textsOf(language);
    const context = await phone(browser, language, { width: 320, colorScheme: row % 2 ? 'dark' : 'light' });
    await context.addCookies([{ name: 'currentLanguage', value: language, url: product.origin }]);
    await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
    await enter(context, product, 'demo');
    const page = await context.newPage();
    // Terms that have changed lie over every screen of the layout.
    await page.route('**/api/v1/events*', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: 'event: terms\ndata: {"due":1}\n\n' }),
    );
    await page.route('**/api/v1/terms/due*', (route) =>
      route.fulfill({ json: { due: [{ document: 'terms', version: 2 }] } }),
    );
    for (const [path, title] of [
      ['/Error', 'error.title'],
      ['/500', 'serverError.title'],
    ] as const) {
      await page.goto(product.origin + path);
      await expect(page.getByRole('heading', { name: text('shell', title) })).toBeVisible();
      await expect(page.getByRole('combobox', { name: text('shell', 'language.label') })).toBeVisible();
      await page.waitForTimeout(2_500);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await expectAccessible(page);
    }
    await context.close();
  });

test('a server that cannot say who is logged in leads to /500, and from there back', async ({ browser, product }) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  const page = await context.newPage();
  await page.route('**/server-loader*', (route) => route.fulfill({ status: 503, body: 'upstream' }));
  await page.goto(`${product.origin}/login?next=%2Fteam`);
  await expect(page).toHaveURL(`${product.origin}/500?next=%2Flogin%3Fnext%3D%252Fteam`);
  await expect(page.getByRole('heading', { name: text('shell', 'serverError.title') })).toBeVisible();
  await page.unroute('**/server-loader*');
  await page.getByRole('button', { name: text('shell', 'error.start') }).click();
  // To the page that it was about, and not to the start.
  await expect(page.getByLabel(text('shell', 'login.username'), { exact: true })).toBeVisible();
  await context.close();
});

test('an address that means nothing has a choice of language for a visitor', async ({ browser, product }) => {
  const context = await phone(browser, 'en');
  const page = await context.newPage();
  await page.goto(`${product.origin}/nowhere`);
  await page.getByRole('combobox', { name: textsOf('en')('shell', 'language.label') }).selectOption('ko');
  await expect(page.getByRole('heading', { name: textsOf('ko')('shell', 'notFound.title') })).toBeVisible();
  await expect(page.getByText(textsOf('ko')('shell', 'notFound.heading'))).toBeVisible();
  await context.close();
});

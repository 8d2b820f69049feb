import { languages } from '@trellis/api-contract';
import { violations } from '../support/axe.ts';
import { expect, phone, test } from '../support/fixtures.ts';
import { halfOf, someOf } from '../support/sample.ts';

const shots = process.env.SHOTS;

const views = halfOf(
  'looks at the kit',
  someOf(
    'kit',
    [...languages.entries()].flatMap(([row, language]) =>
      (
        [
          [375, '1'],
          [320, '2'],
          [1280, '1'],
        ] as const
      ).map(([width, scale]) => {
        const colorScheme: 'dark' | 'light' = (row + width) % 2 ? 'dark' : 'light';
        return { language, width, scale, colorScheme };
      }),
    ),
    ({ language }) => language,
    ({ width, colorScheme }) => `${width} ${colorScheme}`,
  ),
);

for (const { language, width, scale, colorScheme } of views)
  test(`every component of the kit, in ${language}, ${width} px, text × ${scale}`, async ({ browser, product }) => {
    const context = await phone(browser, language, { width, colorScheme });
    await context.addInitScript((chosen) => localStorage.setItem('textScale', chosen), scale);
    const page = await context.newPage();
    await page.goto(`${product.origin}/dev/kit`);
    await expect(page.getByRole('heading', { level: 1, name: 'Kit' })).toBeVisible();
    if (scale === '1') expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (shots) await page.screenshot({ path: `${shots}/kit-${language}-${width}.png`, fullPage: true });
    await page.getByRole('button', { name: 'Open the sheet' }).click();
    await expect(page.getByRole('dialog', { name: 'Sheet' })).toBeVisible();
    if (scale === '1') expect(await violations(page)).toEqual([]);
    await context.close();
  });

test('digits are all of one width, so that columns of figures stand', async ({ browser, product }) => {
  const context = await phone(browser, 'en');
  const page = await context.newPage();
  await page.goto(`${product.origin}/dev/kit`);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const widths = await page
    .getByTestId('hero')
    .first()
    .evaluate((hero) => {
      const font = getComputedStyle(hero).fontFamily;
      const probe = document.createElement('span');
      probe.className = 'probe';
      hero.append(probe);
      const result = Array.from('0123456789', (digit) => {
        probe.textContent = digit.repeat(20);
        return probe.getBoundingClientRect().width;
      });
      probe.remove();
      return { font, found: result, loaded: document.fonts.check('600 16px "Trellis Numbers"') };
    });
  expect(widths.font).toContain('Trellis Numbers');
  expect(widths.loaded).toBe(true);
  expect(Math.max(...widths.found) - Math.min(...widths.found)).toBeLessThan(0.5);
  await context.close();
});

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`what moves, with ${reducedMotion}: a confirmed figure rolls, treads arrive, a step is taken`, async ({
    browser,
    product,
  }) => {
    const context = await phone(browser, 'en');
    const page = await context.newPage();
    await page.emulateMedia({ reducedMotion });
    await page.goto(`${product.origin}/dev/kit`);
    const card = page.getByRole('region', { name: 'Figures' });
    const figure = card.getByTestId('hero').first();
    // At its first sight a figure stands: nothing has changed yet.
    await expect(figure).toHaveText('100.00 USD');
    await expect(figure.locator('[data-changed]')).toHaveCount(0);
    await card.getByRole('button', { name: 'Confirm a change' }).click();
    await expect(figure).toHaveText('101.00 USD');
    const moves = reducedMotion === 'no-preference';
    const rolls = await figure.locator('[data-changed]').evaluate((part) => getComputedStyle(part).animationName);
    expect(rolls !== 'none').toBe(moves);
    const arrives = await page
      .locator('ol[data-enter] > li')
      .first()
      .evaluate((step) => getComputedStyle(step, '::after').animationName);
    expect(arrives !== 'none').toBe(moves);
    const climbs = await page
      .locator('ol[data-climbs] [aria-hidden]')
      .first()
      .evaluate((point) => getComputedStyle(point).animationName);
    expect(climbs !== 'none').toBe(moves);
    await context.close();
  });

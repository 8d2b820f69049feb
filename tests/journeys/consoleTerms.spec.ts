import type { Page } from '@playwright/test';
import { languages } from '@trellis/api-contract';
import { expectAccessible } from '../support/axe.ts';
import { expect, phone, test } from '../support/fixtures.ts';
import { consoleOf, enterConsole, freshCode } from '../support/operators.ts';
import { oneOf, turnOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

const shoot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/terms-${name}.png`, fullPage: true });
};
const isNarrow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

/** One in each language, by two people in two browsers: one asks, and the other says yes or no. */
for (const language of turnOf('terms', ['approvals', 'incident', 'terms'], oneOf('console terms', languages))) {
  test(`a pool is funded from asking to posted, and a rate and a rule are stopped by the second person, in ${language}`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(language);
    const of = (key: string, values?: Record<string, string | number>) => text('operator', key, values);
    const colorScheme = language === 'jp' ? 'dark' : 'light';
    const digit = languages.indexOf(language) + 1;
    const open = async (name: string, width: number, roles: string) => {
      const context = await phone(browser, language, { width, colorScheme });
      const operator = await enterConsole(context, product, `${name}-${language}`, roles);
      const page = await context.newPage();
      if (width > 800) await page.setViewportSize({ width, height: 900 });
      return { context, page, operator };
    };
    const tina = await open('tina-terms', 320, 'treasurer');
    const theo = await open('theo-terms', 1280, 'treasurer');
    const sheet = tina.page.getByRole('dialog');
    const sign = async (reason: string) => {
      await sheet.getByLabel(of('deed.reason'), { exact: true }).fill(reason);
      await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, tina.operator));
    };

    await tina.page.goto(`${consoleOf(product)}/solvency`);
    const pool = tina.page
      .locator('section.card')
      .filter({ hasText: of('solvency.stakePool') })
      .first();
    await expect(pool.getByText(of('solvency.free'), { exact: true })).toBeVisible();
    await expectAccessible(tina.page);
    await isNarrow(tina.page);
    await shoot(tina.page, `${language}-solvency`);
    await pool.getByRole('button', { name: of('solvency.fund'), exact: true }).click();
    await sheet.getByRole('button', { name: of('deed.ask'), exact: true }).click();
    await expect(sheet.getByText(text('errors', 'field.required'))).toHaveCount(3);
    await sheet.getByLabel(of('solvency.amount'), { exact: true }).fill(`1,00${digit}.50`);
    await sign(`for the quarter ${digit}`);
    await expectAccessible(tina.page);
    await shoot(tina.page, `${language}-fund`);
    await sheet.getByRole('button', { name: of('deed.ask'), exact: true }).click();
    await expect(sheet).toHaveCount(0);
    await expect(pool).toContainText(`1,00${digit}.50`);
    await shoot(tina.page, `${language}-waits`);

    await theo.page.goto(`${consoleOf(product)}/solvency`);
    await expect(theo.page.getByText(of('solvency.held'), { exact: true })).toBeVisible();
    await expectAccessible(theo.page);
    await shoot(theo.page, `${language}-solvency-1280`);
    await tina.context.close();
    await theo.context.close();
  });
}

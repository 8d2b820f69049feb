import { languages } from '@trellis/api-contract';
import { expectAccessible } from '../support/axe.ts';
import { runOps } from '../support/command.ts';
import { expect, phone, test } from '../support/fixtures.ts';
import { consoleOf, enterConsole, freshCode } from '../support/operators.ts';
import { oneOf, turnOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

/** One in each language: a wrong rate is stopped by the second person, a right one is approved. */
for (const language of turnOf('approvals', ['approvals', 'incident', 'terms'], oneOf('console approvals', languages))) {
  test(`a wrong rate is stopped by the second person, and a funding approved, in ${language}`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(language);
    const of = (key: string) => text('operator', key);
    const digit = languages.indexOf(language) + 1;
    const { id } = (await runOps(
      product,
      'setRate',
      ...['--base', 'ON', '--quote', 'USD', '--rate', `${digit}77.5`, '--source', `desk ${digit}`],
      ...['--reason', 'a digit too many', '--by', 'ann'],
    )) as { id: string };
    const colorScheme = language === 'jp' ? 'dark' : 'light';
    const context = await phone(browser, language, { width: 320, colorScheme });
    const theo = await enterConsole(context, product, `theo-app-${language}`, 'treasurer');
    const page = await context.newPage();
    await page.goto(consoleOf(product));
    const row = page.getByRole('main').getByRole('link', { name: of('home.approvals') });
    await expect(row.first()).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const shoot = async (name: string) => {
      const folder = process.env.SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/approvals-${language}-${name}.png`, fullPage: true });
    };
    await shoot('home');
    await row.first().click();
    const card = page.locator('section.card').filter({ hasText: `desk ${digit}` });
    await expect(card).toContainText(`${digit}77.5`);
    await expect(card).toContainText('command:ann');
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await shoot('list');
    await card.getByRole('button', { name: of('approvals.no'), exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel(of('deed.reason'), { exact: true }).fill('the market says 0.8');
    await sheet.getByRole('button', { name: of('approvals.no'), exact: true }).click();
    await expect(card).toHaveCount(0);
    const { rates } = (await runOps(product, 'getRateHistory', '--base', 'ON')) as {
      rates: readonly { readonly id: string; readonly state: string }[];
    };
    expect(rates.find((rate) => rate.id === id)?.state).toBe('lapsed');

    const pool = (await runOps(
      product,
      'askPoolFunding',
      ...['team', '--direction', 'in', '--amount', `${digit}.5`, '--reason', `for ${language}`, '--by', 'ann'],
    )) as { id: string };
    // The page hears of it by itself.
    const funding = page.locator('section.card').filter({ hasText: `for ${language}` });
    await funding.getByRole('button', { name: of('deed.yes'), exact: true }).click();
    await sheet.getByLabel(of('deed.reason'), { exact: true }).fill('it is there');
    await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, theo));
    await shoot('yes');
    await sheet.getByRole('button', { name: of('deed.yes'), exact: true }).click();
    await expect(funding).toHaveCount(0);
    const { fundings } = (await runOps(product, 'getPoolHistory', '--pool', 'team')) as {
      fundings: readonly { readonly id: string; readonly state: string }[];
    };
    expect(fundings.find((each) => each.id === pool.id)?.state).toBe('posted');
    await context.close();
  });
}

test('at 1280 px the overview says whose work waits, and a viewer has nothing to do', async ({ browser, product }) => {
  const context = await phone(browser, 'en');
  await enterConsole(context, product, 'vera-home', 'viewer');
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(consoleOf(product));
  await expect(page.getByText('Nothing waits for you.')).toBeVisible();
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/home-1280.png` });
  await page.goto(`${consoleOf(product)}/approvals`);
  await expect(page.getByText('Nothing waits for approval.')).toBeVisible();
  await expectAccessible(page);
  await context.close();
});

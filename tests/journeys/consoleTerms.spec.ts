import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { languages } from '@trellis/api-contract';
import { expectAccessible } from '../support/axe.ts';
import { runOps } from '../support/command.ts';
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

/** One in each language, by two people in two browsers: one asks, and the other approves or no. */
for (const language of turnOf('terms', ['approvals', 'incident', 'terms'], oneOf('console terms', languages))) {
  test(`a pool is funded from asking to posted, and a rate and a rule are stopped by the second person, in ${language}`, async ({
    browser,
    product,
  }) => {
    // Each code of one person is thirty seconds after the one before.
    test.setTimeout(240_000);
    const text = textsOf(language);
    const label = (key: string, values?: Record<string, string | number>) => text('operator', key, values);
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
      await sheet.getByLabel(label('action.reason'), { exact: true }).fill(reason);
      await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, tina.operator));
    };
    const decide = async (holding: string, action: 'action.approve' | 'approvals.no', reason: string) => {
      await theo.page.goto(`${consoleOf(product)}/approvals`);
      const card = theo.page.locator('section.card').filter({ hasText: holding });
      await card.getByRole('button', { name: label(action), exact: true }).click();
      const deciding = theo.page.getByRole('dialog');
      await deciding.getByLabel(label('action.reason'), { exact: true }).fill(reason);
      await deciding.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, theo.operator));
      await deciding.getByRole('button', { name: label(action), exact: true }).click();
      await expect(card).toHaveCount(0);
    };
    // A list, as each language writes it.
    const name = new RegExp(`${label('rules.operation.transfer')}(, |、)USD`);
    const rule = tina.page.locator('section.card').filter({ hasText: name });
    const most = sheet.getByLabel(label('rules.field.maximum'), { exact: true });

    await test.step('money for a pool is asked for', async () => {
      await tina.page.goto(`${consoleOf(product)}/solvency`);
      const pool = tina.page
        .locator('section.card')
        .filter({ hasText: label('solvency.pool.stake') })
        .first();
      await expect(pool.getByText(label('solvency.free'), { exact: true })).toBeVisible();
      await expectAccessible(tina.page);
      await isNarrow(tina.page);
      await shoot(tina.page, `${language}-solvency`);
      await pool.getByRole('button', { name: label('solvency.fund'), exact: true }).click();
      await sheet.getByRole('button', { name: label('action.ask'), exact: true }).click();
      await expect(sheet.getByText(text('errors', 'field.required'))).toHaveCount(3);
      await sheet.getByLabel(label('solvency.amount'), { exact: true }).fill(`1,00${digit}.50`);
      await sign(`for the quarter ${digit}`);
      await expectAccessible(tina.page);
      await shoot(tina.page, `${language}-fund`);
      await sheet.getByRole('button', { name: label('action.ask'), exact: true }).click();
      await expect(sheet).toHaveCount(0);
      await expect(pool).toContainText(`1,00${digit}.50`);
      await shoot(tina.page, `${language}-waits`);
    });

    await test.step('the second person approves it, and it is posted', async () => {
      await decide(`for the quarter ${digit}`, 'action.approve', 'seen it, too');
      await theo.page.goto(`${consoleOf(product)}/solvency`);
      const entry = theo.page.locator('details').filter({ hasText: `1,00${digit}.50` });
      await expect(entry).toContainText(label('approvals.state.approved'));
      await expectAccessible(theo.page);
      await shoot(theo.page, `${language}-solvency-1280`);
    });

    await test.step('a rate is asked for that jumps', async () => {
      await tina.page.goto(`${consoleOf(product)}/rates`);
      const pair = tina.page.locator('tbody').filter({ hasText: 'ON / USD' });
      await expect(pair).toBeVisible();
      await expectAccessible(tina.page);
      await isNarrow(tina.page);
      await shoot(tina.page, `${language}-rates`);
      await pair.getByRole('button', { name: label('rates.set'), exact: true }).click();
      await sheet.getByLabel(label('rates.value', { base: 'ON' }), { exact: true }).fill(`0.${digit + 4}825`);
      await expect(sheet.getByText(label('rates.jumps'))).toBeVisible();
      await sheet.getByLabel(label('rates.source'), { exact: true }).fill(`board ${digit}`);
      await sign('a digit is wrong');
      await expectAccessible(tina.page);
      await shoot(tina.page, `${language}-rate`);
      await sheet.getByRole('button', { name: label('action.ask'), exact: true }).click();
      await expect(pair).toContainText(`0.${digit + 4}825`);
      await expect(pair.getByRole('link', { name: label('place.approvals'), exact: true }).first()).toBeVisible();
    });

    await test.step('the second person refuses it: it lapses, and the file says so', async () => {
      await decide(`board ${digit}`, 'approvals.no', 'the market says 0.8');
      await theo.page.goto(`${consoleOf(product)}/rates`);
      await expect(theo.page.locator('details').filter({ hasText: `0.${digit + 4}825` })).toContainText(
        label('rates.state.lapsed'),
      );
      await expectAccessible(theo.page);
      await shoot(theo.page, `${language}-rates-1280`);
      const download = theo.page.waitForEvent('download');
      await theo.page.getByRole('link', { name: label('export.whole'), exact: true }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('rates.csv');
      expect(readFileSync(await file.path(), 'utf8')).toContain(
        `ON,USD,0.${digit + 4}825,board ${digit},a digit is wrong,lapsed,`,
      );
    });

    await test.step('a rule is found', async () => {
      await tina.page.goto(`${consoleOf(product)}/rules`);
      await expect(tina.page.getByRole('link', { name: label('rules.subject.limit') }).first()).toBeVisible();
      await expectAccessible(tina.page);
      await isNarrow(tina.page);
      await shoot(tina.page, `${language}-rules`);
      await tina.page
        .getByRole('link', { name: label('rules.subject.limit') })
        .first()
        .click();
      await expect(rule).toContainText(label('rules.field.dayMaximum'));
      await expect(tina.page.getByRole('link', { name: label('export.whole'), exact: true })).toBeVisible();
      await expectAccessible(tina.page);
      await isNarrow(tina.page);
      await shoot(tina.page, `${language}-rule`);
    });

    await test.step('a change out of range is refused', async () => {
      await rule.getByRole('button', { name: label('rules.change'), exact: true }).click();
      // What only the server knows to be wrong comes back on its field, and nothing typed is lost.
      await most.fill('0.01');
      await sign(`less for a week ${digit}`);
      await sheet.getByRole('button', { name: label('rules.action'), exact: true }).click();
      await expect(most).toHaveAttribute('aria-invalid', 'true');
      await expect(sheet.getByText(text('errors', 'field.range'))).toBeVisible();
    });

    await test.step('what it would do is shown before it is asked for', async () => {
      await most.fill(`12${digit}`);
      await expect(sheet.getByText(label('rules.preview'))).toBeVisible();
      await expect(sheet.getByText(label('rules.takesTwo'))).toBeVisible();
      await sign(`less for a week ${digit}`);
      await expectAccessible(tina.page);
      await isNarrow(tina.page);
      await shoot(tina.page, `${language}-rule-sheet`);
    });

    await test.step('somebody sets it in between: what was typed stays, and goes once what holds now was looked at', async () => {
      await runOps(
        product,
        'setRule',
        ...['--subject', 'limit', '--key', 'transfer-USD', '--value.minimum=1', '--value.maximum=5000'],
        ...['--value.dayMaximum=10000', '--value.fee=0', '--reason', 'as it was', '--by', 'ann'],
      );
      await sheet.getByRole('button', { name: label('action.ask'), exact: true }).click();
      await expect(sheet.getByText(label('refusal.rule.changed'))).toBeVisible();
      await sign(`less for a week ${digit}`);
      await sheet.getByRole('button', { name: label('action.ask'), exact: true }).click();
      await expect(rule).toContainText(`less for a week ${digit}`);
      await shoot(tina.page, `${language}-rule-waits`);
    });

    await test.step('the second person sees what would change, and refuses it', async () => {
      await theo.page.goto(`${consoleOf(product)}/approvals`);
      const waits = theo.page.locator('section.card').filter({ hasText: `less for a week ${digit}` });
      await expect(waits).toContainText(name);
      await expect(waits.getByText(label('rules.field.maximum'), { exact: true })).toBeVisible();
      await expect(waits.locator('ins')).toContainText(`12${digit}.00`);
      await expectAccessible(theo.page);
      await shoot(theo.page, `${language}-rule-approval`);
      await decide(`less for a week ${digit}`, 'approvals.no', 'not this week');
      await theo.page.goto(`${consoleOf(product)}/rules/limit`);
      await expect(theo.page.getByText(name).first()).toBeVisible();
      await expect(theo.page.getByText(`12${digit}.00`)).toHaveCount(0);
      await expectAccessible(theo.page);
      await shoot(theo.page, `${language}-rule-1280`);
    });

    await tina.context.close();
    await theo.context.close();
  });
}

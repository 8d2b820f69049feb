import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { languages, languageTag } from '@trellis/api-contract';
import { expectAccessible } from '../support/axe.ts';
import { runCommand, runOps } from '../support/command.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { consoleOf, enterConsole, freshCode } from '../support/operators.ts';
import { type Product, startProduct } from '../support/product.ts';
import { oneOf, turnOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

let product: Product;
test.beforeAll(async () => {
  // Payouts of a product that others use are not to be frozen.
  product = await startProduct();
});
test.afterAll(async () => {
  await product.stop();
  product.remove();
});

const shoot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/incident-${name}.png`, fullPage: true });
};
const frozen = async (): Promise<unknown> => (await runOps(product, 'getPayoutFreeze')).freeze;

for (const language of turnOf('incident', ['approvals', 'incident', 'terms'], oneOf('console incident', languages))) {
  test(`payouts are frozen by one person, and go on by two when the books are right, in ${language}`, async ({
    browser,
  }) => {
    const text = textsOf(language);
    const label = (key: string, values?: Record<string, string>) => text('operator', `incident.${key}`, values);
    const action = (key: string, values?: Record<string, string>) => text('operator', `action.${key}`, values);
    const colorScheme = language === 'jp' ? 'dark' : 'light';
    const open = async (name: string, roles: string, width: number) => {
      const context = await phone(browser, language, { width, colorScheme });
      const operator = await enterConsole(context, product, `${name}-${language}`, roles);
      const page = await context.newPage();
      if (width > 800) await page.setViewportSize({ width, height: 800 });
      await page.goto(`${consoleOf(product)}/incident`);
      return { context, page, operator };
    };
    const sue = await open('sue', 'support', 320);
    const tina = await open('tina', 'treasurer', 1280);
    const theo = await open('theo', 'treasurer', 375);

    await expectAccessible(sue.page);
    await sue.page.getByRole('button', { name: label('freeze'), exact: true }).click();
    const sheet = sue.page.getByRole('dialog');
    await sheet.getByRole('button', { name: label('reasonStrange') }).click();
    await expectAccessible(sue.page);
    await shoot(sue.page, `${language}-freeze`);
    await sheet.getByRole('button', { name: label('freeze'), exact: true }).click();
    // Within a day after people ended a freeze, a session alone begins no other.
    const code = sheet.getByLabel(text('kit', 'factor.code'));
    const stopped = sue.page.getByText(label('goOnWho'));
    await expect(code.or(stopped).first()).toBeVisible();
    if (await code.isVisible()) {
      await shoot(sue.page, `${language}-freeze-again`);
      await code.fill(await freshCode(product, sue.operator));
      await sheet.getByRole('button', { name: label('freeze'), exact: true }).click();
    }
    await expect(stopped).toBeVisible();
    await expect(sue.page.getByText(label('sessions', { name: `sue-${language}` }))).toBeVisible();
    expect(await frozen()).toMatchObject({ by: `operator:sue-${language}`, reason: label('reasonStrange') });
    expect(await sue.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await shoot(sue.page, `${language}-frozen`);

    await tina.page.reload();
    await tina.page.getByRole('button', { name: label('goOn'), exact: true }).click();
    const asking = tina.page.getByRole('dialog');
    await asking.getByLabel(action('reason'), { exact: true }).fill('it was a colleague');
    await asking.getByRole('button', { name: action('ask'), exact: true }).click();
    await expect(asking.getByText(text('errors', 'field.required'))).toHaveCount(2);
    await asking.getByLabel(action('phrase', { phrase: 'payouts' })).fill('payouts');
    await asking.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, tina.operator));
    await asking.getByRole('button', { name: action('ask'), exact: true }).click();
    await expect(tina.page.getByRole('main').getByText(action('other'))).toBeVisible();
    await expect(tina.page.getByRole('button', { name: action('approve'), exact: true })).toHaveCount(0);
    await expectAccessible(tina.page);
    await shoot(tina.page, `${language}-asked`);

    await theo.page.reload();
    await expect(theo.page.getByText(label('asked', { name: `tina-${language}` }))).toBeVisible();
    // Within a minute the platform checks its books by itself: then it may be faster than this.
    const approval = theo.page.getByRole('button', { name: action('approve'), exact: true });
    if (!(await theo.page.getByText(label('green')).isVisible())) await expect(approval).toBeDisabled();
    await runCommand(product, 'ledger/verification/verify.ts');
    await theo.page.reload();
    await expect(theo.page.getByText(label('green'))).toBeVisible();
    await theo.page.getByRole('button', { name: action('approve'), exact: true }).click();
    const saying = theo.page.getByRole('dialog');
    await saying.getByLabel(action('reason'), { exact: true }).fill('seen it, too');
    await saying.getByLabel(action('phrase', { phrase: 'payouts' })).fill('payouts');
    await saying.getByLabel(text('kit', 'factor.code')).fill('000000');
    await saying.getByRole('button', { name: action('approve'), exact: true }).click();
    await expect(saying.getByText(text('errors', 'twofactor.incorrect'))).toBeVisible();
    // Nothing that was typed is lost but the code.
    await expect(saying.getByLabel(action('reason'), { exact: true })).toHaveValue('seen it, too');
    await saying.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, theo.operator));
    await shoot(theo.page, `${language}-approval`);
    await saying.getByRole('button', { name: action('approve'), exact: true }).click();
    await expect(theo.page.getByText(label('running'))).toBeVisible();
    expect(await frozen()).toBeNull();
    // Whoever began it sees by itself who let it go on, and has all of it as text.
    const steps = sue.page.getByRole('list', { name: label('log') }).getByRole('listitem');
    await expect(steps.first()).toContainText(label('step.payouts.unfreeze'));
    await expect(steps.first()).toContainText(`theo-${language}`);
    await expect(steps.filter({ hasText: `sue-${language}` }).first()).toContainText(label('step.payouts.freeze'));
    await expectAccessible(sue.page);
    expect(await sue.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await shoot(sue.page, `${language}-log`);
    await shoot(tina.page, `${language}-log-1280`);
    await Promise.all([sue, tina, theo].map(({ context }) => context.close()));
  });
}

for (const _ of turnOf('emergency', ['emergency', 'release'], [true]))
  test('with every file of the console gone, the emergency page lets operators in, freeze, turn off, roll back and go on', async ({
    browser,
  }) => {
    const language = 'en';
    const context = await phone(browser, language, { width: 320 });
    const rex = await enterConsole(context, product, 'rex', 'releases,treasurer');
    const second = await phone(browser, language, { width: 375, colorScheme: 'dark' });
    const ria = await enterConsole(second, product, 'ria', 'releases,treasurer');
    await context.clearCookies();
    rmSync(join(product.dataDir, 'releases', 'operator'), { recursive: true, force: true });
    const page = await context.newPage();
    await page.goto(`${consoleOf(product)}/emergency`);
    await expectAccessible(page);
    for (const each of languages) {
      await page.locator(`nav [lang="${languageTag[each]}"]`).click();
      await expect(page.locator(`html[lang="${languageTag[each]}"]`)).toBeAttached();
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('');
    }
    await page.locator('nav [lang="en"]').click();
    await page.getByLabel('Name').fill('rex');
    await page.getByLabel('Password').fill(rex.password);
    await page.getByLabel('Code from the app').fill('000000');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('status')).not.toBeEmpty();
    await page.getByLabel('Code from the app').fill(await freshCode(product, rex));
    await page.getByLabel('Code from the app').press('Enter');
    const part = (subject: Page, name: string) =>
      subject.locator('section').filter({ has: subject.getByRole('heading', { name, exact: true }) });
    await expect(part(page, 'Payouts')).toContainText('Payouts are running.');
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await shoot(page, 'emergency');

    await part(page, 'Payouts').getByRole('button', { name: 'Freeze payouts' }).click();
    await expect(page.getByRole('status')).toHaveText('Say why.');
    expect(await frozen()).toBeNull();
    const freeze = async (reason: string) => {
      await part(page, 'Payouts').getByLabel('Reason').fill(reason);
      await part(page, 'Payouts').getByRole('button', { name: 'Freeze payouts' }).click();
      const code = part(page, 'Payouts').getByLabel('Code from the app');
      const stopped = part(page, 'Payouts').getByText(`rex: ${reason}`);
      await expect(code.or(stopped).first()).toBeVisible();
      // Within a day after people ended a freeze, a session alone begins no other.
      if (await stopped.isVisible()) return false;
      await code.fill(await freshCode(product, rex));
      await part(page, 'Payouts').getByRole('button', { name: 'Freeze payouts' }).click();
      await expect(stopped).toBeVisible();
      return true;
    };
    await freeze('a drill');
    expect(await frozen()).toMatchObject({ by: 'operator:rex' });

    await part(page, 'plan').getByLabel('Reason').fill('a drill');
    await part(page, 'plan').getByRole('button', { name: 'Turn off' }).click();
    await expect(part(page, 'plan')).toContainText('Off');
    const members = await phone(browser, language);
    await enter(members, product, 'demo');
    const member = await members.newPage();
    const text = textsOf(language);
    // What it means for a withdrawal is said before anything is typed, and no time is promised.
    await member.goto(`${product.origin}/wallet/withdrawal`);
    await expect(member.getByText(text('wallet', 'withdrawal.frozen'))).toBeVisible();
    await expect(member.getByText(text('wallet', 'withdrawal.afterFreeze')).first()).toBeVisible();
    await expect(member.getByText(text('wallet', 'withdrawal.tipHours', { hours: 72 }))).toHaveCount(0);
    await shoot(member, `${language}-frozen-withdrawal`);
    await member.goto(`${product.origin}/plan`);
    await expect(member.getByRole('alert')).toBeVisible();

    // Alone nobody goes on.
    const ask = async (name: string, label: string) => {
      await part(page, name).getByLabel('Reason').fill('it is over');
      await part(page, name).getByLabel(`Type ${name.toLowerCase()}`).fill(name.toLowerCase());
      await part(page, name)
        .getByLabel('Code from the app')
        .fill(await freshCode(product, rex));
      await part(page, name).getByRole('button', { name: label }).click();
      await expect(part(page, name)).toContainText('Requested by');
      await expect(part(page, name).getByRole('button', { name: 'Approve' })).toHaveCount(0);
    };
    await ask('plan', 'Request to turn it on');
    await ask('Payouts', 'Request to resume payouts');
    await runCommand(product, 'ledger/verification/verify.ts');
    const other = await second.newPage();
    await other.goto(`${consoleOf(product)}/emergency`);
    for (const name of ['plan', 'Payouts']) {
      const where = part(other, name);
      await where.getByLabel('Reason').fill('seen it, too');
      await where.getByLabel(`Type ${name.toLowerCase()}`).fill(name.toLowerCase());
      await where.getByLabel('Code from the app').fill(await freshCode(product, ria));
      await where.getByRole('button', { name: 'Approve' }).click();
      await expect(where).not.toContainText('Requested by');
    }
    await expectAccessible(other);
    await shoot(other, 'emergency-dark');
    expect(await frozen()).toBeNull();
    await expect(async () => {
      await member.goto(`${product.origin}/plan`);
      await expect(member.getByRole('alert')).toHaveCount(0);
      await expect(member.getByRole('heading', { level: 1 })).toBeVisible();
    }).toPass({ timeout: 15_000 });
    await page.goto(`${consoleOf(product)}/emergency`);
    expect(await freeze('once more')).toBe(true);
    expect(await frozen()).toMatchObject({ reason: 'once more' });
    await Promise.all([context.close(), second.close(), members.close()]);
  });

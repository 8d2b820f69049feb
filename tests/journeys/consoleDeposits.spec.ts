import { readFile } from 'node:fs/promises';
import { languages } from '@trellis/api-contract';
import { expectAccessible } from '../support/axe.ts';
import { holdInSuspense, passOver } from '../support/consoleDeposits.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { consoleOf, enterConsole, freshCode } from '../support/operators.ts';
import { oneOf, turnOf, whoMayNot } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

/** One in each language: what came below the minimum is released, or sent back, by two treasurers, and its member sees it. */
for (const language of turnOf(
  'deposits',
  ['releases', 'members', 'system', 'deposits'],
  oneOf('deposits', languages),
)) {
  test(`a deposit below the minimum is released or sent back by two, in ${language}`, async ({ browser, product }) => {
    const text = textsOf(language);
    const label = (key: string, values?: Record<string, string | number>) => text('operator', key, values);
    await holdInSuspense(product, 'ren', languages.indexOf(language) + 1);
    const colorScheme = language === 'zh' ? 'dark' : 'light';
    const narrow = await phone(browser, language, { width: 320, colorScheme });
    const wide = await phone(browser, language, { width: 1280 });
    const tina = await enterConsole(narrow, product, `tina-deposits-${language}`, 'treasurer');
    const theo = await enterConsole(wide, product, `theo-deposits-${language}`, 'treasurer');
    const [asks, says] = [await narrow.newPage(), await wide.newPage()];
    const row = asks.getByRole('list', { name: label('place.deposits') }).getByRole('listitem');
    const sheet = asks.getByRole('dialog');
    const approval = says.getByRole('dialog');
    const members = await phone(browser, language);
    const shoot = async (page: typeof asks, name: string) => {
      await expectAccessible(page);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBeLessThanOrEqual(0);
      const folder = process.env.SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/deposits-${language}-${name}.png`, fullPage: true });
    };

    await test.step('what is in suspense is listed, kept as a view, and taken away as a file', async () => {
      await asks.goto(`${consoleOf(product)}/deposits`);
      await expect(row).toHaveCount(1);
      await expect(row).toContainText('ren');
      await shoot(asks, 'inSuspense');
      await asks.getByRole('button', { name: label('deposits.view.credited'), exact: true }).click();
      await expect(asks).toHaveURL(/state=credited/);
      const tools = asks.locator('summary').filter({ hasText: label('list.tools') });
      const openTools = async () => {
        if (!(await asks.getByRole('button', { name: label('views.title') }).isVisible())) await tools.click();
      };
      await openTools();
      await asks.getByRole('button', { name: label('views.title') }).click();
      const views = asks.getByRole('dialog');
      await views.getByLabel(label('views.name')).fill('done');
      await views.locator('button[type="submit"]').click();
      await expect(views.getByRole('link', { name: 'done' })).toBeVisible();
      await shoot(asks, 'views');
      await asks.keyboard.press('Escape');
      await asks.goBack();
      await openTools();
      const download = asks.waitForEvent('download');
      await asks.getByRole('link', { name: label('export.rows_one', { count: 1 }) }).click();
      expect(await readFile(await (await download).path(), 'utf8')).toMatch(
        /^\uFEFFid,time,member.*\r\n.*,ren,TRON,below_minimum,USDT,5\.00,/,
      );
      await asks.getByRole('button', { name: label('views.title') }).click();
      await views.getByRole('link', { name: 'done' }).click();
      await expect(asks).toHaveURL(/state=credited/);
      await asks.goBack();
    });

    await test.step('its release is asked for', async () => {
      await row.getByRole('button', { name: label('deposits.release') }).click();
      await sheet.getByRole('button', { name: label('deposits.reasonSeveral') }).click();
      await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, tina));
      await shoot(asks, 'sheet');
      await sheet.locator('button[type="submit"]').click();
      await expect(row).toContainText(label('deposits.asked', { by: tina.name }));
    });

    await test.step('another treasurer approves it, and the first page hears of it by itself', async () => {
      await says.goto(`${consoleOf(product)}/approvals`);
      const card = says.locator('section.card').filter({ hasText: label('approvals.action.deposit.release') });
      await expect(card).toContainText('ren');
      await shoot(says, 'approval-1280');
      await card.getByRole('button', { name: label('action.approve'), exact: true }).click();
      await approval.getByLabel(label('action.reason'), { exact: true }).fill('seen on the chain');
      await approval.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, theo));
      await approval.locator('button[type="submit"]').click();
      await expect(card).toHaveCount(0);
      // The first page hears of it by itself.
      await expect(row).toHaveCount(0);
      await expect(asks.getByText(label('deposits.empty.below_minimum'))).toBeVisible();
      await says.goto(`${consoleOf(product)}/deposits?state=credited&username=ren`);
      await expect(
        says
          .getByRole('list', { name: label('place.deposits') })
          .getByRole('listitem')
          .first(),
      ).toContainText('USD');
      await shoot(says, 'credited-1280');
    });

    await test.step('its member has it', async () => {
      await enter(members, product, 'ren');
      const answer = await members.request.get(`${product.origin}/api/v1/deposits`);
      const { deposits } = (await answer.json()) as { deposits: { state: string }[] };
      expect(deposits.map(({ state }) => state)).not.toContain('below_minimum');
    });

    await test.step('another is to be sent back, to an address that is one', async () => {
      await holdInSuspense(product, 'ren', languages.indexOf(language) + 11);
      await expect(row).toHaveCount(1);
      await row.getByRole('button', { name: label('deposits.return') }).click();
      await sheet
        .getByLabel(label('deposits.returnAddress', { chain: 'TRON' }))
        .fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv9');
      await sheet.getByRole('button', { name: label('deposits.reasonAsked') }).click();
      await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, tina));
      await sheet.locator('button[type="submit"]').click();
      await expect(sheet.getByText(text('errors', 'withdrawal.tron_address_invalid'))).toBeVisible();
      await sheet
        .getByLabel(label('deposits.returnAddress', { chain: 'TRON' }))
        .fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
      await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, tina));
      await shoot(asks, 'return');
      await sheet.locator('button[type="submit"]').click();
      await expect(row).toContainText(label('deposits.returnAsked', { by: tina.name }));
    });

    await test.step('once approved it is a withdrawal', async () => {
      await says.goto(`${consoleOf(product)}/approvals`);
      const second = says.locator('section.card').filter({ hasText: label('approvals.action.deposit.return') });
      await expect(second).toContainText('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
      await expect(second).toContainText(`${label('withdrawals.network')}: TRON`);
      await shoot(says, 'return-approval-1280');
      await second.getByRole('button', { name: label('action.approve'), exact: true }).click();
      await approval.getByLabel(label('action.reason'), { exact: true }).fill('seen with the member');
      await approval.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, theo));
      await approval.locator('button[type="submit"]').click();
      await expect(second).toHaveCount(0);
      await says.goto(`${consoleOf(product)}/deposits?state=returning`);
      await shoot(says, 'returning-1280');
      await says
        .getByRole('link', { name: label('deposits.toWithdrawal') })
        .first()
        .click();
      await expect(says.getByText(label('withdrawals.origin.deposit_return')).first()).toBeVisible();
      await shoot(says, 'return-withdrawal-1280');
    });

    await test.step('its member sees it, and may still cancel', async () => {
      const page = await members.newPage();
      await page.goto(`${product.origin}/wallet/topup`);
      await expect(page.getByText(text('wallet', 'topup.stateReturning')).first()).toBeVisible();
      const id = says.url().split('/').at(-1) ?? '';
      await page.goto(`${product.origin}/wallet/withdrawal?id=${id}`);
      await expect(
        page.getByText(text('wallet', 'withdrawal.depositHeld', { amount: '5.00\u00a0USDT' })),
      ).toBeVisible();
      await shoot(page, 'return-member');
    });

    await Promise.all([narrow.close(), wide.close(), members.close()]);
  });
}

for (const language of oneOf('faults', languages))
  test(`what a reader could not record is looked at again and closed by two, in ${language}`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(language);
    const label = (key: string, values?: Record<string, string | number>) => text('operator', key, values);
    const narrow = await phone(browser, language, { colorScheme: language === 'jp' ? 'dark' : 'light' });
    const wide = await phone(browser, language, { width: 1280 });
    const tina = await enterConsole(narrow, product, `tina-faults-${language}`, 'treasurer');
    const theo = await enterConsole(wide, product, `theo-faults-${language}`, 'treasurer');
    const [asks, says] = [await narrow.newPage(), await wide.newPage()];
    const shoot = async (page: typeof asks, name: string) => {
      await expectAccessible(page);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBeLessThanOrEqual(0);
      const folder = process.env.SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/faults-${language}-${name}.png`, fullPage: true });
    };
    const row = asks.getByRole('list', { name: label('faults.view') }).getByRole('listitem');
    const sheet = asks.getByRole('dialog');

    // Nothing is there, then it cannot be read, then something waits.
    await asks.goto(`${consoleOf(product)}/deposits?state=faults`);
    await expect(asks.getByText(label('faults.empty'))).toBeVisible();
    await shoot(asks, 'empty');
    await asks.route('**/ops/api/v1/deposits/faults*', (route) => route.abort());
    await asks.reload();
    await expect(asks.getByText(text('kit', 'failure.read'))).toBeVisible();
    await asks.unroute('**/ops/api/v1/deposits/faults*');
    await passOver(product, languages.indexOf(language) + 1);
    await asks.getByRole('button', { name: text('kit', 'failure.retry') }).click();
    await expect(row).toContainText(label('faults.notLooked'));
    await shoot(asks, 'open');
    await says.goto(consoleOf(product));
    await says.getByRole('link', { name: label('home.faults') }).click();
    await expect(says).toHaveURL(/deposits[?]state=faults/);
    await shoot(says, 'open-1280');

    await row.getByRole('button', { name: label('faults.look') }).focus();
    await asks.keyboard.press('Enter');
    await sheet.getByRole('button', { name: label('faults.reasonMember') }).click();
    await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, tina));
    await shoot(asks, 'look');
    await sheet.locator('button[type="submit"]').click();
    // The reader looks by itself, and the page hears of it.
    await expect(row).toContainText(label('faults.finding.absent'), { timeout: 20_000 });
    await row.getByRole('button', { name: label('faults.close'), exact: true }).click();
    await sheet.getByRole('button', { name: label('faults.reasonExplorer') }).click();
    await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, tina));
    await shoot(asks, 'close');
    await sheet.locator('button[type="submit"]').click();
    await expect(row).toContainText(label('faults.closingAsked', { by: tina.name }));
    await shoot(asks, 'asked');

    await says.goto(`${consoleOf(product)}/approvals`);
    const card = says.locator('section.card').filter({ hasText: label('approvals.action.chain_fault.close') });
    await expect(card).toContainText(label('faults.finding.absent'));
    await shoot(says, 'approval-1280');
    await card.getByRole('button', { name: label('action.approve'), exact: true }).click();
    const approval = says.getByRole('dialog');
    await approval.getByLabel(label('action.reason'), { exact: true }).fill('nothing to us');
    await approval.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, theo));
    await approval.locator('button[type="submit"]').click();
    await expect(card).toHaveCount(0);
    await expect(asks.getByText(label('faults.empty'))).toBeVisible();
    await says.goto(`${consoleOf(product)}/deposits?state=faults`);
    await says.getByRole('button', { name: label('faults.closed'), exact: true }).click();
    await expect(says.getByText(label('faults.noDeposit', { by: theo.name })).first()).toBeVisible();
    await shoot(says, 'closed-1280');
    await Promise.all([narrow.close(), wide.close()]);
  });

for (const _ of whoMayNot('deposits'))
  test('whoever may see no deposits is informed', async ({ browser, product }) => {
    const context = await phone(browser, 'en');
    await enterConsole(context, product, 'sam-deposits', 'support');
    const page = await context.newPage();
    await page.goto(`${consoleOf(product)}/deposits`);
    await expect(page.getByText(textsOf('en')('operator', 'deposits.notYours'))).toBeVisible();
    await expectAccessible(page);
    await context.close();
  });

test('an operator is notified two minutes before the session ends, and one press goes on', async ({
  browser,
  product,
}) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en', { width: 320 });
  await enterConsole(context, product, 'ivy-deposits', 'treasurer');
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${consoleOf(product)}/deposits`);
  await expect(page.getByRole('list', { name: text('operator', 'deposits.readers') })).toBeVisible();
  const requests: (string | undefined)[] = [];
  await page.route('**/ops/api/v1/session', async (route) => {
    requests.push(route.request().headers()['x-background']);
    const now = await page.evaluate(() => Date.now());
    const [idleEndsAt, endsAt] = [110_000, 3_600_000].map((ms) => new Date(now + ms).toISOString());
    await route.fulfill({ json: { operator: { name: 'ivy-deposits', roles: ['treasurer'] }, idleEndsAt, endsAt } });
  });
  await page.clock.fastForward('12:00');
  expect(requests).toEqual([]);
  await page.clock.fastForward('01:00');
  const bar = page.getByRole('status').filter({ hasText: text('operator', 'idle.ends_other', { count: 2 }) });
  await expect(bar).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 320, height: 420 });
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(50);
  await expect(bar).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/deposits-idle.png` });
  await bar.getByRole('button', { name: text('operator', 'idle.stay') }).click();
  await expect(bar).toHaveCount(0);
  // The first was the page's own, which prolongs nothing; the second was somebody's.
  expect(requests).toEqual(['1', undefined]);

  await page.setViewportSize({ width: 320, height: 740 });
  await page.getByRole('link', { name: text('operator', 'place.incident'), exact: true }).click();
  await page.getByRole('button', { name: text('operator', 'incident.freeze'), exact: true }).click();
  const sheet = page.getByRole('dialog');
  const reason = sheet.getByLabel(text('operator', 'action.reason'), { exact: true });
  await reason.fill('a long thought');
  await page.clock.fastForward('13:00');
  const inSheet = sheet.getByRole('status').filter({ has: page.getByRole('button') });
  await expect(inSheet).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  if (folder) await page.screenshot({ path: `${folder}/deposits-idle-sheet.png` });
  await inSheet.getByRole('button').click();
  await expect(inSheet).toHaveCount(0);
  await expect(reason).toHaveValue('a long thought');
  await context.close();
});

import type { Page } from '@playwright/test';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { nextStep } from '../support/nextStep.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

const transfers = '**/api/v1/transfers';

for (const [language, username] of oneOf('closed page', [
  ['en', 'demo'],
  ['jp', 'demoright'],
] as const)) {
  const text = textsOf(language);
  const to = username === 'demo' ? 'demoleft' : 'demo';
  const write = async (page: Page, amount: string) => {
    await page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true }).fill(to);
    await page.getByLabel(text('wallet', 'transfer.amount')).first().fill(amount);
  };
  const submit = async (page: Page, amount: string) => {
    await nextStep(page, text).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `${amount} USD` })
      .click();
  };

  test(`a page that is closed at any step loses nothing, and sends nothing twice, in ${language}`, async ({
    browser,
    product,
  }) => {
    const context = await phone(browser, language);
    await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
    await enter(context, product, username);
    const address = `${product.origin}/wallet/transfer`;
    let page = await context.newPage();
    const reopen = async () => {
      await page.close();
      page = await context.newPage();
      await page.goto(address);
    };

    await test.step('while it was written: it is loaded again with what was written', async () => {
      await page.goto(address);
      await write(page, '3.5');
      await page.reload();
      await expect(page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true })).toHaveValue(to);
      await expect(page.getByLabel(text('wallet', 'transfer.amount')).first()).toHaveValue('3.5');
    });

    await test.step('before it arrived: nothing was done, and the next page says so', async () => {
      await page.route(transfers, (route) => route.abort());
      const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/transfers'));
      await submit(page, '3.50');
      await lost;
      await reopen();
      await expect(page.getByText(text('kit', 'flow.checking'), { exact: true })).toBeVisible();
      await expect(page.getByText(text('kit', 'flow.notDone'), { exact: true })).toBeVisible();
    });

    await test.step('after it was done: the next page shows the receipt', async () => {
      const done = new Promise<void>((resolve) => {
        void page.route(transfers, async (route) => {
          await route.fetch();
          resolve();
        });
      });
      await write(page, '4.25');
      await submit(page, '4.25');
      await done;
      await reopen();
      await expect(page.getByText(text('wallet', 'transfer.success'))).toBeVisible();
      await expect(page.getByRole('main')).toContainText('4.25');
    });

    await test.step('and after that there is nothing left to ask', async () => {
      await reopen();
      await expect(page.getByLabel(text('wallet', 'transfer.amount')).first()).toHaveValue('');
      await expect(page.getByText(text('kit', 'flow.checking'), { exact: true })).toHaveCount(0);
      await expect(page.getByText('−4.25 USD')).toHaveCount(1);
      await expect(page.getByText('−3.50 USD')).toHaveCount(0);
    });
    await context.close();
  });
}

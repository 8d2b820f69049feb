import { readFile, writeFile } from 'node:fs/promises';
import { languages } from '@trellis/api-contract';
import { runningPostgresUrl, verifyAll } from '../../api/src/testing/index.ts';
import { expectAccessible } from '../support/axe.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { nextStep } from '../support/nextStep.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

const shots = process.env.SHOTS;
const who = { en: 'emma', jp: 'hana', zh: 'lihua', ko: 'minjun' } as const;

for (const language of oneOf('exchange', languages)) {
  test(`exchange USD for USDT and back, in ${language}`, async ({ browser, product }) => {
    const text = textsOf(language);
    const context = await phone(browser, language);
    await enter(context, product, who[language]);
    const page = await context.newPage();
    const review = (amount: string) =>
      page.getByRole('button', { name: text('wallet', 'exchange.submit', { amount }), exact: true });

    await test.step('a rate comes when the amount is there, with its ring', async () => {
      await page.goto(`${product.origin}/wallet/exchange`);
      await page.getByLabel(text('wallet', 'exchange.amount')).fill('20');
      await expect(page.getByRole('timer')).toBeVisible();
      await expect(page.getByText('1 USD = 1.0000 USDT')).toBeVisible();
      await expect(page.getByRole('textbox', { name: new RegExp(`^${text('wallet', 'exchange.to')}`) })).toHaveValue(
        '19.98',
      );
      await expectAccessible(page);
    });

    await test.step('it is confirmed with what it costs and gives, and credited', async () => {
      await review('20.00 USD').click();
      const sheet = page.getByRole('dialog');
      await expect(sheet.getByText('0.02 USDT')).toBeVisible();
      await expect(sheet.getByText('19.98 USDT')).toBeVisible();
      await expect(sheet.getByRole('timer')).toBeVisible();
      await expectAccessible(page);
      await sheet.getByRole('button', { name: text('wallet', 'exchange.submit', { amount: '20.00 USD' }) }).click();
      await expect(page.getByText(text('wallet', 'exchange.success'))).toBeVisible();
    });

    await test.step('the receipt begins with amount, fee and received, and is given away as a picture', async () => {
      const receipt = page.getByRole('region', { name: text('kit', 'flow.receipt') });
      const labels = await receipt.locator('dt').allInnerTexts();
      expect(labels.slice(0, 4)).toEqual([
        text('kit', 'flow.amount'),
        text('kit', 'flow.fee'),
        text('kit', 'flow.received'),
        text('wallet', 'exchange.rate'),
      ]);
      await page.getByRole('button', { name: text('kit', 'flow.share') }).click();
      const preview = page.getByRole('dialog');
      await expect(preview.getByRole('img')).toHaveAccessibleName(/20\.00 USD/);
      await preview.getByRole('checkbox', { name: text('kit', 'flow.hideAmount') }).check();
      // Neither the title, nor the figure, nor a row.
      await expect(preview.getByRole('img')).not.toHaveAccessibleName(/20\.00|19\.98/);
      if (shots) await page.screenshot({ path: `${shots}/receipt-sheet-${language}.png` });
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        preview.getByRole('button', { name: text('kit', 'flow.send') }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('receipt.png');
      const picture = await readFile(await download.path());
      expect(picture.subarray(1, 4).toString()).toBe('PNG');
      expect(picture.readUInt32BE(16)).toBe(1080);
      if (shots) await writeFile(`${shots}/receipt-${language}.png`, picture);
      await page.getByRole('button', { name: text('wallet', 'exchange.continue') }).click();
      // Nothing was typed yet, so nothing is wrong.
      await expect(page.getByLabel(text('wallet', 'exchange.amount'))).toHaveValue('');
      await expect(page.getByText(text('errors', 'field.required'))).toHaveCount(0);
    });

    await test.step('the other way round, all that is there', async () => {
      await page.getByRole('button', { name: text('wallet', 'exchange.swap') }).click();
      await page.getByRole('button', { name: '50%', exact: true }).click();
      await expect(page.getByLabel(text('wallet', 'exchange.amount'))).toHaveValue('9.99');
      await page.getByRole('button', { name: text('kit', 'amount.maximum') }).click();
      await expect(page.getByLabel(text('wallet', 'exchange.amount'))).toHaveValue('19.98');
      await review('19.98 USDT').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('wallet', 'exchange.submit', { amount: '19.98 USDT' }) })
        .click();
      await expect(page.getByText(text('wallet', 'exchange.success'))).toBeVisible();
    });

    await test.step('the records report it as one, with both sides', async () => {
      await page.goto(`${product.origin}/wallet`);
      const row = page.getByRole('listitem').filter({ hasText: '−19.98 USDT' });
      await expect(row).toContainText('+19.98 USD');
      await expect(row).toContainText(text('wallet', 'exchange.title'));
    });

    const findings = await verifyAll(await runningPostgresUrl(product.dataDir));
    expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
    await context.close();
  });
}

test('a rate that has run out is renewed by a press, and a lost answer is found again', async ({
  browser,
  product,
}) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en', { width: 320, colorScheme: 'dark' });
  await enter(context, product, 'demo');
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${product.origin}/wallet/exchange`);
  let quotes = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/exchanges/quotes')) quotes += 1;
  });
  await page.getByLabel(text('wallet', 'exchange.amount')).fill('30');
  await page.clock.runFor(600);
  await expect(page.getByRole('timer')).toBeVisible();
  await page.clock.runFor(31_000);
  await expect(page.getByText(text('wallet', 'exchange.over'))).toHaveCount(1);
  await page.clock.runFor(60_000);
  // Nothing was asked for behind the member's back, and what was typed is still there.
  expect(quotes).toBe(1);
  await expect(page.getByLabel(text('wallet', 'exchange.amount'))).toHaveValue('30');
  const renew = text('wallet', 'exchange.getNew');
  await page.getByRole('button', { name: renew }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  expect(quotes).toBe(2);

  // In the sheet, too, nothing can be done with a rate that is over.
  await nextStep(page, text).click();
  await page.clock.runFor(31_000);
  const sheet = page.getByRole('dialog');
  await expect(
    sheet.getByRole('button', { name: text('wallet', 'exchange.submit', { amount: '30.00 USD' }) }),
  ).toHaveCount(0);
  await sheet.getByRole('button', { name: renew }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('timer')).toBeVisible();
  expect(quotes).toBe(3);

  // The answer is lost on its way, once.
  let lost = false;
  await page.route('**/api/v1/exchanges', async (route) => {
    if (lost) return route.continue();
    lost = true;
    await route.fetch();
    return route.abort();
  });
  await nextStep(page, text).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('wallet', 'exchange.submit', { amount: '30.00 USD' }) })
    .click();
  await expect(page.getByText(text('kit', 'flow.checking'))).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(page.getByText(text('wallet', 'exchange.success'))).toBeVisible();
  expect(lost).toBe(true);
  await context.close();
});

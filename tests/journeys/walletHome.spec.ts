import { readFile } from 'node:fs/promises';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { textsOf } from '../support/texts.ts';

const shots = process.env.SHOTS;

for (const [language, username] of [
  ['en', 'demo'],
  ['ko', 'minjun'],
] as const)
  test(`the wallet explains its numbers, hides them, and leads to every record, in ${language}`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(language);
    const wallet = (key: string, values = {}) => text('wallet', key, values);
    const context = await phone(browser, language, { colorScheme: language === 'ko' ? 'dark' : 'light' });
    await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
    await enter(context, product, username);
    const page = await context.newPage();
    await page.goto(product.origin);
    const total = page.getByRole('region', { name: wallet('total.label') });
    const shown = (await total.getByTestId('hero').textContent()) ?? '';
    expect(shown).toMatch(/^[\d,]+\.\d{2,6} USD$/);

    await test.step('how the total is made', async () => {
      await page.getByRole('button', { name: wallet('how.link') }).click();
      const sheet = page.getByRole('dialog');
      await expect(sheet).toContainText(wallet('how.available'));
      const amounts = await sheet.locator('dd').allInnerTexts();
      const micro = (amount = '') => {
        const [whole = '', fraction = ''] = amount.replace(/[^\d.]/g, '').split('.');
        return BigInt(whole + fraction.padEnd(6, '0'));
      };
      const [sum, ...parts] = amounts.map(micro).reverse();
      expect(parts.reduce((all, part) => all + part, 0n)).toBe(sum);
      expect(micro(shown)).toBe(sum);
      if (shots) await page.screenshot({ path: `${shots}/how-${language}.png` });
      await page.keyboard.press('Escape');
    });

    await test.step('amounts are covered, and stay so', async () => {
      await page.getByRole('button', { name: wallet('home.hide') }).click();
      await expect(page.getByRole('main')).not.toContainText(/\d\.\d{2} [A-Z]/);
      await expect(total).toContainText(text('kit', 'amount.hidden'));
      if (shots) await page.screenshot({ path: `${shots}/hidden-${language}.png`, fullPage: true });
      await page.reload();
      await expect(total).toContainText(text('kit', 'amount.hidden'));
      await page.getByRole('button', { name: wallet('home.show') }).click();
      await expect(total.getByTestId('hero')).toHaveText(shown);
    });

    await test.step('the reminder to bind goes when it is put aside', async () => {
      const notice = page.getByRole('region', { name: text('errors', 'twofactor.required') });
      await expect(notice.getByRole('link', { name: wallet('bind.go') })).toHaveAttribute('href', /googleAuth/);
      await notice.getByRole('button', { name: wallet('bind.cancel') }).click();
      await expect(notice).toHaveCount(0);
    });

    await test.step('all records, narrowed in the address, one by one, as a file', async () => {
      await page.getByRole('link', { name: wallet('record.seeAll') }).click();
      await page.getByRole('button', { name: wallet('record.opening'), exact: true }).click();
      await expect(page).toHaveURL(/\?kind=opening$/);
      const rows = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: wallet('record.opening') });
      await expect(rows.first()).toBeVisible();
      await page.getByLabel(wallet('record.from'), { exact: true }).fill('2099-01-01');
      await expect(page.getByText(wallet('record.filteredEmpty'))).toBeVisible();
      await page.reload();
      await expect(page.getByText(wallet('record.filteredEmpty'))).toBeVisible();
      if (shots) await page.screenshot({ path: `${shots}/records-${language}.png`, fullPage: true });
      await page.getByRole('button', { name: wallet('record.showAll') }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: wallet('record.csv') }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('records.csv');
      expect(await readFile(await download.path(), 'utf8')).toMatch(/^time,kind,unit,amount,/);
      await rows.first().click();
      await expect(page.getByText(wallet('record.reference'))).toBeVisible();
    });

    await test.step('this month as a statement', async () => {
      await page.goto(`${product.origin}/wallet/records`);
      await page
        .getByRole('button', { name: wallet('statement.sums') })
        .first()
        .click();
      const sheet = page.getByRole('dialog');
      await expect(sheet.getByText(wallet('statement.closing')).first()).toBeVisible();
      if (shots) await page.screenshot({ path: `${shots}/sums-${language}.png` });
      await page.keyboard.press('Escape');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('link', { name: wallet('statement.pdf') })
          .first()
          .click(),
      ]);
      expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    });
    await context.close();
  });

test('pulled down at its top, the wallet is read anew', async ({ browser, product }) => {
  const context = await phone(browser, 'en');
  await enter(context, product, 'demo');
  const page = await context.newPage();
  await page.goto(product.origin);
  await expect(page.getByTestId('hero')).toBeVisible();
  const finger = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 180, y }] });
  const read = page.waitForRequest(/\/api\/v1\/balances$/);
  await touch('touchStart', 120);
  for (let y = 130; y <= 260; y += 10) await touch('touchMove', y);
  await touch('touchEnd');
  await read;
  await context.close();
});

import { demoPassword, runningPostgresUrl, verifyAll } from '../../api/src/testing/index.ts';
import { expect, phone, test } from '../support/fixtures.ts';
import { tabTo } from '../support/keyboard.ts';
import { oneOf, turnOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

for (const colorScheme of turnOf('keyboard', ['taps', 'keyboard'], oneOf('keyboard', ['light', 'dark'] as const)))
  test(`a whole journey by keyboard alone, ${colorScheme}: log in, send, look it up, filter, log out`, async ({
    browser,
    product,
  }) => {
    const text = textsOf('en');
    const context = await phone(browser, 'en', { colorScheme });
    await context.addInitScript(() => localStorage.setItem('currentLanguage', 'en'));
    const page = await context.newPage();
    const { keyboard } = page;
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const sheet = page.getByRole('dialog');

    await test.step('log in', async () => {
      await page.goto(`${product.origin}/login`);
      await tabTo(page, page.getByLabel(text('shell', 'login.username'), { exact: true }));
      await keyboard.type('demo');
      await tabTo(page, page.getByLabel(text('shell', 'login.password'), { exact: true }));
      await keyboard.type(demoPassword);
      await keyboard.press('Enter');
      await page.waitForURL(`${product.origin}/`);
      await expect(page.getByTestId('hero')).toBeVisible();
    });

    await test.step('from the wallet to a transfer, and to its receipt', async () => {
      await tabTo(page, link(text('wallet', 'transfer.title')));
      await keyboard.press('Enter');
      await page.waitForURL(`${product.origin}/wallet/transfer`);
      await tabTo(page, page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true }));
      await keyboard.type('hana');
      await tabTo(page, page.getByRole('textbox', { name: text('wallet', 'transfer.amount') }));
      await keyboard.type('2');
      await expect(page.getByText(text('wallet', 'transfer.inLeft'), { exact: true })).toBeVisible();
      await keyboard.press('Enter');
      // What is asked is read first: the focus is on the sheet's heading, not on the button that pays.
      await expect(sheet.getByRole('heading').first()).toBeFocused();
      // Behind a sheet nothing is reached: the focus goes around inside it.
      const pay = sheet.getByRole('button', { name: '2.00 USD' });
      await tabTo(page, pay);
      await keyboard.press('Enter');
      await expect(page.getByText(text('wallet', 'transfer.success'))).toBeVisible();
      await expect(
        page.getByRole('heading', {
          name: text('wallet', 'transfer.headline', { username: 'hana', amount: '2.00 USD' }),
        }),
      ).toBeFocused();
      await tabTo(page, button(text('kit', 'flow.stay')));
      await keyboard.press('Enter');
    });

    await test.step('the records, narrowed by the filter sheet, and one of them', async () => {
      await tabTo(page, link(text('kit', 'screen.back')), true);
      await keyboard.press('Enter');
      await tabTo(page, link(text('wallet', 'record.seeAll')));
      await keyboard.press('Enter');
      await page.waitForURL(`${product.origin}/wallet/records`);
      const filters = button(text('wallet', 'record.filters'));
      await tabTo(page, filters);
      await keyboard.press('Enter');
      await tabTo(page, sheet.getByRole('button', { name: 'USD', exact: true }));
      await keyboard.press('Enter');
      await expect(page).toHaveURL(/unit=USD$/);
      await keyboard.press('Escape');
      await expect(sheet).toHaveCount(0);
      // Back where it was opened, which says now that something is chosen.
      await expect(page.getByRole('button', { name: text('wallet', 'record.filters') })).toBeFocused();
      const row = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: '−2.00 USD' })
        .getByRole('link')
        .first();
      await tabTo(page, row);
      await keyboard.press('Enter');
      // Over the list, which stays as it was: the focus is back on the row when the sheet closes.
      await expect(sheet.getByRole('heading').first()).toBeFocused();
      await expect(sheet.getByText('−2.00 USD')).toBeVisible();
      await keyboard.press('Escape');
      await expect(sheet).toHaveCount(0);
      await expect(row).toBeFocused();
    });

    await test.step('log out', async () => {
      await tabTo(page, page.getByTestId('places').getByRole('link', { name: text('account', 'home.title') }));
      await keyboard.press('Enter');
      await page.waitForURL(`${product.origin}/account`);
      await tabTo(page, page.getByRole('main').getByRole('button', { name: text('sdk', 'logOut.button') }));
      await keyboard.press('Enter');
      await tabTo(page, sheet.getByRole('button', { name: text('sdk', 'logOut.button') }));
      await keyboard.press('Enter');
      await page.waitForURL(`${product.origin}/login`);
    });

    const findings = await verifyAll(await runningPostgresUrl(product.dataDir));
    expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
    await context.close();
  });

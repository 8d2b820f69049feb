import { languages } from '@trellis/api-contract';
import type { OperatorEndpointName } from '@trellis/api-contract/operator';
import { runningPostgresUrl, verifyAll } from '../../api/src/testing/index.ts';
import { expectAccessible } from '../support/axe.ts';
import { payOnChain } from '../support/chain.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { nextStep } from '../support/nextStep.ts';
import { asOperator } from '../support/operatorCalls.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';
import { keepAddress } from '../support/withdrawals.ts';

const who = { en: 'emma', jp: 'hana', zh: 'lihua', ko: 'minjun' } as const;
/** Twenty blocks, two a second, and what the watcher and the page need. */
const untilFinal = { timeout: 40_000 };
const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

for (const language of oneOf('withdrawal', languages)) {
  test(`withdraw, be approved and paid, in ${language}`, async ({ browser, product }) => {
    const text = textsOf(language);
    const username = who[language];
    const context = await phone(browser, language);
    await enter(context, product, username);
    await keepAddress(product, username, 'TRON', address);
    const page = await context.newPage();

    await test.step('chain, an address of the book, amount', async () => {
      await page.goto(`${product.origin}/wallet/withdrawal`);
      await page.getByRole('button', { name: text('wallet', 'withdrawal.book') }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'My ledger' }).first().click();
      await expect(page.getByText('My ledger', { exact: true })).toBeVisible();
      await page.getByRole('textbox', { name: text('wallet', 'withdrawal.amount') }).fill('50');
      await expect(page.getByText('48.00 USDT')).toBeVisible();
    });

    await test.step('confirm with the whole address in groups', async () => {
      await nextStep(page, text).click();
      const sheet = page.getByRole('dialog');
      await expect(sheet.getByText('TJRa', { exact: true })).toBeVisible();
      await expect(sheet.getByText(text('wallet', 'withdrawal.compare'))).toBeVisible();
      await expectAccessible(page);
      await sheet.getByRole('button', { name: text('wallet', 'withdrawal.submit', { amount: '50.00 USD' }) }).click();
      await expect(page.getByText(text('wallet', 'withdrawal.success', { hours: '72' }))).toBeVisible();
      // Each fact of the receipt has a name of its own.
      await expect(page.getByRole('main').getByText(text('wallet', 'record.reference'), { exact: true })).toHaveCount(
        1,
      );
    });

    let id = '';
    await test.step('the timeline says what is waited for', async () => {
      await page.getByRole('link', { name: text('wallet', 'withdrawal.follow') }).click();
      await expect(
        page.getByRole('listitem').getByText(text('wallet', 'withdrawal.stepReview'), { exact: true }),
      ).toBeVisible();
      await expect(page.getByText(text('wallet', 'withdrawal.pendingReview')).first()).toBeVisible();
      id = new URL(page.url()).searchParams.get('id') ?? '';
      await expectAccessible(page);
    });

    await test.step('operators approve it and pay, and it is complete', async () => {
      const operator = (by: string, endpoint: OperatorEndpointName, revision: number, more: object = {}) =>
        asOperator(product, by, endpoint, { id, revision, reason: 'fine', ...more });
      await operator('ops-ann', 'approveWithdrawal', 1);
      const tx = await payOnChain(product, 'TRON', address, '48', 'custody');
      await operator('ops-cleo', 'claimPayout', 2);
      await operator('ops-cleo', 'recordPayout', 2, { tx });
      // The chain says that it is so, and the open page hears of it by itself.
      await expect(page.getByText(tx.slice(2))).toBeVisible(untilFinal);
      await expect(page.getByText(text('wallet', 'withdrawal.approved'))).toBeVisible(untilFinal);
      await page.goto(`${product.origin}/wallet/withdrawal`);
      await expect(page.locator(`a[href*="${id}"]`).getByText(text('wallet', 'withdrawal.approved'))).toBeVisible();
    });

    const findings = await verifyAll(await runningPostgresUrl(product.dataDir));
    expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
    await context.close();
  });
}

test('a new address has to wait, one that only looks alike is shown, and a withdrawal is cancelled', async ({
  browser,
  product,
}) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en', { width: 320, colorScheme: 'dark' });
  await enter(context, product, 'demo');
  const kept = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  await keepAddress(product, 'demo', 'BSC', kept);
  const page = await context.newPage();
  await page.goto(`${product.origin}/wallet/withdrawal`);
  const field = page.getByRole('textbox', { name: text('wallet', 'withdrawal.address') });
  const asset = (name: string) =>
    page.getByRole('group', { name: text('wallet', 'withdrawal.asset') }).getByRole('radio', { name, exact: true });
  const chain = (name: string) =>
    page.getByRole('group', { name: text('wallet', 'withdrawal.chain') }).getByRole('radio', { name });
  const bsc = text('wallet', 'withdrawal.networkBSC');
  await test.step('BTC and ON are paid out, too, and the field says which address it takes', async () => {
    for (const [payout, network, placeholder] of [
      ['BTC', text('wallet', 'withdrawal.networkBTC'), 'withdrawal.placeholderBTC'],
      ['ON', bsc, 'withdrawal.placeholderON'],
      ['USDT', bsc, 'withdrawal.placeholderUSDT'],
    ] as const) {
      await asset(payout).check();
      await chain(network).check();
      await expect(field).toHaveAttribute('placeholder', text('wallet', placeholder));
      await expect(page.getByText(text('errors', 'rate.unavailable'))).toHaveCount(0);
      // Before any address is typed: that the first one will have to wait.
      await expect(page.getByText(text('wallet', 'withdrawal.bookFirst_other', { count: 24 }))).toHaveCount(
        payout === 'BTC' ? 1 : 0,
      );
    }
  });

  await test.step('a book without an address offers to keep the one that was pasted', async () => {
    await asset('BTC').check();
    await field.fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    await page.getByRole('button', { name: text('wallet', 'withdrawal.book') }).click();
    await expect(page.getByRole('dialog').getByText(text('wallet', 'withdrawal.bookEmpty'))).toBeVisible();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('wallet', 'withdrawal.keep') })
      .click();
    await expect(page.getByRole('dialog').getByLabel(text('wallet', 'withdrawal.label'))).toBeVisible();
    await page.keyboard.press('Escape');
    await field.fill('');
  });

  await test.step('TON is named, says that it is not open, and takes nothing', async () => {
    await asset('ON').check();
    await chain('TON').check();
    await expect(field).toHaveAttribute('placeholder', text('wallet', 'withdrawal.placeholderTON'));
    await expect(field).toBeDisabled();
    await expect(page.getByText(text('wallet', 'withdrawal.notOpenTON'))).toBeVisible();
    await nextStep(page, text).click();
    await expect(chain('TON')).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectAccessible(page);
    await asset('USDT').check();
    await chain(bsc).check();
  });

  await test.step('what is no address is shown when the field is left', async () => {
    await field.fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD');
    await page.getByRole('textbox', { name: text('wallet', 'withdrawal.amount') }).fill('30');
    await expect(page.getByText(text('errors', 'withdrawal.address_invalid'))).toBeVisible();
  });

  await test.step('a twin of a kept address raises an alarm', async () => {
    await field.fill(`${kept.slice(0, 6)}${'1'.repeat(32)}${kept.slice(-4)}`.toLowerCase());
    await expect(page.getByText(text('wallet', 'withdrawal.lookAlike'))).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a new one is added to the book, and is held for a day', async () => {
    await field.fill('0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359');
    await expect(page.getByText(text('wallet', 'withdrawal.newAddress'))).toBeVisible();
    await nextStep(page, text).click();
    await expect(page.getByText(text('errors', 'withdrawal.address_unknown'))).toBeVisible();
    await page.getByRole('button', { name: text('wallet', 'withdrawal.keep') }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel(text('wallet', 'withdrawal.label')).fill('New one');
    await sheet.getByRole('button', { name: text('wallet', 'withdrawal.keep') }).click();
    // It waits, and nothing is wrong with it.
    await expect(page.getByText(text('wallet', 'withdrawal.heldAddress_other', { count: 24 }))).toBeVisible();
    await expect(field).not.toHaveAttribute('aria-invalid');
    await nextStep(page, text).click();
    await expect(page.getByText(/This address is new\. You can use it from/)).toBeVisible();
  });

  await test.step('the kept one is taken by a tap, and the withdrawal cancelled', async () => {
    await page.getByRole('radio', { name: 'My ledger' }).check();
    await expect(field).toHaveValue(kept);
    await expect(page.getByText('My ledger', { exact: true })).toBeVisible();
    await nextStep(page, text).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('wallet', 'withdrawal.submit', { amount: '30.00 USD' }) })
      .click();
    await page.getByRole('link', { name: text('wallet', 'withdrawal.follow') }).click();
    await page.getByRole('button', { name: text('wallet', 'withdrawal.cancel') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('wallet', 'withdrawal.cancel') })
      .click();
    await expect(page.getByRole('status').getByText('Cancelled by you')).toBeVisible();
    await expect(page.getByText(text('wallet', 'withdrawal.returned', { amount: '30.00 USD' }))).toBeVisible();
    for (const failed of ['withdrawal.rejected', 'withdrawal.received'])
      await expect(page.getByText(text('wallet', failed), { exact: true })).toHaveCount(0);
  });
  await context.close();
});

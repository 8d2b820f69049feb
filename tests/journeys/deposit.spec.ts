import type { Page } from '@playwright/test';
import type { Language } from '@trellis/api-contract';
import { languages } from '@trellis/api-contract';
import { runningPostgresUrl, verifyAll } from '../../api/src/testing/index.ts';
import { expectAccessible } from '../support/axe.ts';
import { payOnChain } from '../support/chain.ts';
import { enter, expect, mailedCode, phone, test } from '../support/fixtures.ts';
import { startProduct } from '../support/product.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

const who = { en: 'emma', jp: 'hana', zh: 'lihua', ko: 'minjun' } as const;
/** Fifteen blocks, two a second, and what the watcher and the page need. */
const untilCredited = { timeout: 30_000 };

/** The address as it stands there in groups. */
const addressOn = async (page: Page): Promise<string> =>
  ((await page.getByTestId('deposit-address').textContent()) ?? '').replaceAll(/\s/g, '');

async function inspect(page: Page): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${Date.now()}.png`, fullPage: true });
  await expectAccessible(page);
}

/** Network, amount, address, verification: until the address may be used. @returns it */
async function openAddress(page: Page, language: Language): Promise<string> {
  const text = textsOf(language);
  await page.getByText('BSC (BEP20)').first().click();
  await page.getByRole('button', { name: text('wallet', 'topup.generate') }).click();
  const address = await addressOn(page);
  await expect(page.getByRole('img')).toHaveCount(0);
  await expect(page.getByRole('button', { name: text('wallet', 'topup.copy') })).toHaveCount(0);
  await page.getByLabel(text('wallet', 'topup.lastCharacters')).fill(address.slice(-6));
  return address;
}

for (const language of oneOf('deposit', languages)) {
  test(`a deposit is made, and seen to be credited without a touch, in ${language}`, async ({ browser, product }) => {
    const text = textsOf(language);
    const context = await phone(browser, language, { colorScheme: language === 'ko' ? 'dark' : 'light' });
    await context.grantPermissions(['clipboard-write']);
    await enter(context, product, who[language]);
    const page = await context.newPage();
    let address = '';

    await test.step('how much is needed is reported before', async () => {
      await page.goto(`${product.origin}/wallet/topup`);
      await page.getByLabel(text('wallet', 'topup.amount')).fill('25.5');
      await expect(page.getByText('25.50 USDT')).toBeVisible();
      await inspect(page);
    });

    await test.step('the address is of no use until it is verified', async () => {
      address = await openAddress(page, language);
      await page.getByLabel(text('wallet', 'topup.lastCharacters')).fill('zzzzzz');
      const verify = page.getByRole('button', { name: text('wallet', 'topup.verify') });
      await verify.click();
      await expect(page.getByText(text('errors', 'deposit.characters_differ'))).toBeVisible();
      await inspect(page);
      await page.getByLabel(text('wallet', 'topup.lastCharacters')).fill(address.slice(-6));
      await verify.click();
      await expect(page.getByRole('img', { name: text('wallet', 'topup.qr', { standard: 'BEP20' }) })).toBeVisible();
    });

    await test.step('it is copied whole', async () => {
      await page.getByRole('button', { name: text('wallet', 'topup.copy') }).click();
      await expect(page.getByText(text('wallet', 'topup.copied'))).toBeVisible();
      const elsewhere = await context.newPage();
      await elsewhere.setContent('<textarea autofocus></textarea>');
      await elsewhere.locator('textarea').press('ControlOrMeta+v');
      await expect(elsewhere.locator('textarea')).toHaveValue(address);
      await elsewhere.close();
    });

    await test.step('what is sent shows block by block, and then on the balance', async () => {
      await payOnChain(product, 'BSC', address, '25.5');
      await expect(page.getByText(/\b[1-9]\/15/).first()).toBeVisible();
      await inspect(page);
      await expect(page.getByText(text('wallet', 'topup.inBalance'))).toBeVisible(untilCredited);
      await expect(page.getByText('25.50', { exact: false }).first()).toBeVisible();
      await inspect(page);
      await page.getByRole('button', { name: text('wallet', 'topup.continue') }).click();
      const records = page.getByRole('list', { name: text('wallet', 'topup.records') });
      await expect(records.getByText(text('wallet', 'topup.stateCredited'), { exact: true })).toBeVisible();
    });

    await test.step('the wallet’s records have it', async () => {
      await page.goto(`${product.origin}/wallet`);
      await expect(page.getByText('+25.50 USD')).toBeVisible();
    });

    const findings = await verifyAll(await runningPostgresUrl(product.dataDir));
    expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
    await context.close();
  });
}

test('less than the minimum is said before, and kept in suspense after; what comes early is held until the code is there', async ({
  browser,
}) => {
  const text = textsOf('en');
  const product = await startProduct({ env: { SECOND_FACTOR: 'on' } });
  try {
    const context = await phone(browser, 'en', { width: 320 });
    await enter(context, product, 'emma');
    const page = await context.newPage();
    await page.goto(`${product.origin}/wallet/topup`);
    await page.getByLabel(text('wallet', 'topup.amount')).fill('9');
    await expect(page.getByText('9.00 USDT')).toBeVisible();
    await page.getByRole('button', { name: text('wallet', 'topup.generate') }).click();
    await expect(page.getByText(text('errors', 'money.below_minimum', { minimum: '10.00 USDT' }))).toBeVisible();
    await page.getByLabel(text('wallet', 'topup.amount')).fill('');
    const address = await openAddress(page, 'en');
    await payOnChain(product, 'BSC', address, '9');
    await payOnChain(product, 'BSC', address, '40');
    await expect(page.getByText(text('wallet', 'topup.stateBelow'))).toBeVisible(untilCredited);
    await expect(page.getByText(text('wallet', 'topup.stateHeld'))).toBeVisible();

    await page.getByRole('button', { name: text('kit', 'code.send') }).click();
    const code = page.getByLabel(text('kit', 'code.label'));
    await expect(async () => code.fill(await mailedCode(product, 'emma@example.com'))).toPass();
    await page.getByRole('button', { name: text('wallet', 'topup.verify') }).click();
    await expect(page.getByText(text('wallet', 'topup.inBalance'))).toBeVisible();
    await expect(page.getByText(text('wallet', 'topup.stateHeld'))).toHaveCount(0);

    // What was not credited has no record, and can be asked about all the same.
    await page.goto(`${product.origin}/consulation`);
    const inSuspense = `${text('account', 'consulation.type.deposit')} · 9.00 USDT · ${text('account', 'consulation.notCredited')}`;
    const choice = page
      .getByLabel(text('account', 'consulation.record'))
      .locator('option')
      .filter({ hasText: inSuspense });
    await expect(choice).toHaveCount(1);
    await page.getByLabel(text('account', 'consulation.record')).selectOption((await choice.textContent()) ?? '');
    await page.getByLabel(text('account', 'consulation.text')).fill('Where are my 9 USDT?');
    await page.getByRole('button', { name: text('account', 'consulation.send'), exact: true }).click();
    await page.getByRole('link', { name: text('account', 'consulation.openSent') }).click();
    await expect(page.getByText(text('account', 'consulation.transaction'))).toBeVisible();
    await context.close();
  } finally {
    await product.stop();
    product.remove();
  }
});

import { enter, expect, phone, test } from '../support/fixtures.ts';
import { nextStep } from '../support/nextStep.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

for (const [language, username] of oneOf('offline', [
  ['zh', 'demoleft'],
  ['ko', 'demoright'],
] as const))
  test(`a transfer that is sent without a connection moves nothing, and goes when there is one, in ${language}`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(language);
    const kit = (key: string) => page.getByText(text('kit', key), { exact: true });
    const context = await phone(browser, language, { width: 320 });
    await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
    await enter(context, product, username);
    const page = await context.newPage();
    await page.goto(`${product.origin}/wallet/transfer`);
    await page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true }).fill('demo');
    await page.getByLabel(text('wallet', 'transfer.amount')).first().fill('6.75');
    await nextStep(page, text).click();
    const sheet = page.getByRole('dialog');
    const send = sheet.getByRole('button', { name: '6.75 USD' });
    await expect(send).toBeVisible();

    await context.setOffline(true);
    await expect(page.getByText(text('kit', 'offline.title')).first()).toBeVisible();
    await send.click();
    await expect(kit('flow.checking')).toBeVisible();
    await context.setOffline(false);
    await expect(kit('flow.notDone')).toBeVisible({ timeout: 20_000 });
    await send.click();
    await expect(page.getByText(text('wallet', 'transfer.success'))).toBeVisible();

    await page.goto(`${product.origin}/wallet/records?kind=transfer_out`);
    await expect(page.getByText('−6.75 USD')).toHaveCount(1);
    await context.close();
  });

test('what did not come without a connection comes by itself when there is one', async ({ browser, product }) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  await enter(context, product, 'demoleft');
  const page = await context.newPage();
  // What reads again comes after the first screen.
  const isOpen = page.waitForEvent('requestfinished', (request) => /\/openPage\.[^/]*\.js/.test(request.url()));
  await page.goto(`${product.origin}/wallet/records`);
  await expect(page.getByRole('heading', { name: text('wallet', 'record.title') })).toBeAttached();
  // The list under a filter that nobody has asked for yet.
  const filters = page.getByRole('group', { name: text('wallet', 'record.filter') });
  await expect(filters.getByRole('button').nth(2)).toBeVisible();
  await isOpen;

  await test.step('a list', async () => {
    await context.setOffline(true);
    await filters.getByRole('button').nth(2).click();
    const missing = page.getByText(text('kit', 'failure.read'));
    await expect(missing.first()).toBeVisible();
    await context.setOffline(false);
    await expect(missing).toHaveCount(0);
  });

  await test.step('a screen', async () => {
    await context.setOffline(true);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: text('sdk', 'place.team'), exact: true })
      .click();
    const card = page.getByRole('alert').getByRole('button', { name: text('kit', 'failure.retry') });
    await expect(card).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: text('team', 'invite.title'), exact: true })).toBeVisible();
    await expect(card).toHaveCount(0);
  });
  await context.close();
});

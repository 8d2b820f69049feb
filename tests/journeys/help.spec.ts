import { languages } from '@trellis/api-contract';
import { violations } from '../support/axe.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { textsOf } from '../support/texts.ts';

for (const [row, language] of languages.entries())
  test(`a question alongside an act leads to its answer, and others are found by a word, in ${language}`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(language);
    const account = (key: string) => text('account', key);
    const context = await phone(browser, language, { width: 320, colorScheme: row % 2 ? 'dark' : 'light' });
    await enter(context, product, 'sora');
    const page = await context.newPage();
    await page.goto(`${product.origin}/wallet/withdrawal`);
    await page.getByText(text('wallet', 'help.more')).click();
    await page.getByRole('link', { name: text('wallet', 'help.day') }).click();
    await expect(page).toHaveURL(/\/consulation\?about=day$/);
    await expect(page.getByText(account('help.day.a'))).toBeVisible();
    await expect(page.getByText(account('help.code.a'))).toBeHidden();
    expect(await violations(page)).toEqual([]);

    const search = page.getByRole('searchbox', { name: account('help.search') });
    await search.fill('usdp');
    await page.getByText(account('help.units.q')).click();
    await expect(page.getByText(account('help.units.a'))).toBeVisible();
    await expect(page.getByText(account('help.teamSight.q'))).toHaveCount(0);
    await search.fill('xyzzy');
    await expect(page.getByText(account('help.none'))).toBeVisible();
    await context.close();
  });

test('an address with another name than an answer’s is the ordinary page', async ({ browser, product }) => {
  const context = await phone(browser, 'en');
  await enter(context, product, 'sora');
  const page = await context.newPage();
  await page.goto(`${product.origin}/consulation?about=constructor`);
  await expect(page.getByRole('heading', { name: textsOf('en')('account', 'help.title') })).toBeVisible();
  await expect(page.locator('details[open]')).toHaveCount(0);
  await context.close();
});

test('whom a member sent to before is chosen by one tap', async ({ browser, product }) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  await enter(context, product, 'demo');
  const page = await context.newPage();
  await page.goto(`${product.origin}/wallet/transfer`);
  const recent = page.getByRole('group', { name: text('wallet', 'transfer.recent') });
  // Whoever it was last: other journeys send as well.
  const latest = recent.getByRole('button').first();
  await latest.click();
  await expect(latest).toHaveAttribute('aria-pressed', 'true');
  const name = (await latest.locator('[translate=no]').last().textContent()) ?? '';
  expect(name).not.toBe('');
  await expect(page.getByLabel(text('wallet', 'transfer.recipient'))).toHaveValue(name);
  expect(await recent.getByRole('button').count()).toBeLessThanOrEqual(5);
  // What the server says about the name, without another tap.
  const sides = [text('wallet', 'transfer.inLeft'), text('wallet', 'transfer.inRight')];
  await expect(page.getByText(new RegExp(`^(${sides.join('|')})$`))).toBeVisible();
  await context.close();
});

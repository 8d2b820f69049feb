import { languages } from '@trellis/api-contract';
import { type Client, newKey } from '../../api/src/testing/index.ts';
import { putForward } from '../support/authenticators.ts';
import { callerOf } from '../support/caller.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { type Product, startProduct } from '../support/product.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

const shots = process.env.SHOTS;

/** `1,234.56` as a whole number of ten-thousandths. */
const tenThousandths = (text: string): bigint => {
  const [, whole = '0', fraction = ''] = /([\d,]+)(?:\.(\d+))?/.exec(text) ?? [];
  return BigInt(whole.replaceAll(',', '') + fraction.slice(0, 4).padEnd(4, '0'));
};

const readers = [
  ['en', 'demo'],
  ['jp', 'hana'],
  ['zh', 'lihua'],
  ['ko', 'minjun'],
] as const;

/** Ten days on, in which each of those who look at their figures paid a fee twice. */
let later: Product;
test.beforeAll(async () => {
  later = await startProduct();
  for (const days of [4, 3, 3]) {
    for (const [, username] of readers) await exchangeSome(await callerOf(later, username));
    await putForward(later, days * 24);
  }
});
test.afterAll(() => later.stop());

async function exchangeSome(member: Client): Promise<void> {
  const { body } = await member.post('/api/v1/exchanges/quotes', { from: 'USD', to: 'USDT', amount: '10' });
  const { status, text } = await member.post('/api/v1/exchanges', { quote: body.id }, { 'idempotency-key': newKey() });
  if (status !== 201) throw new Error(`the exchange: ${status} ${text}`);
}

for (const [language, username] of oneOf('figures', readers))
  test(`the total over time, as a picture and as a table, in ${language}`, async ({ browser }) => {
    const wallet = (key: string, values = {}) => textsOf(language)('wallet', key, values);
    const context = await phone(browser, language, { colorScheme: language === 'zh' ? 'dark' : 'light' });
    await enter(context, later, username);
    const page = await context.newPage();
    await page.goto(later.origin);
    const total = (await page.getByTestId('hero').textContent()) ?? '';
    const card = page.getByRole('region', { name: wallet('over.title') });
    const picture = card.getByRole('img');
    await expect(picture).toHaveAccessibleName(new RegExp(total.replace('.', '\\.').replace(' ', '\\s')));

    const rows = card.locator('tbody tr');
    await card.getByText(wallet('over.table')).click();
    // From the day that one had something on.
    const shownOf = async (query: string): Promise<number> => {
      const history = await context.request.get(`${later.origin}/api/v1/balances/history${query}`);
      const { points } = (await history.json()) as { points: { total: { amount: string } }[] };
      return points.length - points.findIndex(({ total: { amount } }) => amount !== '0.00');
    };
    await expect(rows).toHaveCount(await shownOf(''));
    await expect(rows.first().locator('td')).toHaveText(total);
    const first = (await rows.last().locator('td').textContent()) ?? '';
    expect([first === total, first === '0.00 USD']).toEqual([false, false]);

    // A pointer reads it: at its left edge is the oldest, and what led before is back when it leaves.
    const since = new RegExp(`^${wallet('over.since', { date: '@' }).replace('@', '.+')}$`);
    await expect(card.getByText(since)).toBeVisible();
    const box = await picture.boundingBox();
    if (!box) throw new Error('there is no picture');
    await page.mouse.move(box.x + 1, box.y + box.height / 2);
    await expect(card.getByText(first).first()).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(card.getByText('−0.02 USD').first()).toBeVisible();

    await card.getByRole('button', { name: wallet('over.year') }).click();
    await expect(rows).toHaveCount(await shownOf('?span=year'));
    await expect(rows.first().locator('td')).toHaveText(total);
    if (shots) await page.screenshot({ path: `${shots}/over-${language}.png`, fullPage: true });

    await page.getByRole('button', { name: wallet('home.hide') }).click();
    await expect(picture).toHaveAccessibleName(wallet('over.title'));
    await expect(rows.first().locator('td')).not.toContainText(/\d/);
    await page.getByRole('button', { name: wallet('home.show') }).click();
    await context.close();
  });

test('a span that does not come is said, and the others are still to be had', async ({ browser }) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  await enter(context, later, 'demo');
  const page = await context.newPage();
  await page.route('**/balances/history?span=year', (route) => route.abort());
  await page.goto(later.origin);
  const card = page.getByRole('region', { name: text('wallet', 'over.title') });
  await expect(card.getByRole('img')).toBeVisible();
  await card.getByRole('button', { name: text('wallet', 'over.year') }).click();
  await expect(card.getByText(text('kit', 'failure.read'))).toBeVisible();
  await expect(card.getByRole('img')).toHaveCount(0);
  await card.getByRole('button', { name: text('wallet', 'over.quarter') }).click();
  await expect(card.getByRole('img')).toBeVisible();
  await card.getByRole('button', { name: text('wallet', 'over.year') }).click();
  await expect(card.getByText(text('kit', 'failure.read'))).toBeVisible();
  await page.unroute('**/balances/history?span=year');
  await card.getByRole('button', { name: text('kit', 'failure.retry') }).click();
  await expect(card.getByRole('img')).toBeVisible();
  await context.close();
});

for (const language of oneOf('another currency', languages))
  test(`the balance is shown in another currency as well, once a reader asks for it, in ${language}`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(language);
    const context = await phone(browser, language);
    await enter(context, product, 'emma');
    const page = await context.newPage();
    await page.goto(product.origin);
    const head = page.getByRole('region', { name: text('wallet', 'total.label') });
    await expect(head).not.toContainText(/JPY|KRW|EUR/);

    await page.goto(`${product.origin}/account`);
    const openChoice = () => page.getByRole('button', { name: text('account', 'settings.currency') }).click();
    const choice = page.getByRole('dialog').getByRole('combobox');
    await openChoice();
    await expect(choice).toHaveAccessibleDescription(text('account', 'settings.currencyText'));
    expect(await choice.locator('option').evaluateAll((all) => all.map((each) => each.getAttribute('value')))).toEqual([
      'off',
      'EUR',
      'JPY',
      'CNY',
      'KRW',
    ]);
    await choice.selectOption('JPY');
    if (shots) await page.screenshot({ path: `${shots}/currency-${language}.png`, fullPage: true });
    await page.goto(product.origin);
    const value = head.getByText('JPY', { exact: false });
    await expect(value).toBeVisible();
    const total = tenThousandths((await head.getByTestId('hero').textContent()) ?? '');
    expect(tenThousandths((await value.textContent()) ?? '')).toBe(((total * 156n + 5_000n) / 10_000n) * 10_000n);
    if (shots) await page.screenshot({ path: `${shots}/value-${language}.png` });
    await page.getByRole('button', { name: text('wallet', 'home.hide') }).click();
    await expect(head).toContainText(text('kit', 'amount.hidden'));
    await expect(head).not.toContainText('JPY');
    await page.getByRole('button', { name: text('wallet', 'home.show') }).click();

    await page.goto(`${product.origin}/account`);
    await openChoice();
    await choice.selectOption('off');
    await page.goto(product.origin);
    await expect(head.getByTestId('hero')).toBeVisible();
    await expect(head).not.toContainText('JPY');
    await context.close();
  });

import { answers, breakFile } from '../support/faults.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { openPlace } from '../support/places.ts';
import { textsOf } from '../support/texts.ts';

const text = textsOf('en');

/** What comes with the first screen that has a form, by file, and what is wrong with it on the way. */
const faults = [
  ['flow', 'js', 'not found', 'missing'],
  ['flow', 'js', 'hanging', 'timeout'],
  ['inputs', 'js', 'connection refused', 'other'],
  ['inputs', 'js', 'wrong digest', 'other'],
  ['inputs', 'css', 'not found', 'CSS_CHUNK_LOAD_FAILED'],
] as const;

for (const [file, ending, fault, detail] of faults)
  test(`${file}.${ending} is ${fault}: its screen has a card whose retry asks again`, async ({ browser, product }) => {
    const context = await phone(browser, 'en');
    await enter(context, product, 'demo');
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const address = new RegExp(`/assets/shell/[^/]+/${file}\\.[^/]+\\.${ending}`);
    const heal = await breakFile(page, address, answers[fault]);
    await page.goto(`${product.origin}/wallet`);
    const transfer = page.getByRole('link', { name: text('wallet', 'transfer.title'), exact: true });
    await expect(transfer).toBeVisible();
    const origin = await page.evaluate(() => performance.timeOrigin);
    // A member who opens no form loads none of it.
    expect(requests.filter((url) => /\/(?:flow|form|inputs)\./.test(url))).toEqual([]);

    await transfer.click();
    const card = page.getByRole('alert');
    await card.getByText(text('kit', 'failure.details')).click();
    await expect(card).toContainText(detail);
    // A place without a form of its own.
    await openPlace(page, 'plan');
    await expect(page.locator('a[href^="/plan/buy/"]').first()).toBeVisible();
    await openPlace(page, 'wallet');
    await transfer.click();
    await expect(card).toBeVisible();

    heal();
    await card.getByRole('button', { name: text('kit', 'failure.retry') }).click();
    await expect(page.getByLabel(text('wallet', 'transfer.amount')).first()).toBeVisible();
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(origin);
    await context.close();
  });

for (const [file, fault, detail] of [
  ['federation', 'not found', 'missing'],
  ['federation', 'hanging', 'timeout'],
  ['vendors-[^/]*federation', 'wrong digest', 'other'],
] as const)
  test(`the run-time that brings features in (${file}) is ${fault}: a card, and its retry brings the feature`, async ({
    browser,
    product,
  }) => {
    const context = await phone(browser, 'en');
    await enter(context, product, 'demo');
    const page = await context.newPage();
    const address = new RegExp(`/assets/shell/[^/]+/${file}[^/]*\\.js`);
    const heal = await breakFile(page, address, answers[fault]);
    // A file that hangs holds the page's "load" back, too.
    await page.goto(`${product.origin}/wallet`, { waitUntil: 'commit' });
    const card = page.getByRole('alert');
    await card.getByText(text('kit', 'failure.details')).click();
    await expect(card).toContainText(detail);
    // The shell itself works: its own screens need none of it.
    await expect(page.getByRole('navigation')).toBeVisible();

    heal();
    await card.getByRole('button', { name: text('kit', 'failure.retry') }).click();
    await expect(page.getByRole('link', { name: text('wallet', 'transfer.title'), exact: true })).toBeVisible();
    await context.close();
  });

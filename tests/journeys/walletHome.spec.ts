import { readFile } from 'node:fs/promises';
import { dayAfter, dayOf } from '@trellis/api-contract';
import { violations } from '../support/axe.ts';
import { bindByCalls } from '../support/binding.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

const shots = process.env.SHOTS;

const btcAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

for (const [language, username] of oneOf('wallet', [
  ['en', 'demo'],
  ['ko', 'minjun'],
] as const))
  test(`the wallet explains its numbers, hides them, and leads to every record, in ${language}`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(language);
    const wallet = (key: string, values = {}) => text('wallet', key, values);
    const context = await phone(browser, language, {
      colorScheme: language === 'ko' ? 'dark' : 'light',
      timeZone: 'UTC',
    });
    await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
    await enter(context, product, username);
    const page = await context.newPage();
    await page.goto(product.origin);
    const total = page.getByRole('region', { name: wallet('total.label') });
    const shown = (await total.getByTestId('hero').textContent()) ?? '';
    expect(shown).toMatch(/^[\d,]+\.\d{2,6} USD$/);
    const parts = page.getByRole('region', { name: wallet('total.parts') });
    await expect(parts.getByText(wallet('state.available'), { exact: true })).toBeVisible();

    const assets = page.getByRole('list', { name: wallet('asset.title') });
    await test.step('how the total is made', async () => {
      await expect(assets).toBeHidden();
      await page.getByRole('heading', { name: wallet('asset.title') }).click();
      await expect(assets.getByRole('listitem').first()).toContainText('USD');
      await page.getByRole('button', { name: wallet('how.link') }).click();
      const sheet = page.getByRole('dialog');
      await expect(sheet).toContainText(wallet('how.available'));
      const amounts = await sheet.locator('dd').allInnerTexts();
      const micro = (amount = '') => {
        const [whole = '', fraction = ''] = amount.replace(/[^\d.]/g, '').split('.');
        return BigInt(whole + fraction.padEnd(6, '0'));
      };
      const [sum, ...others] = amounts.map(micro).reverse();
      expect(others.reduce((all, part) => all + part, 0n)).toBe(sum);
      expect(micro(shown)).toBe(sum);
      if (shots) await page.screenshot({ path: `${shots}/how-${language}.png` });
      await page.keyboard.press('Escape');
    });

    await test.step('amounts are covered, and stay so, as what was opened does', async () => {
      await page.getByRole('button', { name: wallet('home.hide') }).click();
      await expect(page.locator('body')).not.toContainText(/\d\.\d{2} [A-Z]/);
      await expect(total).toContainText(text('kit', 'amount.hidden'));
      if (shots) await page.screenshot({ path: `${shots}/hidden-${language}.png`, fullPage: true });
      await page.reload();
      await expect(total).toContainText(text('kit', 'amount.hidden'));
      await expect(assets).toBeVisible();
      await page.getByRole('button', { name: wallet('home.show') }).click();
      await expect(total.getByTestId('hero')).toHaveText(shown);
    });

    await test.step('the reminder to bind goes when it is a dead letter', async () => {
      const notice = page.getByRole('region', { name: text('errors', 'twofactor.required') });
      await expect(notice.getByRole('link', { name: wallet('bind.go') })).toHaveAttribute('href', /googleAuth/);
      await notice.getByRole('button', { name: wallet('bind.cancel') }).click();
      await expect(notice).toHaveCount(0);
    });

    await test.step('all records, narrowed in the address, one by one, as a file', async () => {
      await page.getByRole('link', { name: wallet('record.seeAll') }).click();
      await page.getByRole('button', { name: wallet('record.opening'), exact: true }).click();
      await expect(page).toHaveURL(/\?kind=opening$/);
      // What could show nothing is not offered: nobody’s package has come back in a journey.
      await expect(page.getByRole('button', { name: wallet('record.package_release'), exact: true })).toHaveCount(0);
      const rows = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: wallet('record.opening') });
      await expect(rows.first()).toBeVisible();
      await page.getByRole('button', { name: wallet('record.filters') }).click();
      const sheet = page.getByRole('dialog');
      // The list behind follows at once, and the button counts it.
      await expect(
        sheet.getByRole('button', { name: wallet('record.showCount_other', { count: await rows.count() }) }),
      ).toBeVisible();
      await sheet.getByRole('button', { name: wallet('record.month') }).click();
      await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}$/);
      await sheet.getByRole('button', { name: wallet('record.month') }).click();
      await expect(page).toHaveURL(/\?kind=opening$/);
      await sheet.getByRole('button', { name: wallet('record.ownDates') }).click();
      await sheet.getByLabel(wallet('record.from'), { exact: true }).fill('2099-01-01');
      await sheet.getByRole('button', { name: wallet('record.showCount_other', { count: 0 }) }).click();
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
      expect(await readFile(await download.path(), 'utf8')).toMatch(
        /^\ufefftime,kind,unit,amount,.*,local_time,time_zone/,
      );
      // Over the list, and on a page of its own for who is sent there; the one as the other.
      await rows.first().click();
      const opened = page.getByRole('dialog', { name: wallet('record.opening') });
      await expect(opened.getByText(wallet('record.reference'), { exact: true })).toBeVisible();
      await expect(opened.getByTestId('hero')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      if (shots) await page.screenshot({ path: `${shots}/record-sheet-${language}.png` });
      const about = opened.getByRole('link', { name: wallet('record.ask') });
      await expect(about).toHaveAttribute('href', /^\/consulation\?record=[\da-f-]{36}$/);
      await page.keyboard.press('Escape');
      await expect(opened).toHaveCount(0);
      const address = await rows.first().getByRole('link').getAttribute('href');
      await page.goto(`${product.origin}${address}`);
      const whole = page.getByRole('region', { name: wallet('record.detail') });
      await expect(whole.getByText(wallet('record.reference'), { exact: true })).toBeVisible();
    });

    await test.step('on a phone whose clock is years behind, the last days are the product’s', async () => {
      const late = await context.newPage();
      await late.clock.setSystemTime(new Date('2006-11-26T12:00:00Z'));
      await late.goto(`${product.origin}/wallet/records`);
      await late.getByRole('button', { name: wallet('record.filters') }).click();
      await late
        .getByRole('dialog')
        .getByRole('button', { name: wallet('record.week') })
        .click();
      await expect(late).toHaveURL(new RegExp(`from=${dayAfter(dayOf(new Date()), -6)}$`));
      await late.close();
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
      const pdf = page.getByRole('link', { name: wallet('statement.pdf') }).first();
      // While the server is busy the page says so, and stays.
      const busy = { type: 'about:blank', title: 'busy', status: 503, code: 'server.busy', requestId: 'r' };
      const files = '**/api/v1/statements/*/pdf*';
      await page.route(files, (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          json: { ...busy, params: { seconds: 2 } },
        }),
      );
      await pdf.click();
      const notice = page.getByRole('alert').filter({ hasText: text('errors', 'server.busy', { seconds: 2 }) });
      await expect(notice).toBeVisible();
      expect(await violations(page)).toEqual([]);
      if (shots) await page.screenshot({ path: `${shots}/statement-busy-${language}.png`, fullPage: true });
      await page.unroute(files);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        notice.getByRole('button', { name: text('kit', 'failure.retry') }).click(),
      ]);
      await expect(notice).toHaveCount(0);
      expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    });
    await context.close();
  });

for (const [language, username] of oneOf('first steps', [
  ['en', 'noah'],
  ['jp', 'ren'],
  ['zh', 'weijie'],
  ['ko', 'yuna'],
] as const))
  test(`who has money and an authenticator is reminded of an address, which has to wait, in ${language}`, async ({
    browser,
    product,
  }) => {
    const wallet = (key: string, values = {}) => textsOf(language)('wallet', key, values);
    const context = await phone(browser, language, { colorScheme: language === 'jp' ? 'dark' : 'light' });
    await enter(context, product, username);
    const bound = await bindByCalls(context.request, product, username);
    const page = await context.newPage();
    await page.goto(product.origin);
    const steps = page.getByRole('region', { name: wallet('first.title') });
    await expect(steps).toContainText(wallet('first.progress', { done: 2, all: 3 }));
    // As many as there are in the list.
    await expect(steps.getByRole('list', { name: wallet('first.title') }).getByRole('listitem')).toHaveCount(3);
    const finished = steps.getByRole('listitem').filter({ hasText: wallet('first.done') });
    await expect(finished.filter({ hasText: wallet('first.bind') })).toBeVisible();
    await expect(finished.filter({ hasText: wallet('first.deposit') })).toBeVisible();
    await expect(steps.getByRole('link', { name: wallet('first.address') })).toHaveAttribute('href', /addresses/);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 812 });
    if (shots) await page.screenshot({ path: `${shots}/steps-320-${language}.png`, fullPage: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await steps.getByRole('button', { name: wallet('first.later') }).click();
    await expect(steps).toHaveCount(0);

    const kept = await context.request.post(`${product.origin}/api/v1/addresses`, {
      data: { chain: 'BTC', address: btcAddress, label: 'Cold store', code: bound.code() },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(kept.status()).toBe(200);
    await page.reload();
    await expect(page.getByRole('region', { name: wallet('total.label') })).toBeVisible();
    await expect(page.getByText(wallet('record.seeAll'))).toBeVisible();
    await expect(steps).toHaveCount(0);
    await context.close();
  });

test('pulled down at its top, the wallet is read again', async ({ browser, product }) => {
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

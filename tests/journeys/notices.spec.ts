import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { type Language, languages } from '@trellis/api-contract';
import { violations } from '../support/axe.ts';
import { callerOf } from '../support/caller.ts';
import { runOps } from '../support/command.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { approveAs, asOperator } from '../support/operatorCalls.ts';
import { consoleOf, enterConsole, freshCode } from '../support/operators.ts';
import { type Product, projectRoot, startProduct } from '../support/product.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

/** Its own: new terms would stand in the way of every other journey. */
let product: Product;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.stop();
  product.remove();
});

const languageNames = { en: 'English', jp: '日本語', zh: '中文', ko: '한국어' } as const;
const reader = { en: 'emma', jp: 'hana' } as const;
const shots = process.env.SHOTS;

async function open(browser: Browser, language: Language, username: string, path: string): Promise<Page> {
  const context = await phone(browser, language);
  await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
  await enter(context, product, username);
  const page = await context.newPage();
  await page.goto(product.origin + path);
  return page;
}

/** axe, and nothing wider than the page: as it is, and on the narrowest phone with twice the text. */
async function inspect(page: Page, name: string): Promise<void> {
  await expect(page.locator('.skeleton')).toHaveCount(0);
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  expect([name, await violations(page)]).toEqual([name, []]);
  await page.setViewportSize({ width: 320, height: 812 });
  await page.evaluate(() => document.documentElement.setAttribute('data-text-scale', '2'));
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect([name, overflow]).toEqual([name, 0]);
  await page.evaluate(() => document.documentElement.removeAttribute('data-text-scale'));
  await page.setViewportSize({ width: 375, height: 812 });
}

for (const language of oneOf('notices', ['en', 'jp'] as const)) {
  const text = textsOf(language);
  const account = (key: string, values = {}) => text('account', key, values);
  const username = reader[language];

  test(`what arrives is on the bell at once, and read when it is opened, in ${language}`, async ({ browser }) => {
    const page = await open(browser, language, username, '/account');
    const bell = (unread: number) =>
      page.locator('header').getByRole('link', {
        name: unread === 0 ? text('shell', 'notifications.label') : text('shell', 'notifications.unread', { unread }),
        exact: true,
      });
    await expect(bell(0)).toBeVisible();
    const demo = await callerOf(product, 'demo');
    expect((await demo.transfer(username, '12.5')).status).toBe(201);
    await expect(bell(1)).toBeVisible();
    await expect(page.getByText(account('notify.unreadCount', { unread: 1 }))).toBeVisible();
    await demo.transfer(username, '7');
    await expect(bell(2)).toBeVisible();

    await bell(2).click();
    const titleOf = (amount: string) => account('notify.transferReceived.title', { amount });
    await expect(page.getByText(titleOf('7.00 USD'))).toBeVisible();
    // The list that is open follows, too.
    await demo.transfer(username, '1');
    await expect(page.getByText(titleOf('1.00 USD'))).toBeVisible();
    await inspect(page, `notify-${language}`);

    await page.getByText(titleOf('12.50 USD')).click();
    await expect(
      page.getByText(account('notify.transferReceived.text', { amount: '12.50 USD', sender: 'demo' })),
    ).toBeVisible();
    await expect(bell(2)).toBeVisible();
    await inspect(page, `notify-detail-${language}`);
    await page.getByRole('link', { name: account('notify.open') }).click();
    // What it is about: the record of this very transfer.
    await expect(page).toHaveURL(/\/wallet\/records\/[\da-f-]{36}$/);
    await expect(page.locator('main').getByText('12.50 USD').first()).toBeVisible();

    await page.goto(`${product.origin}/notify`);
    await page.getByRole('button', { name: account('notify.kind.team'), exact: true }).click();
    await expect(page.getByText(account('notify.filteredEmpty'))).toBeVisible();
    await page.getByRole('button', { name: account('notify.kind.money'), exact: true }).click();
    await expect(page.getByText(titleOf('7.00 USD'))).toBeVisible();
    await page.getByRole('button', { name: account('notify.markAll') }).click();
    await expect(page.getByRole('img', { name: account('notify.unread'), exact: true })).toHaveCount(0);
    await page.goto(`${product.origin}/notify/detail/999999`);
    await expect(bell(0)).toBeVisible();
    await expect(page.getByText(account('notify.unknown'))).toBeVisible();
    await page.context().close();
  });

  test(`a question is asked, answered and closed, in ${language}`, async ({ browser }) => {
    const page = await open(browser, language, username, '/consulation');
    await expect(page.getByText(account('consulation.empty'))).toBeVisible();
    const field = page.getByLabel(account('consulation.text'), { exact: true });
    const send = page.getByRole('button', { name: account('consulation.send') });
    await send.click();
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel(account('consulation.type'), { exact: true }).selectOption('deposit');
    await page.getByLabel(account('consulation.record'), { exact: true }).selectOption({ index: 1 });
    await field.fill('Where is it?\nSecond line');
    await expect(page.getByText(account('consulation.count', { used: '24', most: '2,000' }))).toBeVisible();
    await inspect(page, `consulation-${language}`);

    await page.context().setOffline(true);
    // What the device says is a hint: the press is tried, and what was typed stays.
    await send.click();
    await expect(page.getByText(text('sdk', 'network.failed'))).toBeVisible();
    await page.context().setOffline(false);
    await send.click();
    await expect(page.getByRole('heading', { name: account('consulation.sent') })).toBeFocused();
    await page.getByRole('link', { name: account('consulation.openSent') }).click();
    await page.waitForURL(/\/consulation\/detail\/\d+$/);
    const status = (name: string) =>
      page.getByRole('main').getByText(account(`consulation.status.${name}`), { exact: true });
    await expect(status('received')).toBeVisible();
    const id = page.url().split('/').at(-1) ?? '';

    await runOps(product, 'answerInquiry', id, '--text', 'Here it is.', '--reason', 'asked');
    // The page has been without a network: its stream comes back after a while.
    await expect(page.getByText('Here it is.')).toBeVisible({ timeout: 30_000 });
    await expect(status('answered')).toBeVisible();
    await page.getByLabel(account('consulation.reply'), { exact: true }).last().fill('Thank you');
    await page.getByRole('button', { name: account('consulation.sendReply') }).click();
    await expect(page.getByText(account('consulation.replied'))).toBeVisible();
    await expect(page.getByText('Thank you', { exact: true })).toBeVisible();
    await inspect(page, `consulation-detail-${language}`);

    await page.getByRole('button', { name: account('consulation.close') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: account('consulation.close') })
      .click();
    await expect(page.getByText(account('consulation.closed'))).toBeVisible();
    await page.goto(`${product.origin}/consulation`);
    await expect(status('closed')).toBeVisible();
    expect((await runOps(product, 'getMemberInquiry', id)).messages).toMatchObject([{}, { author: 'operator' }, {}]);
    await page.context().close();
  });
}

test('an inquiry whose answer is lost is sent once', async ({ browser }) => {
  const text = textsOf('en');
  const page = await open(browser, 'en', 'oliver', '/consulation');
  let lost = 0;
  await page.route('**/api/v1/inquiries', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  const send = page.getByRole('button', { name: text('account', 'consulation.send') });
  await page.getByLabel(text('account', 'consulation.text'), { exact: true }).fill('Only once');
  await send.click();
  await expect(page.getByText(text('sdk', 'network.failed'))).toBeVisible();
  await send.click();
  await expect(page.getByRole('heading', { name: text('account', 'consulation.sent') })).toBeVisible();
  await expect(page.getByText('Only once')).toHaveCount(1);
  await page.context().close();
});

test('visitors read the documents in four languages', async ({ browser }) => {
  for (const language of languages) {
    const page = await (await phone(browser, language)).newPage();
    for (const document of ['terms', 'termservice'] as const) {
      await page.goto(`${product.origin}/${document}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        textsOf(language)('account', `${document}.title`),
      );
      await expect(page.getByRole('heading', { level: 2 })).not.toHaveCount(0);
      await inspect(page, `${document}-${language}`);
    }
    await page.context().close();
  }
});

/** One admin asks for the texts that come with the product once more, another approves them. @returns the number of the new version */
async function publishTerms(): Promise<string> {
  const { versions } = (await runOps(product, 'listTermsVersions')) as {
    versions: readonly { readonly document: string; readonly version: number }[];
  };
  const base = versions.find(({ document }) => document === 'terms')?.version;
  const texts = Object.fromEntries(
    languages.map((language) => [
      language,
      readFileSync(join(projectRoot, `api/src/identity/terms/texts/terms/${language}.md`), 'utf8'),
    ]),
  );
  const reason = 'a test';
  const { id } = await asOperator(
    product,
    'terms-ann',
    'askTerms',
    { document: 'terms', base, texts, reason },
    'admin',
  );
  await approveAs(product, 'terms-bob', id, { reason }, 'admin');
  return String(Number(base) + 1);
}

for (const [language, username] of oneOf('new terms', [
  ['en', 'demoleft'],
  ['ko', 'minjun'],
] as const))
  test(`new terms are asked for on the open page, and hold money until then, in ${language}`, async ({ browser }) => {
    const text = textsOf(language);
    const shell = (key: string) => text('shell', key);
    const page = await open(browser, language, username, '/wallet');
    await expect(page.getByRole('region', { name: text('wallet', 'total.label') })).toBeVisible();
    const version = await publishTerms();
    const sheet = page.getByRole('dialog', { name: shell('newTerms.title') });
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeVisible();
    await inspect(page, `new-terms-${language}`);
    const caller = await callerOf(product, username);
    expect((await caller.transfer('demo', '1')).problem.code).toBe('terms.acceptance_required');

    await sheet.getByRole('link', { name: shell('newTerms.terms'), exact: true }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByText(new RegExp(`(?<!\\d)${version}(?!\\d)`)).first()).toBeVisible();
    await page.goBack();
    await sheet.getByRole('button', { name: shell('newTerms.agree') }).click();
    await expect(sheet).toBeHidden();
    expect((await caller.transfer('demo', '1')).status).toBe(201);
    await page.goto(`${product.origin}/notify`);
    await expect(page.getByText(text('account', 'notify.termsChanged.title')).first()).toBeVisible();
    await expect(sheet).toBeHidden();
    await page.context().close();
  });

test('whoever does not agree can log out', async ({ browser }) => {
  const text = textsOf('en');
  const page = await open(browser, 'en', 'noah', '/wallet');
  await publishTerms();
  const sheet = page.getByRole('dialog', { name: text('shell', 'newTerms.title') });
  await sheet.getByRole('button', { name: text('shell', 'newTerms.logOut') }).click();
  await expect(page).toHaveURL(`${product.origin}/login`);
  await page.context().close();
});

for (const language of oneOf('terms by two', languages))
  test(`an admin asks for new terms in the console, another reads them there and approves, in ${language}`, async ({
    browser,
  }) => {
    const text = textsOf(language);
    const label = (key: string, values?: Record<string, string | number>) => text('operator', key, values);
    const [first, second] = [await phone(browser, language, { width: 320 }), await phone(browser, language)];
    const ada = await enterConsole(first, product, `terms-ada-${language}`, 'admin');
    const abe = await enterConsole(second, product, `terms-abe-${language}`, 'admin');
    const asks = await first.newPage();
    await asks.goto(`${consoleOf(product)}/notices`);
    await expect(asks.getByRole('heading', { name: label('terms.title') })).toBeVisible();
    await inspect(asks, `terms-${language}`);
    await asks
      .getByRole('button', { name: label('terms.next') })
      .first()
      .click();
    const sheet = asks.getByRole('dialog');
    const button = sheet.getByRole('button', { name: label('action.ask'), exact: true });
    await button.click();
    await expect(sheet.getByRole('alert').first()).toBeVisible();
    for (const each of languages) {
      await sheet.getByRole('button', { name: languageNames[each], exact: true }).click();
      await sheet
        .getByLabel(label('notices.text'), { exact: true })
        .fill(`# Asked in ${language}, ${each}\n\n## First\n\nWhat ${each} says.\n\nAnd more.`);
    }
    await sheet.getByLabel(label('action.reason'), { exact: true }).fill('a new fee');
    await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, ada));
    await inspect(asks, `terms-ask-${language}`);
    await button.click();
    await expect(sheet).toHaveCount(0);
    const title = async () => {
      const answer = await fetch(`${product.origin}/api/v1/documents/terms?language=${language}`);
      return ((await answer.json()) as { readonly title: string }).title;
    };
    expect(await title()).not.toContain(`Asked in ${language}`);

    const reads = await second.newPage();
    await reads.goto(`${consoleOf(product)}/approvals`);
    const card = reads.locator('section.card').filter({ hasText: label('approvals.action.terms.publish') });
    for (const each of languages) await expect(card).toContainText(`What ${each} says.`);
    await inspect(reads, `terms-approval-${language}`);
    await card.getByRole('button', { name: label('action.approve'), exact: true }).click();
    const approval = reads.getByRole('dialog');
    await approval.getByLabel(label('action.reason'), { exact: true }).fill('read in every language');
    await approval.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, abe));
    await approval.getByRole('button', { name: label('action.approve'), exact: true }).click();
    await expect(approval).toHaveCount(0);
    expect(await title()).toBe(`Asked in ${language}, ${language}`);
    await Promise.all([first.close(), second.close()]);
  });

test('the page of a session that was ended elsewhere goes to the log-in', async ({ browser }) => {
  const page = await open(browser, 'en', 'emma', '/notify');
  const cookies = await page.context().cookies();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const listening = page.waitForRequest((request) => request.url().endsWith('/member-events?of=emma'));
  await listening;
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  await fetch(`${product.origin}/api/v1/session`, {
    method: 'DELETE',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
  });
  await expect(page).toHaveURL(/\/login\?next=%2Fnotify$/);
  await page.context().close();
});

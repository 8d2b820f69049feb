import type { Page } from '@playwright/test';
import { languages, languageTag } from '@trellis/api-contract';
import { demoInvitation, runningPostgresUrl, verifyAll } from '../../api/src/testing/index.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { nextStep } from '../support/nextStep.ts';
import { someOf } from '../support/sample.ts';
import { fillSignUp } from '../support/signUp.ts';
import { textsOf } from '../support/texts.ts';

const shots = process.env.SHOTS;

/** The main job of the product, as a member does it, in English and one other language. */
for (const language of someOf('main job', languages, (language) => language === 'en')) {
  test(`register, see the wallet, receive and send, in ${language}`, async ({ browser, product }) => {
    const text = textsOf(language);
    const username = `member${language}`;
    const email = `${username}@example.org`;
    const context = await phone(browser, language, {
      colorScheme: language === 'jp' || language === 'ko' ? 'dark' : 'light',
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedScript|integrity/i.test(message.text())) complaints.push(message.text());
    });

    await test.step('register with an invitation, a side and a code from the mail', async () => {
      const began = Date.now();
      await page.goto(`${product.origin}/signup?code=${demoInvitation}&side=right`);
      await expect(page.locator('html')).toHaveAttribute('lang', languageTag[language]);
      await expect(page.getByText(text('access', 'invite.right', { inviter: 'demo' }))).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('demo');
      const begins = new URL(page.url());
      await fillSignUp(page, product, text, { username, email });
      // By link: address, code, name, password twice, terms. The place came along, and is asked for nowhere.
      await expect(page.getByText(text('access', 'invite.right', { inviter: 'demo' }))).toBeVisible();
      await expect(page.getByRole('radio')).toHaveCount(0);
      const { searchParams } = new URL(page.url());
      expect(searchParams.get('step')).toBe('3');
      expect(searchParams.get('code')).toBe(begins.searchParams.get('code'));
      await page.getByRole('button', { name: text('shell', 'signup.submit') }).click();
      await page.waitForURL(`${product.origin}/`);
      const seconds = ((Date.now() - began) / 1_000).toFixed(1);
      process.stdout.write(`from /signup to the wallet in ${language}: ${seconds} s by a machine\n`);
    });

    await test.step('the wallet is empty, and says so', async () => {
      await expect(page.getByRole('region', { name: text('wallet', 'total.label') })).toBeVisible();
      await expect(page.getByText('0.00 USD').first()).toBeVisible();
      // Zeros teach nothing: what a wallet is for stands in their place.
      await expect(page.getByRole('region', { name: text('wallet', 'here.title') }).getByRole('link')).toHaveCount(3);
      await expect(page.getByRole('region', { name: text('wallet', 'record.title') })).toHaveCount(0);
      const steps = page.getByRole('region', { name: text('wallet', 'first.title') });
      await expect(steps).toContainText(text('wallet', 'first.progress', { done: 0, all: 3 }));
      await expect(steps.getByRole('link')).toHaveText([
        new RegExp(text('wallet', 'first.bind')),
        new RegExp(text('wallet', 'first.deposit')),
        new RegExp(text('wallet', 'first.address')),
      ]);
      // Only the next one is explained.
      await expect(steps).toContainText(text('wallet', 'first.bindText'));
      if (shots) await page.screenshot({ path: `${shots}/first-steps-${language}.png`, fullPage: true });
    });

    await test.step('the upline sends 25 USD', async () => {
      const upline = await phone(browser, language);
      // The demo member's own profile is English; a choice made on this phone comes before it.
      await upline.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
      await enter(upline, product, 'demo');
      const sender = await upline.newPage();
      await sender.goto(`${product.origin}/wallet/transfer`);
      // The open page says so by itself, in passing.
      const landed = page.getByRole('status').filter({ hasText: '+25.00 USD' }).waitFor({ timeout: 60_000 });
      await send(sender, text, username, '25');
      await landed;
      await sender.goto(`${product.origin}/`);
      await expect(sender.getByText('−25.00 USD').first()).toBeVisible();
      await expect(sender.getByText(username).first()).toBeVisible();
      await upline.close();
    });

    await test.step('it is there, and 10.5 go back up the line', async () => {
      await page.reload();
      await expect(page.getByRole('link', { name: '+25.00 USD' })).toBeVisible();
      // With money there, the reminder cannot wait for the rest of the list.
      await expect(page.getByRole('link', { name: text('wallet', 'bind.go') })).toBeVisible();
      await expect(page.getByText(text('wallet', 'first.title'))).toHaveCount(0);
      await page.getByRole('link', { name: text('wallet', 'transfer.title'), exact: true }).click();
      await send(page, text, 'demo', '10.5');
      await page.goto(`${product.origin}/wallet`);
      await expect(page.getByText('14.50', { exact: false }).first()).toBeVisible();
      await expect(page.getByText('−10.50 USD')).toBeVisible();
    });

    await test.step('log out, and the wallet is closed', async () => {
      await page.goto(`${product.origin}/account`);
      await page.getByRole('button', { name: text('sdk', 'logOut.button') }).click();
      // A new document, so that nothing stays in memory; the address alone may change before it comes.
      const opened = page.waitForEvent('load');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('sdk', 'logOut.button') })
        .click();
      await opened;
      await page.waitForURL((url) => url.pathname === '/login');
      await page.goto(`${product.origin}/wallet`);
      await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('next') === '/wallet');
    });

    expect(complaints).toEqual([]);
    const findings = await verifyAll(await runningPostgresUrl(product.dataDir));
    expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
    await context.close();
  });
}

async function send(page: Page, text: ReturnType<typeof textsOf>, to: string, amount: string): Promise<void> {
  await page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true }).fill(to);
  await page.getByLabel(text('wallet', 'transfer.amount')).first().fill(amount);
  await nextStep(page, text).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(text('kit', 'flow.fee'), { exact: true })).toBeVisible();
  await expect(sheet.getByText(text('wallet', 'transfer.firstTime', { username: to }))).toBeVisible();
  await sheet.getByRole('button', { name: amount }).click();
  await expect(page.getByText(text('wallet', 'transfer.success'))).toBeVisible();
}

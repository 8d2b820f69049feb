import type { Page } from '@playwright/test';
import { suspensionCauseTexts } from '@trellis/api-contract';
import { violations } from '../support/axe.ts';
import { bindByCalls } from '../support/binding.ts';
import { runOps } from '../support/command.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { asOperator } from '../support/operatorCalls.ts';
import type { Product } from '../support/product.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

const shots = process.env.SHOTS;

async function inspect(page: Page, name: string): Promise<void> {
  await expect(page.locator('.skeleton')).toHaveCount(0);
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  expect([name, await violations(page)]).toEqual([name, []]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect([name, overflow]).toEqual([name, 0]);
}

const readers = { en: 'oliver', jp: 'sora' } as const;

for (const language of oneOf('suspension', ['en', 'jp'] as const)) {
  test(`a suspended member reads, sees why, and asks the support, in ${language}`, async ({ browser, product }) => {
    const text = textsOf(language);
    const username = readers[language];
    const context = await phone(browser, language);
    await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
    await enter(context, product, username);
    const page = await context.newPage();
    await page.goto(`${product.origin}/wallet`);
    await runOps(product, 'suspendMember', username, '--reason', 'a check', '--cause', 'securityCheck');
    const notice = page.getByRole('alert').filter({ hasText: text('errors', 'member.suspended') });
    if (language === 'en')
      expect(text('errors', 'member.suspended')).toBe('Restricted Access: Your account is currently suspended');

    // A page that was open before learns of it by itself.
    await expect(notice).toBeVisible();
    const reached = [
      '/wallet',
      '/wallet/transfer',
      '/wallet/records',
      '/team',
      '/team?tab=performance',
      '/notify',
      '/consulation',
      '/account',
      '/account/googleAuth',
      '/account/password',
      '/account/email',
      '/account/addresses',
    ];
    for (const path of reached) {
      await page.goto(product.origin + path);
      await expect(notice).toContainText(suspensionCauseTexts.securityCheck[language]);
      await expect(notice).toContainText(String(new Date().getFullYear()));
      await expect(page.locator('main')).not.toContainText('a check');
      await inspect(page, `suspended-${language}-${path.slice(1).replace(/\W/g, '-')}`);
    }
    await page.goto(`${product.origin}/wallet/transfer`);
    await expect(page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true })).toHaveCount(0);
    await notice.getByRole('link').click();
    await page.waitForURL(`${product.origin}/consulation`);
    await inspect(page, `suspended-${language}-consulation`);
    const request = await page.request.post(`${product.origin}/api/v1/inquiries`, {
      data: { type: 'account', text: 'Why?' },
      headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': crypto.randomUUID() },
    });
    expect(request.status()).toBe(201);

    await page.goto(`${product.origin}/wallet`);
    await expect(notice).toBeVisible();
    await runOps(product, 'restoreMember', username, '--reason', 'a check');
    await expect(page.getByRole('link', { name: text('wallet', 'transfer.title') })).toBeVisible();
    await expect(notice).toHaveCount(0);
    await context.close();
  });
}

const owners = { zh: 'xinyi', ko: 'jisoo' } as const;

for (const language of oneOf('factor reset', ['zh', 'ko'] as const)) {
  test(`the owner keeps an authenticator that somebody else wants removed, in ${language}`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(language);
    const username = owners[language];
    const context = await phone(browser, language, { colorScheme: language === 'zh' ? 'dark' : 'light' });
    await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
    await enter(context, product, username);
    await bindByCalls(context.request, product, username);
    const reset = () =>
      asOperator(product, 'ops-sue', 'requestFactorReset', { username, reason: 'said the phone is lost' });
    const page = await context.newPage();

    await test.step('by a button, while logged in', async () => {
      await reset();
      await page.goto(`${product.origin}/account/googleAuth`);
      const notice = page.getByRole('alert').filter({ hasText: text('account', 'factorReset.title') });
      await expect(notice).toBeVisible();
      await inspect(page, `factor-reset-${language}`);
      await notice.getByRole('button', { name: text('account', 'factorReset.keep') }).click();
      await expect(notice).toHaveCount(0);
    });

    await test.step('by the link of the mail, without a session', async () => {
      await reset();
      const link = await keepLink(product, username);
      const elsewhere = await phone(browser, language);
      await elsewhere.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
      const mail = await elsewhere.newPage();
      await mail.goto(link);
      await expect(mail.getByText(text('access', 'keepFactor.text'))).toBeVisible();
      expect(mail.url()).toBe(`${product.origin}/keepFactor`);
      await inspect(mail, `keep-factor-${language}`);
      await mail.getByRole('button', { name: text('access', 'keepFactor.submit') }).click();
      await expect(mail.getByRole('heading', { name: text('access', 'keepFactor.done') })).toBeVisible();
      await elsewhere.close();
    });
    const security = await context.request.get(`${product.origin}/api/v1/security`);
    expect(await security.json()).toMatchObject({ factorReset: null, google: { recoveryCodesLeft: 10 } });
    await context.close();
  });
}

async function keepLink({ origin }: Product, username: string): Promise<string> {
  const mails = (await (await fetch(`${origin}/dev/mail.json?to=${username}%40example.com`)).json()) as {
    text: string;
  }[];
  return /http\S+\/keepFactor#\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
}

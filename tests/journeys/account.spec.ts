import type { Page } from '@playwright/test';
import type { Language } from '@trellis/api-contract';
import { languages } from '@trellis/api-contract';
import { demoPassword } from '../../api/src/testing/index.ts';
import { bindByCalls } from '../support/binding.ts';
import { enter, expect, mailedCode, phone, test } from '../support/fixtures.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

const members: Readonly<Record<Language, string>> = { en: 'oliver', jp: 'sora', zh: 'xinyi', ko: 'jisoo' };
const newPassword = 'amber-Lantern-58-meadow';
const word = 'blue heron 7';

for (const language of oneOf('account', languages))
  test(`the account: a word for mails, another address, another password, the authenticator off, in ${language}`, async ({
    browser,
    guarded: product,
  }) => {
    const text = textsOf(language);
    const account = (key: string, values = {}) => text('account', key, values);
    const username = members[language];
    const [email, newEmail] = [`${username}@example.com`, `${username}.new@example.org`];
    const context = await phone(browser, language, { colorScheme: language === 'jp' ? 'dark' : 'light' });
    await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
    await enter(context, product, username);
    const bound = await bindByCalls(context.request, product, username);
    const page = await context.newPage();
    const field = (key: string) => page.getByLabel(account(key), { exact: true });
    const press = (key: string) =>
      page
        .getByRole('button', { name: account(key), exact: true })
        .last()
        .click();
    const shoot = async (name: string) => {
      const { SHOTS: folder } = process.env;
      if (folder) await page.screenshot({ path: `${folder}/account-${language}-${name}.png`, fullPage: true });
    };

    await test.step('statements are found from here', async () => {
      await page.goto(`${product.origin}/account`);
      await page.getByRole('link', { name: account('home.statements') }).click();
      await expect(page.getByRole('heading', { name: text('wallet', 'statement.title') })).toBeVisible();
    });

    await test.step('a word of the member’s own', async () => {
      await page.goto(`${product.origin}/account/antiPhishing`);
      await field('phishing.word').fill(word);
      await field('google.password').fill('not-the-Password-1');
      await press('phishing.submit');
      await expect(page.getByText(text('errors', 'auth.password_incorrect'))).toBeVisible();
      await field('google.password').fill(demoPassword);
      await press('phishing.submit');
      await expect(page.getByText(account('phishing.now', { word }))).toBeVisible();
      await shoot('word');
    });

    await test.step('another address, proven in both mailboxes', async () => {
      await page.goto(`${product.origin}/account/email`);
      const [sendOld, sendNew] = [0, 1].map((index) =>
        page.getByRole('button', { name: text('kit', 'code.send') }).nth(index),
      );
      await field('email.new').fill(newEmail);
      await sendNew?.click();
      await expect(async () => field('email.newCode').fill(await mailedCode(product, newEmail))).toPass();
      await sendOld?.click();
      await expect(async () => field('email.oldCode').fill(await mailedCode(product, email))).toPass();
      expect(await newestMail(product.origin, email)).toContain(word);
      await page.getByLabel(text('kit', 'factor.code'), { exact: true }).fill(bound.code());
      await shoot('email');
      await press('email.submit');
      await expect(page.getByRole('heading', { name: account('security.done') })).toBeVisible();
      await shoot('email-done');
    });

    await test.step('another password: the old one wrong, then right', async () => {
      await page.goto(`${product.origin}/account/password`);
      await field('password.old').fill('not-the-Password-1');
      await field('password.new').fill(newPassword);
      await field('password.again').fill(`${newPassword}x`);
      await giveRecoveryCode(page, text, bound.recoveryCodes[0]);
      await press('password.submit');
      await expect(page.getByText(text('errors', 'member.entries_differ'))).toBeVisible();
      await field('password.again').fill(newPassword);
      await press('password.submit');
      await expect(page.getByText(text('errors', 'member.old_password_incorrect'))).toBeVisible();
      await shoot('old-password');
      await field('password.old').fill(demoPassword);
      await press('password.submit');
      await expect(page.getByRole('heading', { name: account('password.done') })).toBeVisible();
      await shoot('password-done');
    });

    await test.step('the authenticator off', async () => {
      await page.goto(`${product.origin}/account/googleAuth`);
      await press('google.switchOff');
      await page.getByRole('dialog').getByLabel(account('google.password'), { exact: true }).fill(newPassword);
      await giveRecoveryCode(page, text, bound.recoveryCodes[1]);
      await shoot('switch-off');
      await press('google.switchOff');
      await expect(page.getByRole('heading', { name: account('security.done') })).toBeFocused();
      await shoot('switched-off');
    });
    await context.close();
  });

async function giveRecoveryCode(page: Page, text: ReturnType<typeof textsOf>, code = ''): Promise<void> {
  await page.getByRole('button', { name: text('kit', 'factor.lostPhone') }).click();
  await page.getByLabel(text('kit', 'factor.recoveryCode'), { exact: true }).fill(code);
}

async function newestMail(origin: string, email: string): Promise<string> {
  const [mail] = (await (await fetch(`${origin}/dev/mail.json?to=${encodeURIComponent(email)}`)).json()) as {
    text: string;
  }[];
  return mail?.text ?? '';
}

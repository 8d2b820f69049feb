import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { Language } from '@trellis/api-contract';
import { languages } from '@trellis/api-contract';
import { generateSync } from 'otplib';
import { demoPassword } from '../../api/src/testing/index.ts';
import { bindByCalls } from '../support/binding.ts';
import { runSql } from '../support/database.ts';
import { enter, mailedCode, phone, test } from '../support/fixtures.ts';
import { nextStep } from '../support/nextStep.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';
import { withPasskeys } from '../support/virtualPasskeys.ts';

/** A member for each language: what one does to their account is nobody else's affair. */
const members: Readonly<Record<Language, string>> = { en: 'emma', jp: 'hana', zh: 'lihua', ko: 'yuna' };
const shots = process.env.SHOTS;
const newPassword = 'violet-Kettle-71-harbour';

for (const language of oneOf('security', languages)) {
  test(`bind an authenticator in the middle of a transfer, lose the phone, come back, in ${language}`, async ({
    browser,
    guarded: product,
  }) => {
    const text = textsOf(language);
    const username = members[language];
    const email = `${username}@example.com`;
    const context = await phone(browser, language, { colorScheme: language === 'zh' ? 'dark' : 'light' });
    await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
    await enter(context, product, username);
    const page = await context.newPage();
    let serial = 0;
    const shoot = async (name: string) => {
      serial += 1;
      if (shots) await page.screenshot({ path: `${shots}/${language}-${serial}-${name}.png`, fullPage: true });
    };
    const account = (key: string, values = {}) => text('account', key, values);
    let recoveryCodes: string[] = [];
    let secret = '';
    let usedCode = '';
    const code = (stepsAgo: number) =>
      generateSync({ secret, epoch: Math.floor(Date.now() / 1000) - 30 * stepsAgo, period: 30 });

    await test.step('a transfer asks for the authenticator, and leads there', async () => {
      await page.goto(`${product.origin}/wallet/transfer`);
      await page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true }).fill('demo');
      await page.getByLabel(text('wallet', 'transfer.amount')).first().fill('3');
      await nextStep(page, text).click();
      await expect(page.getByRole('dialog')).toContainText(text('errors', 'twofactor.required'));
      await shoot('bind-first');
      await page
        .getByRole('dialog')
        .getByRole('link', { name: text('kit', 'guard.bind') })
        .click();
    });

    await test.step('it is bound by password, mailbox, phone and a recovery code', async () => {
      await page.getByRole('button', { name: text('kit', 'code.send') }).click();
      await expect(page.getByText(text('kit', 'code.sent')).first()).toBeVisible();
      await page.getByLabel(account('google.password'), { exact: true }).fill('not-the-Password-1');
      await page.getByLabel(account('google.emailCode'), { exact: true }).fill(await mailedCode(product, email));
      await page.getByRole('button', { name: account('google.continue') }).click();
      await expect(page.getByText(text('errors', 'auth.password_incorrect'))).toBeVisible();
      await shoot('start');
      await page.getByLabel(account('google.password'), { exact: true }).fill(demoPassword);
      await page.getByRole('button', { name: account('google.continue') }).click();
      await expect(page.getByAltText(account('google.qr'))).toBeVisible();
      const link = await page.getByRole('link', { name: account('google.openApp') }).getAttribute('href');
      secret = new URL(link ?? '').searchParams.get('secret') ?? '';
      await shoot('scan');
      const wrong = ((Number(code(0)) + 1) % 1_000_000).toString().padStart(6, '0');
      await page.getByLabel(account('google.code'), { exact: true }).fill(wrong);
      await page.getByRole('button', { name: account('google.confirm') }).click();
      await expect(page.getByText(text('errors', 'twofactor.incorrect'))).toBeVisible();
      // Of the step before, so that the one of now is good for the transfer.
      await page.getByLabel(account('google.code'), { exact: true }).fill(code(1));
      await page.getByRole('button', { name: account('google.confirm') }).click();
      const list = page.getByRole('list', { name: account('google.recoveryTitle') });
      await expect(list.getByRole('listitem')).toHaveCount(10);
      recoveryCodes = await list.getByRole('listitem').allInnerTexts();
      for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
      await shoot('recovery');
      const saving = page.waitForEvent('download');
      await page.getByRole('link', { name: account('google.download') }).click();
      const file = await saving;
      expect(file.suggestedFilename()).toBe('recovery-codes.txt');
      for (const code of recoveryCodes) expect(await readFile(await file.path(), 'utf8')).toContain(code);
      // On paper are the codes, and nothing else.
      await page.emulateMedia({ media: 'print' });
      await expect(list).toBeVisible();
      await expect(page.getByRole('button', { name: account('google.bind') })).toBeHidden();
      await page.emulateMedia({ media: null });
      await page.getByLabel(account('google.typeBack'), { exact: true }).fill((recoveryCodes[2] ?? '').toLowerCase());
      await page.getByRole('button', { name: account('google.bind') }).click();
      await expect(page.getByRole('heading', { name: account('security.done') })).toBeVisible();
      await shoot('bound');
    });

    await test.step('the transfer goes on where it was left', async () => {
      await page.getByRole('link', { name: account('google.goOn') }).click();
      await expect(page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true })).toHaveValue('demo');
      await nextStep(page, text).click();
      const sheet = page.getByRole('dialog');
      const send = sheet.getByRole('button', { name: '3.00 USD' });
      await send.click();
      await expect(sheet.getByText(text('errors', 'field.required'))).toBeVisible();
      await sheet.getByLabel(text('kit', 'factor.code'), { exact: true }).fill('000000');
      await send.click();
      await expect(sheet.getByText(text('errors', 'twofactor.incorrect'))).toBeVisible();
      await shoot('confirm');
      usedCode = code(0);
      await sheet.getByLabel(text('kit', 'factor.code'), { exact: true }).fill(usedCode);
      await send.click();
      await expect(page.getByText(text('wallet', 'transfer.success'))).toBeVisible();
      await shoot('sent');
    });

    await test.step('the account shows its state, and the other devices', async () => {
      await page.goto(`${product.origin}/account`);
      await expect(page.getByText(account('google.on'), { exact: true })).toBeVisible();
      await shoot('account');
      const other = await phone(browser, language);
      const answer = await other.request.post(`${product.origin}/api/v1/session`, {
        data: { username, password: demoPassword, code: recoveryCodes[0] },
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      expect(answer.status()).toBe(200);
      await page.getByRole('link', { name: account('devices.title') }).click();
      await expect(page.getByText(account('devices.current'), { exact: true })).toBeVisible();
      await shoot('devices');
      await page.getByRole('button', { name: account('devices.endOthers') }).click();
      await expect(page.getByRole('listitem')).toHaveCount(1);
      await other.close();
    });

    await test.step('an address is added with a new code, and waits a day', async () => {
      // A wait of up to half a minute: once is enough.
      if (language !== 'jp') return;
      test.slow();
      await page.goto(`${product.origin}/account/addresses`);
      await page.getByRole('button', { name: account('addresses.add') }).click();
      const sheet = page.getByRole('dialog');
      const address = sheet.getByLabel(account('addresses.address'), { exact: true });
      await address.fill('0x8617E340B3D01FA5F11F306F4090FD50E238070d');
      await sheet.getByLabel(account('addresses.label'), { exact: true }).fill('Cold store');
      await sheet.getByLabel(text('kit', 'factor.code'), { exact: true }).fill('000000');
      await sheet.getByRole('button', { name: account('addresses.add') }).click();
      await expect(sheet.getByText(text('errors', 'withdrawal.address_invalid'))).toBeVisible();
      await shoot('wrong-address');
      await address.fill('0x8617E340B3D01FA5F11F306F4090FD50E238070D');
      await expect.poll(() => code(0), { timeout: 40_000, intervals: [500] }).not.toBe(usedCode);
      await sheet.getByLabel(text('kit', 'factor.code'), { exact: true }).fill(code(0));
      await sheet.getByRole('button', { name: account('addresses.add') }).click();
      await expect(page.getByRole('heading', { name: account('security.done') })).toBeFocused();
      await shoot('address-added');
      await page.getByRole('button', { name: account('addresses.all') }).click();
      await expect(page.getByText('0x 8617 E340 B3D0', { exact: false })).toBeVisible();
      await shoot('addresses');
    });

    await test.step('the phone is lost and the password forgotten: mailbox and a recovery code bring both back', async () => {
      await context.request.delete(`${product.origin}/api/v1/session`, {
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      await page.goto(`${product.origin}/login`);
      await page.getByRole('link', { name: text('shell', 'login.forgot') }).click();
      await page.getByLabel(text('shell', 'signup.email'), { exact: true }).fill(email);
      await page.getByRole('button', { name: text('kit', 'code.send') }).click();
      await expect(page.getByText(text('kit', 'code.sent')).first()).toBeVisible();
      await page.getByLabel(text('shell', 'signup.emailCode'), { exact: true }).fill(await mailedCode(product, email));
      await shoot('forgot');
      await page.getByRole('button', { name: text('access', 'forgot.submit') }).click();
      await page.waitForURL(/\/setPassword\/[A-Za-z0-9_-]{43}$/);
      await page.getByLabel(text('access', 'setPassword.new'), { exact: true }).fill(newPassword);
      await page.getByLabel(text('shell', 'signup.passwordAgain'), { exact: true }).fill(newPassword);
      await page.getByRole('button', { name: text('kit', 'factor.lostPhone') }).click();
      await page.getByLabel(text('kit', 'factor.recoveryCode'), { exact: true }).fill(recoveryCodes[5] ?? '');
      await shoot('set-password');
      await page.getByRole('button', { name: text('access', 'setPassword.submit') }).click();
      await expect(page.getByRole('heading', { name: text('access', 'setPassword.done') })).toBeVisible();
      await shoot('password-set');
      await page.getByRole('link', { name: text('access', 'setPassword.toLogin') }).click();
      await logIn(page, text, username, newPassword);
      await expect(page.getByLabel(text('kit', 'factor.code'), { exact: true })).toBeFocused();
      await shoot('login-code');
      await page.getByRole('button', { name: text('kit', 'factor.lostPhone') }).click();
      await page.getByLabel(text('kit', 'factor.recoveryCode'), { exact: true }).fill(recoveryCodes[6] ?? '');
      await page.getByRole('button', { name: text('shell', 'login.submit'), exact: true }).click();
      await page.waitForURL(`${product.origin}/`);
    });

    await test.step('money waits for a day after that', async () => {
      await page.goto(`${product.origin}/wallet/transfer`);
      await page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true }).fill('demo');
      await page.getByLabel(text('wallet', 'transfer.amount')).first().fill('2');
      await nextStep(page, text).click();
      await expect(page.getByRole('dialog')).toContainText(text('kit', 'guard.lockText'));
      await shoot('locked');
    });
    await context.close();
  });
}

test('a log-in from a new phone is reported by mail, and one tap stops the account', async ({
  browser,
  guarded: product,
}) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  await enter(context, product, 'noah');
  const thief = await phone(browser, 'en');
  await enter(thief, product, 'noah');
  const mails = (await (await fetch(`${product.origin}/dev/mail.json?to=noah%40example.com`)).json()) as {
    text: string;
  }[];
  const link = /http\S+\/freeze#\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByText(text('access', 'freeze.text'))).toBeVisible();
  expect(page.url()).toBe(`${product.origin}/freeze`);
  if (shots) await page.screenshot({ path: `${shots}/freeze.png` });
  await page.getByRole('button', { name: text('access', 'freeze.submit') }).click();
  await expect(page.getByRole('heading', { name: text('access', 'freeze.done') })).toBeVisible();
  const left = await thief.request.get(`${product.origin}/api/v1/profile`);
  expect(left.status()).toBe(401);
  await page.goto(`${product.origin}/login`);
  await logIn(page, text, 'noah', demoPassword);
  await expect(page.getByText(text('errors', 'auth.account_frozen'))).toBeVisible();
  if (shots) await page.screenshot({ path: `${shots}/frozen-login.png` });
  await page.getByRole('link', { name: text('shell', 'login.newPassword') }).click();
  await page.waitForURL(`${product.origin}/forgetPassword`);
  await context.close();
  await thief.close();
});

test('a passkey logs in without password and code, once for each question, and proves a payment from its second day', async ({
  browser,
  guarded: product,
}) => {
  const text = textsOf('en');
  const account = (key: string, values = {}) => text('account', key, values);
  const context = await phone(browser, 'en');
  await context.addInitScript(() => localStorage.setItem('currentLanguage', 'en'));
  await enter(context, product, 'minjun');
  const page = await context.newPage();
  await withPasskeys(page);
  const sheet = page.getByRole('dialog');
  const add = async (code: () => Promise<string>): Promise<void> => {
    await page.goto(`${product.origin}/account/passkeys`);
    await page.getByRole('button', { name: account('passkeys.add') }).click();
    await sheet.getByLabel(account('passkeys.name'), { exact: true }).fill('My phone');
    await sheet.getByLabel(account('google.password'), { exact: true }).fill(demoPassword);
    const typed = await code();
    await sheet
      .getByLabel(text('kit', 'code.label'), { exact: true })
      .or(sheet.getByLabel(text('kit', 'factor.code'), { exact: true }))
      .fill(typed);
    await sheet.getByRole('button', { name: account('passkeys.add') }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page.getByRole('heading', { name: account('security.done') })).toBeFocused();
    await page.getByRole('button', { name: account('passkeys.all') }).click();
    await expect(page.getByText('My phone', { exact: true })).toBeVisible();
  };
  await add(async () => {
    await sheet.getByRole('button', { name: text('kit', 'code.send') }).click();
    await expect(sheet.getByText(text('kit', 'code.sent')).first()).toBeVisible();
    if (shots) await page.screenshot({ path: `${shots}/passkey-add.png` });
    return mailedCode(product, 'minjun@example.com');
  });
  await expect(page.getByText('My phone')).toBeVisible();
  if (shots) await page.screenshot({ path: `${shots}/passkeys.png` });

  const unsafe = { headers: { 'sec-fetch-site': 'same-origin' } };
  await context.request.delete(`${product.origin}/api/v1/session`, unsafe);
  await page.goto(`${product.origin}/login`);
  if (shots) await page.screenshot({ path: `${shots}/login-passkey.png` });
  const sent = page.waitForRequest(/\/session\/passkey$/);
  await page.getByRole('button', { name: text('shell', 'login.passkey') }).click();
  await page.waitForURL(`${product.origin}/`);
  const answer = (await sent).postDataJSON() as { assertion: object };
  const again = await context.request.post(`${product.origin}/api/v1/session/passkey`, { data: answer, ...unsafe });
  expect(again.status()).toBe(422);
  expect(await again.json()).toMatchObject({ code: 'passkey.refused' });

  const bound = await bindByCalls(context.request, product, 'minjun');
  // A passkey of before may be somebody else's: it ends, and is added again with the authenticator's code.
  await page.goto(`${product.origin}/account/passkeys`);
  await expect(page.getByText(account('passkeys.none'))).toBeVisible();
  await add(async () => bound.code());
  await page.goto(`${product.origin}/wallet/transfer`);
  await reviewTransfer(page, text);
  await expect(sheet.getByLabel(text('kit', 'factor.code'), { exact: true })).toBeVisible();
  const withKey = sheet.getByRole('button', { name: text('kit', 'factor.passkey') });
  await expect(withKey).toHaveCount(0);
  await runSql(product, `UPDATE passkey SET created_at = created_at - interval '1 day'`);
  await page.reload();
  await reviewTransfer(page, text);
  if (shots) await page.screenshot({ path: `${shots}/confirm-passkey.png` });
  await withKey.click();
  await expect(page.getByText(text('wallet', 'transfer.success'))).toBeVisible();

  await page.goto(`${product.origin}/account/passkeys`);
  await page.getByRole('button', { name: account('passkeys.remove') }).click();
  await sheet.getByLabel(account('google.password'), { exact: true }).fill(demoPassword);
  await sheet.getByRole('button', { name: account('passkeys.remove') }).click();
  await expect(page.getByText(account('passkeys.none'))).toBeVisible();
  await context.request.delete(`${product.origin}/api/v1/session`, unsafe);
  await page.goto(`${product.origin}/login`);
  await page.getByRole('button', { name: text('shell', 'login.passkey') }).click();
  await expect(page.getByText(text('errors', 'passkey.refused'))).toBeVisible();
  await context.close();
});

async function reviewTransfer(page: Page, text: ReturnType<typeof textsOf>): Promise<void> {
  await page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true }).fill('demo');
  await page.getByLabel(text('wallet', 'transfer.amount')).first().fill('2');
  await nextStep(page, text).click();
}

async function logIn(page: Page, text: ReturnType<typeof textsOf>, username: string, password: string): Promise<void> {
  await page.getByLabel(text('shell', 'login.username'), { exact: true }).fill(username);
  await page.getByLabel(text('shell', 'login.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: text('shell', 'login.submit'), exact: true }).click();
}

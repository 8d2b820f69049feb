import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { languages, listText } from '@trellis/api-contract';
import { expectAccessible } from '../support/axe.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { consoleOf, type EnteredOperator, enterConsole, freshCode } from '../support/operators.ts';
import { oneOf, turnOf, whoMayNot } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

/** Who works here, and what they did; once in each language. */
for (const language of turnOf(
  'system',
  ['releases', 'members', 'system', 'deposits'],
  oneOf('console system', languages),
)) {
  test(`two admins invite an operator, change roles and notify members, and one suspends, in ${language}`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(language);
    const label = (key: string, values?: Record<string, string | number>) =>
      text('operator', `operators.${key}`, values);
    const role = (name: string) => text('operator', `role.${name}`);
    const narrow = { width: 320, colorScheme: language === 'jp' ? ('dark' as const) : ('light' as const) };
    const [first, second] = [await phone(browser, language, narrow), await phone(browser, language, { width: 1280 })];
    const ada = await enterConsole(first, product, `ada-${language}`, 'admin');
    const asks = await first.newPage();
    const look = async (page: Page, name: string) => {
      await expect(page.locator('.skeleton')).toHaveCount(0);
      await expectAccessible(page);
      await expectFits(page);
      const folder = process.env.SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/system-${language}-${name}.png`, fullPage: true });
    };
    const sign = async (page: Page, operator: EnteredOperator, reason: string, action: string, word?: string) => {
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('button', { name: reason, exact: true }).click();
      if (word) await sheet.getByLabel(text('operator', 'action.phrase', { phrase: word })).fill(word);
      await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, operator));
      await sheet.getByRole('button', { name: action, exact: true }).click();
      await expect(sheet).toHaveCount(0);
    };
    const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

    const boris = await test.step('of admins there are two before anything is asked', async () => {
      const entered = await enterConsole(second, product, `boris-${language}`, 'admin,auditor');
      await asks.goto(`${consoleOf(product)}/operators`);
      await expect(
        asks
          .getByRole('main')
          .getByRole('link')
          .filter({ hasText: `boris-${language}` }),
      ).toContainText(label('state.here'));
      await look(asks, 'list');
      return entered;
    });

    const approves = await second.newPage();
    const name = `nia-${language}`;
    let word = '';
    const link = await test.step('one asks for a new operator; the link is the second’s to see, once', async () => {
      await button(asks, label('invite')).click();
      const sheet = asks.getByRole('dialog');
      await sheet.getByRole('button', { name: text('operator', 'action.ask'), exact: true }).click();
      await expect(sheet.getByRole('alert').first()).toBeVisible();
      await sheet.getByLabel(label('name'), { exact: true }).fill(name);
      await sheet.getByLabel(role('viewer'), { exact: true }).check();
      // Who reviews does not pay.
      for (const each of ['reviewer', 'treasurer']) await sheet.getByLabel(role(each), { exact: true }).check();
      await sheet.getByRole('button', { name: text('operator', 'action.ask'), exact: true }).click();
      await expect(sheet.getByText(text('operator', 'refusal.operator.roles_apart'))).toBeVisible();
      for (const each of ['reviewer', 'treasurer']) await sheet.getByLabel(role(each), { exact: true }).uncheck();
      await look(asks, 'invite');
      await sign(asks, ada, label('reasonNew'), text('operator', 'action.ask'));
      await expect(asks.getByText(text('operator', 'action.other')).first()).toBeVisible();
      await expect(asks.getByText(label('word', { name }))).toBeVisible();
      word = (await asks.getByText(/^\w{4}-\w{4}-\w{4}$/).textContent()) ?? '';
      await look(asks, 'word');
      await expect(button(asks, text('operator', 'action.approve'))).toHaveCount(0);
      await approves.goto(`${consoleOf(product)}/approvals`);
      await button(approves, text('operator', 'action.approve')).click();
      const approval = approves.getByRole('dialog');
      await approval.getByLabel(text('operator', 'action.reason'), { exact: true }).fill('as agreed');
      await approval.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, boris));
      await approval.getByRole('button', { name: text('operator', 'action.approve'), exact: true }).click();
      const shown = approves.getByText(/\/enrol#[\w-]{43}$/);
      await expect(shown).toBeVisible();
      await look(approves, 'link');
      const link = (await shown.textContent()) ?? '';
      await approves.goto(`${consoleOf(product)}/operators`);
      await expect(approves.getByRole('main').getByRole('link').filter({ hasText: name })).toContainText(
        label('state.invited'),
      );
      await expect(approves.getByText('/enrol#')).toHaveCount(0);
      return link;
    });

    await test.step('whoever is new enrols with it and with the word of who asked', async () => {
      const third = await phone(browser, language, narrow);
      const page = await third.newPage();
      await page.goto(link);
      for (const field of ['password', 'again'])
        await page.getByLabel(text('operator', `enrol.${field}`), { exact: true }).fill('seven quiet lattices');
      const next = page.getByRole('button', { name: text('operator', 'enrol.next') });
      await next.click();
      const words = page.getByLabel(text('operator', 'enrol.word'), { exact: true });
      await words.fill('kmwp-kmwp-kmwp');
      await next.click();
      await expect(page.getByText(text('errors', 'code.incorrect'))).toBeVisible();
      await look(page, 'enrol');
      await words.fill(word.toUpperCase());
      await next.click();
      await expect(page.getByRole('img', { name: text('operator', 'enrol.picture') })).toBeVisible();
      await third.close();
    });

    await test.step('who is logged in elsewhere, too, is shown it, ends it and changes their password', async () => {
      const own = (key: string) => text('operator', `own.${key}`);
      const other = await phone(browser, language);
      const page = await other.newPage();
      await page.goto(`${consoleOf(product)}/login`);
      await page.getByLabel(text('operator', 'logIn.name'), { exact: true }).fill(ada.name);
      await page.getByLabel(text('operator', 'logIn.password'), { exact: true }).fill(ada.password);
      await page.getByLabel(text('operator', 'logIn.code')).fill(await freshCode(product, ada));
      await page.getByRole('button', { name: text('operator', 'logIn.submit') }).click();
      await expect(page.getByText(own('others'))).toBeVisible();
      await asks.goto(consoleOf(product));
      await expect(asks.getByText(own('others'))).toBeVisible();
      await look(asks, 'sessions');
      await button(asks, own('end')).click();
      const sheet = asks.getByRole('dialog');
      await sheet.getByRole('button', { name: own('reasonUnknown'), exact: true }).click();
      await sheet.getByRole('button', { name: own('end'), exact: true }).click();
      await expect(asks.getByText(own('others'))).toHaveCount(0);
      await page.reload();
      await expect(page).toHaveURL(/\/login/);
      await other.close();
      await button(asks, own('password')).click();
      await sheet.getByLabel(own('old'), { exact: true }).fill(ada.password);
      for (const field of ['password', 'again'])
        await sheet.getByLabel(text('operator', `enrol.${field}`), { exact: true }).fill('eight blue kettles');
      await look(asks, 'password');
      await sign(asks, ada, own('reasonPassword'), own('password'));
    });

    await test.step('roles change by two, and never one’s own', async () => {
      await asks.goto(`${consoleOf(product)}/operators/${ada.name}`);
      await expect(asks.getByText(label('yourself'))).toBeVisible();
      await expect(button(asks, label('changeRoles'))).toHaveCount(0);
      await expect(button(asks, label('suspend'))).toHaveCount(0);
      await asks.goto(`${consoleOf(product)}/operators/${name}`);
      await button(asks, label('changeRoles')).click();
      await asks.getByRole('dialog').getByLabel(role('auditor'), { exact: true }).check();
      await look(asks, 'roles');
      await sign(asks, ada, label('reasonDuty'), text('operator', 'action.ask'), name);
      await approves.goto(`${consoleOf(product)}/approvals`);
      await expect(approves.getByText(listText([role('viewer'), role('auditor')], language)).first()).toBeVisible();
      await look(approves, 'waiting');
      await button(approves, text('operator', 'action.approve')).click();
      const sheet = approves.getByRole('dialog');
      await sheet.getByLabel(text('operator', 'action.reason'), { exact: true }).fill('as agreed');
      await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, boris));
      await sheet.getByRole('button', { name: text('operator', 'action.approve'), exact: true }).click();
      await expect(sheet).toHaveCount(0);
      await approves.goto(`${consoleOf(product)}/operators/${name}`);
      await expect(approves.getByText(listText([role('viewer'), role('auditor')], language))).toBeVisible();
    });

    await test.step('members are shown in their language, by two, and no more once one recalls it', async () => {
      const noticeText = (key: string, values?: Record<string, string | number>) =>
        text('operator', `notices.${key}`, values);
      const members = await phone(browser, language, { width: 375 });
      await members.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
      await enter(members, product, 'emma');
      const member = await members.newPage();
      await member.goto(`${product.origin}/wallet`);
      await asks.goto(`${consoleOf(product)}/notices`);
      await asks
        .getByRole('main')
        .getByRole('link', { name: noticeText('write') })
        .click();
      await button(asks, noticeText('ask')).click();
      const sheet = asks.getByRole('dialog');
      await sheet.getByRole('button', { name: text('operator', 'action.ask'), exact: true }).click();
      await expect(sheet.getByText(noticeText('notWhole'))).toBeVisible();
      await asks.keyboard.press('Escape');
      for (const each of languages) {
        await button(asks, languageNames[each]).click();
        await asks.getByLabel(noticeText('title'), { exact: true }).fill(`BSC ${each}`);
        await asks.getByLabel(noticeText('text'), { exact: true }).fill(`USDT ${each}\nBEP20`);
      }
      await expect(asks.getByText(noticeText('whole'))).toBeVisible();
      // The member's page has reported by now that the wallet is used.
      await asks.getByLabel(noticeText('use'), { exact: true }).selectOption('wallet');
      // What was written outlives its page, until it is asked for.
      await asks.reload();
      await expect(asks.getByText(noticeText('whole'))).toBeVisible();
      await expect(asks.getByLabel(noticeText('use'), { exact: true })).toHaveValue('wallet');
      await look(asks, 'compose');
      await button(asks, noticeText('ask')).click();
      await sign(asks, ada, noticeText('reasonWork'), text('operator', 'action.ask'));
      await expect(asks.getByText(noticeText('state.waiting'))).toBeVisible();
      const kept = () => asks.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('announcement')));
      expect(await kept()).toEqual([]);
      await expect(asks.getByText(noticeText('users', { part: noticeText('part.wallet') })).first()).toBeVisible();
      await approves.goto(`${consoleOf(product)}/approvals`);
      await expect(approves.getByText(`BSC ${language}`).first()).toBeVisible();
      await button(approves, text('operator', 'action.approve')).click();
      const approval = approves.getByRole('dialog');
      await approval.getByLabel(text('operator', 'action.reason'), { exact: true }).fill('as agreed');
      await approval.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, boris));
      await approval.getByRole('button', { name: text('operator', 'action.approve'), exact: true }).click();
      await expect(approval).toHaveCount(0);
      const bar = member.getByRole('status').filter({ hasText: `BSC ${language}` });
      await expect(bar).toBeVisible();
      await look(member, 'bar');
      await bar.getByRole('link').click();
      await expect(member.getByText(`USDT ${language}`)).toBeVisible();
      await look(member, 'notify');
      await asks.goto(`${consoleOf(product)}/notices`);
      await look(asks, 'notices');
      await button(asks, noticeText('recall')).click();
      await sheet.getByRole('button', { name: noticeText('reasonWrong'), exact: true }).click();
      await sheet.getByRole('button', { name: noticeText('recall'), exact: true }).click();
      await expect(sheet).toHaveCount(0);
      await expect(button(asks, noticeText('recall'))).toHaveCount(0);
      await expect(asks.getByText(noticeText('state.recalled'), { exact: true }).first()).toBeVisible();
      await expect(bar).toHaveCount(0);
      await expect(member.getByText(`USDT ${language}`)).toHaveCount(0);
      await members.close();
    });

    await test.step('one suspends another, who is out at once, until two end it', async () => {
      // None of the last two admins is suspended.
      const third = await phone(browser, language, narrow);
      const alma = await enterConsole(third, product, `alma-${language}`, 'admin');
      await asks.goto(`${consoleOf(product)}/operators/${boris.name}`);
      await expect(asks.getByText(label('sessions')).first()).toBeVisible();
      await look(asks, 'operator');
      await button(asks, label('suspend')).click();
      const sheet = asks.getByRole('dialog');
      await sheet.getByRole('button', { name: label('reasonLeft'), exact: true }).click();
      await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, ada));
      await look(asks, 'suspend');
      await sheet.getByRole('button', { name: label('suspend'), exact: true }).click();
      await expect(sheet).toHaveCount(0);
      await expect(asks.getByText(label('state.suspended'), { exact: true })).toBeVisible();
      await approves.goto(`${consoleOf(product)}/operators`);
      await expect(approves.getByLabel(text('operator', 'logIn.password'), { exact: true })).toBeVisible();
      await button(asks, label('restore')).click();
      await look(asks, 'restore');
      await sign(asks, ada, label('reasonCleared'), text('operator', 'action.ask'), boris.name);
      await expect(
        asks.getByText(text('operator', 'approvals.action.operator.restore'), { exact: true }),
      ).toBeVisible();
      await expect(button(asks, text('operator', 'action.approve'))).toHaveCount(0);
      const agrees = await third.newPage();
      await agrees.goto(`${consoleOf(product)}/operators/${boris.name}`);
      await button(agrees, text('operator', 'action.approve')).click();
      await expect(agrees.getByRole('dialog').getByText(label('approveRestore'))).toBeVisible();
      await look(agrees, 'restore-approval');
      await sign(agrees, alma, label('reasonAgreed'), text('operator', 'action.approve'));
      await expect(agrees.getByText(label('state.away'), { exact: true })).toBeVisible();
      await third.close();
      await approves.getByLabel(text('operator', 'logIn.name'), { exact: true }).fill(boris.name);
      await approves.getByLabel(text('operator', 'logIn.password'), { exact: true }).fill(boris.password);
      await approves.getByLabel(text('operator', 'logIn.code')).fill(await freshCode(product, boris));
      await approves.getByRole('button', { name: text('operator', 'logIn.submit'), exact: true }).click();
      await expect(approves.getByLabel(text('operator', 'logIn.password'), { exact: true })).toHaveCount(0);
      await asks.goto(`${consoleOf(product)}/operators/nobodyhere`);
      await expect(asks.getByText(label('unknown'))).toBeVisible();
    });

    await test.step('all of it stands in the log, which is whole, and goes into a file', async () => {
      const audit = (key: string, values?: Record<string, string | number>) => text('operator', `audit.${key}`, values);
      await asks.goto(`${consoleOf(product)}/audit?action=operator.&subject=${name}`);
      const rows = asks.getByRole('main').locator('li > details');
      await expect(rows.first()).toBeVisible();
      const count = await rows.count();
      expect(count).toBeGreaterThanOrEqual(4);
      await expect(asks.getByText(anyOf(audit('chainWhole')))).toBeVisible();
      await look(asks, 'audit');
      await asks
        .locator('summary')
        .filter({ hasText: text('operator', 'list.tools') })
        .click();
      const download = asks.waitForEvent('download');
      await asks.getByRole('link', { name: text('operator', 'export.rows_other', { count }) }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('audit.csv');
      const csv = readFileSync(await file.path(), 'utf8');
      expect(csv.trimEnd().split('\r\n')).toHaveLength(count + 1);
      expect(csv).toContain('operator.ask_invite');
      expect(csv).not.toContain(new URL(link).hash.slice(1));
      await rows.first().locator('summary').click();
      const number = (await rows.first().locator('dd').first().textContent()) ?? '';
      await asks.route('**/audit/chain', (route) =>
        route.fulfill({
          json: {
            last: number,
            checkedTo: number,
            since: new Date().toISOString(),
            checkedAt: new Date().toISOString(),
            broken: { number, fault: 'changed' },
          },
        }),
      );
      await asks.reload();
      await expect(asks.getByRole('alert').getByText(audit('chainBroken', { row: number }))).toBeVisible();
      await look(asks, 'broken');
    });
    await Promise.all([first.close(), second.close()]);
  });
}

const languageNames = { en: 'English', jp: '日本語', zh: '中文', ko: '한국어' } as const;

/** A text, whatever is filled in. */
const anyOf = (text: string): RegExp => new RegExp(text.replace(/[().]/g, String.raw`\$&`).replace(/\{\w+\}/g, '.+'));

for (const _ of whoMayNot('operators'))
  test('an auditor looks at operators and changes none; whoever has another role is informed', async ({
    browser,
    product,
  }) => {
    const text = textsOf('en');
    const [auditor, viewer] = [await phone(browser, 'en'), await phone(browser, 'en')];
    await enterConsole(auditor, product, 'odette', 'auditor');
    await enterConsole(viewer, product, 'viktor', 'viewer');
    const page = await auditor.newPage();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${consoleOf(product)}/operators`);
    await page.getByRole('main').getByRole('link').filter({ hasText: 'odette' }).click();
    await expect(page.getByText(text('operator', 'operators.notYoursToChange'))).toBeVisible();
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    await expectAccessible(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/system-auditor-1280.png`, fullPage: true });
    const other = await viewer.newPage();
    for (const path of ['/operators', '/operators/odette']) {
      await other.goto(consoleOf(product) + path);
      await expect(other.getByText(text('operator', 'operators.notYours'))).toBeVisible();
    }
    await Promise.all([auditor.close(), viewer.close()]);
  });

const expectFits = async (page: Page): Promise<void> =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);

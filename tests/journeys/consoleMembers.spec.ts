import type { Page, Request } from '@playwright/test';
import { languages, suspensionCauseTexts } from '@trellis/api-contract';
import { readyAnswers } from '@trellis/api-contract/operator';
import { expectAccessible } from '../support/axe.ts';
import { bindByCalls } from '../support/binding.ts';
import { rowsOf, runSql } from '../support/database.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { consoleOf, enterConsole, freshCode } from '../support/operators.ts';
import { oneOf, turnOf, whoMayNot } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

const username = 'ren';

/** Whoever answers reads in one language, and whoever asked in another. */
const pairs = languages.map((reader, row) => ({
  reader,
  asker: languages[(row + 1) % languages.length] ?? 'en',
}));

for (const { reader, asker } of turnOf(
  'members',
  ['releases', 'members', 'system', 'deposits'],
  oneOf('console members', pairs),
)) {
  test(`a member asks in ${asker} and is answered by someone who reads ${reader}, then is suspended and restored`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(reader);
    const theirs = textsOf(asker);
    const members = await phone(browser, asker);
    await members.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), asker);
    await enter(members, product, username);
    const member = await members.newPage();
    await member.goto(`${product.origin}/consulation`);
    const question = `Where is it, ${reader}?`;
    await member.getByLabel(theirs('account', 'consulation.text'), { exact: true }).fill(question);
    await member.getByRole('button', { name: theirs('account', 'consulation.send') }).click();
    await expect(member.getByText(theirs('account', 'consulation.sent'))).toBeVisible();

    const context = await phone(browser, reader, { width: 320, colorScheme: reader === 'jp' ? 'dark' : 'light' });
    const operator = await enterConsole(context, product, `sue-${reader}`, 'support');
    const page = await context.newPage();
    const look = async (name: string) => {
      await expect(page.locator('.skeleton')).toHaveCount(0);
      await expectAccessible(page);
      await expectFits(page);
      const folder = process.env.SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/members-${reader}-${name}.png`, fullPage: true });
    };
    const press = (key: string) =>
      page
        .getByRole('button', { name: text('operator', key), exact: true })
        .first()
        .click();
    const sheet = page.getByRole('dialog');
    const inSheet = (key: string) => sheet.getByRole('button', { name: text('operator', key), exact: true });

    let inquiryAt = '';
    await test.step('it waits in the inbox, and filters stand in the address', async () => {
      await page.goto(`${consoleOf(product)}/inquiries`);
      const row = page.getByRole('main').getByRole('link').filter({ hasText: username });
      await expect(row).toHaveCount(1);
      await look('inbox');
      await press('inquiries.status.closed');
      await expect(page).toHaveURL(/view=closed/);
      await page.goBack();
      await expect(row).toHaveCount(1);
      await page.getByLabel(text('operator', 'inquiries.topic'), { exact: true }).selectOption('team');
      await expect(page.getByText(text('operator', 'inquiries.noneSuch'))).toBeVisible();
      await press('list.clear');
      await row.click();
      await expect(page).toHaveURL(/inquiries\/\d+/);
      inquiryAt = page.url();
    });

    const answer = readyAnswers.depositMissing[asker];
    await test.step('a ready answer comes in the language of who asked; one that asks for a secret is not sent', async () => {
      await expect(page.getByText(question)).toBeVisible();
      const field = page.getByLabel(text('operator', 'inquiries.text'), { exact: true });
      await field.fill('Please send us your password');
      await press('inquiries.send');
      await expect(page.getByText(text('errors', 'inquiry.asks_secret'))).toBeVisible();
      await look('refused');
      await field.fill('');
      await page.getByLabel(text('operator', 'inquiries.readyAnswers')).selectOption('depositMissing');
      await expect(field).toHaveValue(answer);
      await look('thread');
    });

    await test.step('an answer whose end is not known is asked for: it is sent once, whatever comes late', async () => {
      const field = page.getByLabel(text('operator', 'inquiries.text'), { exact: true });
      /** Has it arrive, past what the page hears of it. */
      const deliver = async (request: Request): Promise<number> => {
        const { 'idempotency-key': key = '' } = await request.allHeaders();
        return page.evaluate(
          async ([url, idempotencyKey, body]) => {
            const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
            return (await fetch(url, { method: 'POST', headers, body })).status;
          },
          [request.url(), key, request.postData() ?? ''] as const,
        );
      };
      /** Does with the next answer that is sent; of its end the page hears nothing. */
      const losing = (before: (request: Request) => unknown) =>
        page.route(
          '**/inquiries/*/messages',
          async (route) => {
            await before(route.request());
            await route.abort();
          },
          { times: 1 },
        );
      const { promise: sent, resolve } = Promise.withResolvers<Request>();
      await losing(resolve);
      await press('inquiries.send');
      const late = await sent;
      await expect(page.getByText(text('kit', 'flow.checking'))).toBeVisible();
      await expect(page.getByText(text('errors', 'idempotency.closed'))).toBeVisible();
      await expect(field).toHaveValue(answer);
      expect(await deliver(late)).toBe(409);
      await look('closed');
      await losing(async (request) => expect(await deliver(request)).toBe(201));
      await press('inquiries.send');
      await expect(field).toHaveValue('');
      await expect(page.getByText(answer)).toHaveCount(1);
      await page.reload();
      await expect(page.getByText(answer)).toHaveCount(1);
    });

    await test.step('while the inquiry is open its member’s money is, too: what happened, and that it adds up', async () => {
      await page.goto(`${consoleOf(product)}/members/${username}`);
      await expect(page.getByText(text('operator', 'history.byInquiry'))).toBeVisible();
      await expect(page.getByText(text('operator', 'history.addsUp'))).toBeVisible();
      const lines = page.getByRole('list', { name: text('operator', 'history.title') }).getByRole('listitem');
      await expect(lines.first()).toBeVisible();
      await look('file');
      await press('history.kind.security');
      await expect(page).toHaveURL(/kind=security/);
      await expect(lines.first()).toContainText(text('operator', 'history.event.logIn'));
      await press('history.kind.looks');
      await expect(lines.first()).toContainText(`sue-${reader}`);
      await page.goBack();
    });

    await test.step('the member reads it, and that the inquiry is closed', async () => {
      await page.goto(inquiryAt);
      await press('inquiries.close');
      await inSheet('inquiries.close').click();
      await expect(sheet.getByText(text('errors', 'field.required'))).toBeVisible();
      await inSheet('inquiries.reasonSolved').click();
      await look('close');
      await inSheet('inquiries.close').click();
      await expect(page.getByText(text('operator', 'inquiries.closed'))).toBeVisible();
      // What was sent opens by itself.
      await expect(member).toHaveURL(/consulation\/detail\/\d+/);
      await member.reload();
      await expect(member.getByText(answer)).toBeVisible();
      await expect(member.getByText(theirs('account', 'consulation.closed'))).toBeVisible();
      await page.goto(`${consoleOf(product)}/inquiries/999999`);
      await expect(page.getByText(text('operator', 'inquiries.unknown'))).toBeVisible();
    });

    await test.step('the member is found by exactly what somebody has in hand', async () => {
      await page.goto(`${consoleOf(product)}/members`);
      const who = page.getByLabel(text('operator', 'find.what'), { exact: true });
      await who.fill('rena');
      await press('find.action');
      await expect(page.getByText(text('operator', 'find.nothing'))).toBeVisible();
      await who.fill('ren@example.com');
      await press('find.action');
      const result = page.getByRole('main').getByRole('link').filter({ hasText: username });
      await expect(result).toContainText('r***@example.com');
      await expect(page).not.toHaveURL(/example/);
      await look('found');
      await result.click();
    });

    const suspended = () =>
      members.request
        .get(`${product.origin}/api/v1/session`)
        .then(async (session) => ((await session.json()) as { member: { suspended: boolean } }).member.suspended);
    await test.step('suspended, with what the member reads shown before; and restored', async () => {
      await expect(page.getByText(text('operator', 'history.moneyNotYours'))).toBeVisible();
      await look('member');
      await press('members.suspend');
      await sheet.getByLabel(text('operator', 'members.cause'), { exact: true }).selectOption('identityCheck');
      await expect(sheet.getByText(suspensionCauseTexts.identityCheck[asker])).toBeVisible();
      await inSheet('members.reasonCheck').click();
      await look('suspend');
      await inSheet('members.suspend').click();
      await expect(page.getByRole('main').getByText(text('operator', 'members.notRestored')).first()).toBeVisible();
      expect(await suspended()).toBe(true);
      await member.goto(`${product.origin}/wallet`);
      await expect(member.getByText(suspensionCauseTexts.identityCheck[asker])).toBeVisible();
      await look('suspended');
      await press('members.restore');
      await inSheet('members.reasonChecked').click();
      await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, operator));
      await inSheet('members.restore').click();
      await expect(page.getByText(text('operator', 'members.restoreReason')).first()).toBeVisible();
      await expect(page.getByText(text('operator', 'members.notRestored'))).toHaveCount(0);
      expect(await suspended()).toBe(false);
    });

    await test.step('on a wide screen, too', async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await look('member-1280');
      await page.goto(`${consoleOf(product)}/inquiries?view=all`);
      await look('inbox-1280');
      await page.getByRole('main').getByRole('link').filter({ hasText: username }).first().click();
      await expect(page.getByText(answer).first()).toBeVisible();
      await look('thread-1280');
    });
    await Promise.all([context.close(), members.close()]);
  });
}

test('a lost authenticator takes two people, and the second takes it back', async ({ browser, product }) => {
  const text = textsOf('en');
  const label = (key: string) => text('operator', `members.${key}`);
  const owner = await phone(browser, 'en');
  await enter(owner, product, 'demoright');
  await bindByCalls(owner.request, product, 'demoright');
  const [first, second] = [await phone(browser, 'en'), await phone(browser, 'en')];
  const asker = await enterConsole(first, product, 'one-of-two', 'support');
  const approver = await enterConsole(second, product, 'two-of-two', 'support,auditor');
  const [asks, approves] = [await first.newPage(), await second.newPage()];
  const press = async (page: Page, action: string, reason: string, code?: string) => {
    await page.getByRole('button', { name: action, exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: reason, exact: true }).click();
    if (code !== undefined) await sheet.getByLabel(text('kit', 'factor.code')).fill(code);
    await sheet.locator('button[type="submit"]').click();
    await expect(sheet).toHaveCount(0);
  };
  await asks.goto(`${consoleOf(product)}/members/demoright`);
  await press(asks, label('lostAuthenticator'), label('reasonLostPhone'), await freshCode(product, asker));
  await expect(asks.getByText(label('resetAsked'))).toBeVisible();
  await expect(asks.getByText(label('resetSecond'))).toBeVisible();
  await expect(asks.getByRole('button', { name: label('resetApprove') })).toHaveCount(0);

  await approves.setViewportSize({ width: 1280, height: 800 });
  await approves.goto(`${consoleOf(product)}/members/demoright`);
  // An auditor sees balances, too.
  await expect(approves.getByText(label('total'))).toBeVisible();
  await press(approves, label('resetApprove'), label('reasonIdentity'), await freshCode(product, approver));
  await expect(approves.getByText(label('resetApproved'), { exact: true })).toBeVisible();
  await expect(approves.locator('.skeleton')).toHaveCount(0);
  await expectAccessible(approves);
  await expectFits(approves);
  if (process.env.SHOTS) await approves.screenshot({ path: `${process.env.SHOTS}/members-reset.png`, fullPage: true });
  await press(approves, label('resetWithdraw'), label('reasonDoubt'), await freshCode(product, approver));
  await expect(approves.getByText(label('reset'))).toHaveCount(0);
  await expect(approves.getByRole('button', { name: label('lostAuthenticator') })).toBeVisible();
  // Other journeys begin with what this member had before.
  await runSql(
    product,
    `UPDATE member SET google_secret = NULL, google_key = NULL, google_bound_at = NULL WHERE username = 'demoright'`,
  );
  await Promise.all([owner.close(), first.close(), second.close()]);
});

for (const reader of oneOf('erasure', languages))
  test(`a member is erased by two, and operators see that nothing can be done any more, in ${reader}`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(reader);
    const label = (key: string) => text('operator', key);
    const leaving = `leaving${reader}`;
    await runSql(
      product,
      `INSERT INTO member (id, username, username_key, email, email_key, password_hash, language, invitation_code, created_at, terms_agreed)
       SELECT tree_place(id, 0::smallint), '${leaving}', '${leaving}', '${leaving}@example.com', '${leaving}@example.com', '-', 'en',
              'LEAVE${reader.toUpperCase()}', product_now(), terms_agreed FROM member WHERE username = 'demo'`,
    );
    const look = async (page: Page, name: string) => {
      await expect(page.locator('.skeleton')).toHaveCount(0);
      await expectAccessible(page);
      await expectFits(page);
      const folder = process.env.SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/erasure-${reader}-${name}.png`, fullPage: true });
    };
    const narrow = { width: 320, colorScheme: 'dark' } as const;
    const [first, second] = [await phone(browser, reader, narrow), await phone(browser, reader)];
    const asker = await enterConsole(first, product, `era-${reader}`, 'support');
    const approver = await enterConsole(second, product, `erb-${reader}`, 'support');
    const [asks, approves] = [await first.newPage(), await second.newPage()];
    await asks.goto(`${consoleOf(product)}/members/${leaving}`);
    await asks.getByRole('button', { name: label('members.erase'), exact: true }).click();
    const sheet = asks.getByRole('dialog');
    await look(asks, 'sheet');
    await sheet.getByRole('button', { name: label('members.reasonWritten'), exact: true }).click();
    await sheet.getByLabel(text('operator', 'action.phrase', { phrase: leaving })).fill(leaving);
    await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, asker));
    await sheet.locator('button[type="submit"]').click();
    await expect(asks.getByText(label('members.eraseDone'))).toBeVisible();

    await approves.goto(`${consoleOf(product)}/approvals`);
    const card = approves.getByRole('region', { name: label('approvals.action.member.erase') }).first();
    await card.getByRole('button', { name: label('action.approve'), exact: true }).click();
    const approval = approves.getByRole('dialog');
    await expect(approval.getByText(label('members.eraseApproveText'))).toBeVisible();
    await look(approves, 'approval');
    await approval.getByLabel(label('action.reason')).fill('the letter is signed');
    await approval.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, approver));
    await approval.locator('button[type="submit"]').click();
    await expect(approval).toHaveCount(0);

    const [row] = await rowsOf(product, 'SELECT username FROM member ORDER BY erased_at DESC NULLS LAST LIMIT 1');
    await asks.goto(`${consoleOf(product)}/members/${row?.username}`);
    await expect(asks.getByText(label('members.erasedText'))).toBeVisible();
    await expect(asks.getByRole('button', { name: label('members.erase'), exact: true })).toHaveCount(0);
    await expect(asks.getByText(label('members.active'), { exact: true })).toHaveCount(0);
    await look(asks, 'erased');
    await Promise.all([first.close(), second.close()]);
  });

for (const _ of whoMayNot('members'))
  test('whoever has another role is informed, and whoever only looks changes nothing', async ({ browser, product }) => {
    const text = textsOf('en');
    const [viewer, auditor] = [await phone(browser, 'en'), await phone(browser, 'en')];
    await enterConsole(viewer, product, 'vito', 'viewer');
    const page = await viewer.newPage();
    for (const [path, key] of [
      ['/inquiries', 'inquiries.notYours'],
      ['/inquiries/1', 'inquiries.notYours'],
      ['/members', 'members.notYours'],
      ['/members/ren', 'members.notYours'],
    ] as const) {
      await page.goto(consoleOf(product) + path);
      await expect(page.getByText(text('operator', key))).toBeVisible();
      await expect(
        page.getByTestId('places').getByRole('link', { name: text('operator', 'place.members') }),
      ).toHaveCount(0);
      await expectAccessible(page);
    }
    await enterConsole(auditor, product, 'audrey', 'auditor');
    const accessLog = await auditor.newPage();
    await accessLog.goto(`${consoleOf(product)}/members/ren`);
    await expect(accessLog.getByText(text('operator', 'members.notYoursToChange'))).toBeVisible();
    await expect(accessLog.getByRole('link', { name: text('operator', 'members.withdrawals') })).toHaveAttribute(
      'href',
      '/withdrawals?username=ren',
    );
    await expect(
      accessLog.getByRole('main').getByRole('button', { name: text('operator', 'members.suspend') }),
    ).toHaveCount(0);
    await accessLog.goto(`${consoleOf(product)}/members/nobodyhere`);
    await expect(accessLog.getByText(text('operator', 'members.nobody'))).toBeVisible();
    await Promise.all([viewer.close(), auditor.close()]);
  });

const expectFits = async (page: Page): Promise<void> =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);

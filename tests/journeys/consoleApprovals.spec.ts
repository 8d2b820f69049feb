import type { Page } from '@playwright/test';
import { correctionCauseTexts, languages, referenceText } from '@trellis/api-contract';
import { journalTexts } from '@trellis/api-contract/journals/texts';
import { expectAccessible } from '../support/axe.ts';
import { runOps } from '../support/command.ts';
import { runSql } from '../support/database.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { asOperator } from '../support/operatorCalls.ts';
import { consoleOf, enterConsole, freshCode } from '../support/operators.ts';
import { oneOf, turnOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

/** One in each language: a wrong rate is stopped by the second person, and what is right approved; a member reads why. */
for (const language of turnOf('approvals', ['approvals', 'incident', 'terms'], oneOf('console approvals', languages))) {
  test(`a wrong rate is stopped by the second person, what is right approved, and its member reads why, in ${language}`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(language);
    const label = (key: string) => text('operator', key);
    const digit = languages.indexOf(language) + 1;
    const rate = `0.${digit + 4}75`;
    const { id } = (await asOperator(product, 'ops-ann', 'setRate', {
      ...{ base: 'ON', quote: 'USD', rate, source: `service ${digit}` },
      reason: 'a digit is wrong',
    })) as { id: string };
    const colorScheme = language === 'jp' ? 'dark' : 'light';
    const context = await phone(browser, language, { width: 320, colorScheme });
    const theo = await enterConsole(context, product, `theo-app-${language}`, 'treasurer');
    const page = await context.newPage();
    const shootOf = async (what: Page, name: string) => {
      const folder = process.env.SHOTS;
      if (folder) await what.screenshot({ path: `${folder}/approvals-${language}-${name}.png`, fullPage: true });
    };
    const shoot = (name: string) => shootOf(page, name);
    const sheet = page.getByRole('dialog');
    const paid = `019a0000-0000-7000-8000-00000000000${digit}`;

    await test.step('a wrong rate is refused, and lapses', async () => {
      await page.goto(consoleOf(product));
      const row = page.getByRole('main').getByRole('link', { name: label('home.approvals') });
      await expect(row.first()).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await shoot('home');
      await row.first().click();
      const card = page.locator('section.card').filter({ hasText: `service ${digit}` });
      await expect(card).toContainText(rate);
      await expect(card).toContainText('ops-ann');
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await shoot('list');
      await card.getByRole('button', { name: label('approvals.no'), exact: true }).click();
      await sheet.getByLabel(label('action.reason'), { exact: true }).fill('the market says 0.8');
      await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, theo));
      await sheet.getByRole('button', { name: label('approvals.no'), exact: true }).click();
      await expect(card).toHaveCount(0);
      const { rates } = (await runOps(product, 'getRateHistory', '--base', 'ON')) as {
        rates: readonly { readonly id: string; readonly state: string }[];
      };
      expect(rates.find((rate) => rate.id === id)?.state).toBe('lapsed');
    });

    await test.step('the funding of a pool is approved with a code', async () => {
      const pool = (await asOperator(product, 'ops-ann', 'askPoolFunding', {
        ...{ pool: 'team', direction: 'in', amount: `${digit}.5` },
        reason: `for ${language}`,
      })) as { id: string };
      // The page hears of it by itself.
      const funding = page.locator('section.card').filter({ hasText: `for ${language}` });
      await funding.getByRole('button', { name: label('action.approve'), exact: true }).click();
      await sheet.getByLabel(label('action.reason'), { exact: true }).fill('it is there');
      await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, theo));
      await shoot('approval');
      await sheet.getByRole('button', { name: label('action.approve'), exact: true }).click();
      await expect(funding).toHaveCount(0);
      const past = page.locator('details').filter({ hasText: `for ${language}` });
      await past.locator('summary').click();
      await expect(past).toContainText(label('approvals.state.approved'));
      await expect(past).toContainText('it is there');
      const { approvals } = (await runOps(product, 'listApprovals', '--action', 'pool.fund')) as {
        approvals: readonly { readonly id: string; readonly state: string }[];
      };
      expect(approvals.find((each) => each.id === pool.id)?.state).toBe('approved');
    });

    // Whose bonus it is reads another language than both treasurers.
    const theirs = languages[digit % languages.length] ?? 'en';
    const members = await phone(browser, theirs);
    await members.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), theirs);
    await enter(members, product, 'hana');
    const wide = await phone(browser, language, { width: 1280 });
    const tara = await enterConsole(wide, product, `tara-app-${language}`, 'treasurer');
    const asks = await wide.newPage();
    const dialog = asks.getByRole('dialog');
    const member = await members.newPage();

    await test.step('a correction is asked for, with a cause that its member can read', async () => {
      await asks.goto(`${consoleOf(product)}/adjustments`);
      await asks.getByRole('button', { name: label('adjustments.correct'), exact: true }).click();
      await dialog.getByLabel(label('adjustments.member'), { exact: true }).fill('hana');
      await dialog.getByLabel(label('adjustments.amount'), { exact: true }).fill(`0.${digit}`);
      await expect(dialog.getByText(correctionCauseTexts.countedTwice[language])).toHaveCount(0);
      await dialog.getByText(label('adjustments.toPool'), { exact: true }).click();
      await expect(dialog.getByLabel(correctionCauseTexts.countedTwice[language], { exact: true })).toBeVisible();
      await dialog.getByText(label('adjustments.toMember'), { exact: true }).click();
      await dialog.getByLabel(label('action.reason'), { exact: true }).fill(`a line was wrong for ${language}`);
      await dialog.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, tara));
      await dialog.getByRole('button', { name: label('action.ask'), exact: true }).click();
      await expect(dialog.getByText(label('withdrawals.causeFirst'))).toBeVisible();
      await dialog.getByLabel(correctionCauseTexts.missedVolume[language], { exact: true }).check();
      await expect(dialog.getByText(correctionCauseTexts.missedVolume[theirs])).toBeVisible();
      await expectAccessible(asks);
      await shootOf(asks, 'ask');
      await dialog.getByRole('button', { name: label('action.ask'), exact: true }).click();
      await expect(dialog).toHaveCount(0);
      const entry = asks.locator('details').filter({ hasText: `a line was wrong for ${language}` });
      await entry.locator('summary').click();
      await expect(entry.getByText(correctionCauseTexts.missedVolume[language])).toBeVisible();
      await shootOf(asks, 'corrections');
    });

    await test.step('it is approved, and stands with the member', async () => {
      const correction = page.locator('section.card').filter({ hasText: `a line was wrong for ${language}` });
      await expect(correction).toContainText(correctionCauseTexts.missedVolume[language]);
      await correction.getByRole('button', { name: label('action.approve'), exact: true }).click();
      await sheet.getByLabel(label('action.reason'), { exact: true }).fill('it was');
      await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, theo));
      await sheet.getByRole('button', { name: label('action.approve'), exact: true }).click();
      await expect(correction).toHaveCount(0);
      await page.goto(`${consoleOf(product)}/members/hana`);
      await expect(page.getByText(correctionCauseTexts.missedVolume[language]).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await expectAccessible(page);
      await shoot('member');
    });

    await test.step('the member reads why, in a language of their own', async () => {
      await member.goto(`${product.origin}/wallet/records?kind=bonus_correction`);
      await member
        .getByRole('main')
        .getByRole('link')
        .filter({ hasText: `0.${digit}` })
        .first()
        .click();
      await expect(member.getByText(correctionCauseTexts.missedVolume[theirs])).toBeVisible();
      await expect(member.getByText('a line was wrong')).toHaveCount(0);
      await expectAccessible(member);
      await shootOf(member, 'record');
    });

    await test.step('a fee is paid', async () => {
      // There is a fee for a second, and the verifier sees that there was.
      await runSql(
        product,
        `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
         SELECT subject, key, CASE second WHEN 1 THEN value || '{"fee": 100000}' ELSE value END,
                product_now() - interval '3 seconds' + second * interval '1 second', 'policy', product_now(), 'for a second'
           FROM rule_at('limit', 'transfer-USD', product_now()), generate_series(1, 2) AS second`,
      );
      await runSql(
        product,
        `SELECT post('${paid}', s.id, '${paid}', '\\x00', 'transfer', jsonb_build_object('sender', s.id::text, 'recipient', r.id::text),
                   ARRAY[least(s.id, r.id) * 1000 + 101, greatest(s.id, r.id) * 1000 + 101, 401]::bigint[],
                   CASE WHEN s.id < r.id THEN ARRAY[-1100000, 1000000, 100000] ELSE ARRAY[1000000, -1100000, 100000] END::bigint[],
                   'transfer', 'USD', 1000000)
         FROM member s, member r WHERE s.username = 'hana' AND r.username = 'noah'`,
      );
    });

    await test.step('it goes back, as much as it was', async () => {
      await asks.getByRole('button', { name: label('feeReturns.return'), exact: true }).click();
      await dialog.getByLabel(label('feeReturns.record'), { exact: true }).fill(paid);
      await dialog.getByLabel(label('action.reason'), { exact: true }).fill(`slow page for ${language}`);
      await expect(dialog.getByText('0.10')).toBeVisible();
      await dialog.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, tara));
      await expectAccessible(asks);
      await shootOf(asks, 'fee');
      await dialog.getByRole('button', { name: label('action.ask'), exact: true }).click();
      await expect(dialog).toHaveCount(0);
      await page.goto(`${consoleOf(product)}/approvals`);
      const fee = page.locator('section.card').filter({ hasText: `slow page for ${language}` });
      await shoot('fee-waits');
      await fee.getByRole('button', { name: label('action.approve'), exact: true }).click();
      await sheet.getByLabel(label('action.reason'), { exact: true }).fill('it was');
      await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, theo));
      await sheet.getByRole('button', { name: label('action.approve'), exact: true }).click();
      await expect(fee).toHaveCount(0);
    });

    await test.step('the member sees it, and what it was of', async () => {
      await member.goto(`${product.origin}/wallet/records?kind=fee_returned`);
      await member.getByRole('main').getByRole('link').filter({ hasText: '0.10' }).first().click();
      await expect(member.getByText(journalTexts(theirs)['record.fee_returned']).last()).toBeVisible();
      await shootOf(member, 'fee-record');
      await member.getByRole('link', { name: referenceText(paid) }).click();
      await expect(member.getByText('1.10').first()).toBeVisible();
    });

    await test.step('it goes back once', async () => {
      await page.goto(`${consoleOf(product)}/adjustments`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await page.getByRole('button', { name: label('feeReturns.return'), exact: true }).click();
      await sheet.getByLabel(label('feeReturns.record'), { exact: true }).fill(paid);
      await sheet.getByLabel(label('action.reason'), { exact: true }).fill('once more');
      await expect(sheet.getByText(label('refusal.fee.returned'))).toBeVisible();
      await shoot('fee-again');
      await expectAccessible(page);
    });

    await Promise.all([members.close(), wide.close()]);
    await context.close();
  });
}

test('at 1280 px the overview says whose work waits, and a viewer has nothing to do', async ({ browser, product }) => {
  const context = await phone(browser, 'en');
  await enterConsole(context, product, 'vera-home', 'viewer');
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(consoleOf(product));
  await expect(page.getByText('Nothing waits for you.')).toBeVisible();
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/home-1280.png` });
  await page.goto(`${consoleOf(product)}/approvals`);
  await expect(page.getByText('Nothing waits for approval.')).toBeVisible();
  await expectAccessible(page);
  await context.close();
});

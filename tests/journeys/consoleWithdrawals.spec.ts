import type { BrowserContext, Locator, Page } from '@playwright/test';
import { languages, rejectionCauseTexts } from '@trellis/api-contract';
import { type OperatorEndpointName, operatorApiBase } from '@trellis/api-contract/operator';
import { rejectionNotice } from '@trellis/api-contract/rejectionNotice';
import { isWhole, runningPostgresUrl, verifyAll } from '../../api/src/testing/index.ts';
import { expectAccessible } from '../support/axe.ts';
import { payOnChain } from '../support/chain.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { asOperator } from '../support/operatorCalls.ts';
import { consoleOf, enterConsole, freshCode } from '../support/operators.ts';
import type { Product } from '../support/product.ts';
import { oneOf, whoMayNot } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';
import { askForWithdrawal, keepAddress } from '../support/withdrawals.ts';

const who = { en: 'demo', jp: 'demoright', zh: 'demo', ko: 'demo' } as const;
/** Each new to its member. */
const addresses = {
  en: 'TD2R78FhVQycqQP5XGA8voHtmRPiB35i3k',
  jp: 'TFUYcpqHh9i69kYh5QyBetgncVcw4qVeXb',
  zh: 'TFHcTokybo1FbgXsGrr9iADzzqtG6DE9Ja',
  ko: 'TU8TX91WTp61mxy2vuy9F3CMD7dXTshKHG',
} as const;
/** Twenty blocks, two a second, and what the watcher needs. */
const untilFinal = { timeout: 60_000, intervals: [1_000] };

/** An operator at a console of their own, who can give a fresh code. */
interface ConsoleUser {
  readonly name: string;
  readonly context: BrowserContext;
  readonly page: Page;
  code(): Promise<string>;
}

async function consoleUser(
  context: BrowserContext,
  product: Product,
  name: string,
  roles: string,
): Promise<ConsoleUser> {
  const operator = await enterConsole(context, product, name, roles);
  return { name, context, page: await context.newPage(), code: () => freshCode(product, operator) };
}

/** A withdrawal of more than 1,000 USD by three people, two of whom press at once; another is rejected. */
for (const language of oneOf('console withdrawals', languages)) {
  test(`a withdrawal is approved by two at once and paid by a third, another is rejected, in ${language}`, async ({
    browser,
    product,
  }) => {
    test.slow();
    const text = textsOf(language);
    const label = (key: string, values?: Record<string, string | number>) =>
      text('operator', `withdrawals.${key}`, values);
    const username = who[language];
    const address = addresses[language];
    const members = await phone(browser, language);
    await enter(members, product, username);
    await keepAddress(product, username, 'TRON', address);
    const large = await askForWithdrawal(members.request, product, { amount: '1001', address });
    let small = '';
    const narrow = { width: 320, colorScheme: language === 'jp' ? 'dark' : 'light' } as const;
    const rita = await consoleUser(await phone(browser, language, narrow), product, `rita-${language}`, 'reviewer');
    const rolf = await consoleUser(
      await phone(browser, language, { width: 1280 }),
      product,
      `rolf-${language}`,
      'reviewer',
    );
    const tina = await consoleUser(await phone(browser, language), product, `tina-${language}`, 'treasurer');
    const shoot = async ({ page }: ConsoleUser, name: string) => {
      const folder = process.env.SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/withdrawals-${language}-${name}.png`, fullPage: true });
    };
    const home = `${consoleOf(product)}/withdrawals`;
    const sheetOf = ({ page }: ConsoleUser): Locator => page.getByRole('dialog');
    const button = (place: Page | Locator, key: string, values?: Record<string, string>) =>
      place.getByRole('button', { name: label(key, values), exact: true });
    const because = (sheet: Locator, reason: string) =>
      sheet.getByLabel(text('operator', 'action.reason'), { exact: true }).fill(reason);
    const giveCode = async (person: ConsoleUser) =>
      sheetOf(person)
        .getByLabel(text('kit', 'factor.code'))
        .fill(await person.code());

    await test.step('the queue comes with the page, says how long is left, and is narrowed in the address', async () => {
      const requests: string[] = [];
      rita.page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await rita.page.goto(`${home}?username=${username}`);
      const row = rita.page.getByRole('main').getByRole('link').filter({ hasText: '1,001.00' });
      await expect(row).toContainText(label('left', { hours: 71, minutes: 59 }));
      await expect(row).toContainText(label('approvedOf', { given: 0, needed: 2 }));
      await expect(row).toContainText(label('risk.newAddress'));
      expect(requests).not.toContain(`${operatorApiBase}/withdrawals`);
      await expectAccessible(rita.page);
      await expectNarrow(rita.page);
      await shoot(rita, 'queue-320');
      await rolf.page.goto(home);
      await button(rolf.page, 'filter').click();
      await sheetOf(rolf).getByLabel(label('member')).fill('nobody1');
      await sheetOf(rolf)
        .getByRole('button', { name: text('operator', 'audit.apply'), exact: true })
        .click();
      await expect(rolf.page.getByText(label('filteredEmpty'))).toBeVisible();
      expect(new URL(rolf.page.url()).searchParams.get('username')).toBe('nobody1');
      await shoot(rolf, 'empty-1280');
      await rolf.page.getByRole('button', { name: text('operator', 'list.clear') }).click();
      await expect(rolf.page.getByRole('main').getByRole('link').filter({ hasText: '1,001.00' })).toBeVisible();
      await expectAccessible(rolf.page);
      await shoot(rolf, 'queue-1280');
      await rolf.page.goto(`${home}?risk=newAddress&username=${username}`);
      await rolf.page.getByRole('main').getByRole('link').filter({ hasText: '1,001.00' }).click();
      // Where there is room, it is shown alongside the list.
      await expect(rolf.page).toHaveURL(`${home}?risk=newAddress&username=${username}&open=${large}`);
      await expect(rolf.page.getByRole('region', { name: label('one') }).getByTestId('hero')).toContainText('1,001');
      await expectAccessible(rolf.page);
      await shoot(rolf, 'panel-1280');
      await rolf.page.goBack();
      await expect(rolf.page).toHaveURL(`${home}?risk=newAddress&username=${username}`);
      await expect(rolf.page.getByRole('main').getByRole('link').filter({ hasText: '1,001.00' })).toBeVisible();
    });

    await test.step('what is new waits above the rows that are shown, until it is asked for', async () => {
      await rolf.page.goto(`${home}?username=${username}`);
      const rows = (page: Page) => page.getByRole('main').getByRole('link').filter({ hasText: 'USDT' });
      await expect(rows(rolf.page)).toHaveCount(await rows(rita.page).count());
      const place = await rows(rolf.page).first().boundingBox();
      const shown = await rows(rolf.page).count();
      small = await askForWithdrawal(members.request, product, { amount: '30', address });
      const news = text('operator', 'list.new_one', { count: 1 });
      for (const { page } of [rita, rolf]) await expect(page.getByRole('status').getByText(news)).toBeVisible();
      expect([await rows(rolf.page).count(), await rows(rolf.page).first().boundingBox()]).toEqual([shown, place]);
      await expectAccessible(rita.page);
      await expectNarrow(rita.page);
      await shoot(rita, 'new-320');
      await shoot(rolf, 'new-1280');
      await rita.page.getByRole('button', { name: news }).click();
      await expect(rita.page.getByText('30.00').first()).toBeVisible();
      await rolf.page.keyboard.press('r');
      await expect(rows(rolf.page)).toHaveCount(shown + 1);
      await expect(rolf.page.getByText(news)).toHaveCount(0);
    });

    await test.step('who may not is shown whose it is', async () => {
      await tina.page.goto(`${home}/${large}`);
      await expect(tina.page.getByText(label('why.review')).first()).toBeVisible();
      await expect(tina.page.getByText(label('why.needsApproval'))).toBeVisible();
      await expect(button(tina.page, 'action.approve')).toHaveCount(0);
    });

    await test.step('two press at once: one approval is given, the other sees what changed, and looks again', async () => {
      for (const person of [rita, rolf]) {
        await person.page.goto(`${home}/${large}`);
        await button(person.page, 'action.approve').click();
        await because(sheetOf(person), `read back by ${person.name}`);
        await giveCode(person);
      }
      await expectAccessible(rita.page);
      await expectNarrow(rita.page);
      await shoot(rita, 'approve-320');
      const submit = (person: ConsoleUser) => button(sheetOf(person), 'approveAction', { amount: '1,001.00\u00a0USD' });
      await Promise.all([rita, rolf].map((person) => submit(person).click()));
      const notice = rita.page
        .getByText(label('changed'), { exact: true })
        .or(rita.page.getByText(text('operator', 'action.done')));
      await expect(notice.first()).toBeVisible();
      const [first, second] = (await rita.page.getByText(label('changed'), { exact: true }).isVisible())
        ? [rolf, rita]
        : [rita, rolf];
      await expect(sheetOf(first)).toHaveCount(0);
      await expect(first.page.getByText(label('why.yours'))).toBeVisible();

      const sheet = sheetOf(second);
      await expect(sheet.getByText(label('changed'), { exact: true })).toBeVisible();
      await expect(sheet.locator('ins')).toHaveText(first.name);
      await expect(sheet.locator('del')).toHaveText(label('none'));
      const reason = sheet.getByLabel(text('operator', 'action.reason'), { exact: true });
      await expect(reason).toHaveValue(`read back by ${second.name}`);
      await expectAccessible(second.page);
      await shoot(second, 'conflict');
      await giveCode(second);
      const sent: string[] = [];
      second.page.on('request', (request) => sent.push(request.method()));
      await submit(second).click();
      await expect(sheet.getByText(label('lookFirst'))).toBeVisible();
      expect(sent).not.toContain('POST');
      await button(sheet, 'lookedAgain').click();
      await expect(sheet.getByText(label('changed'), { exact: true })).toHaveCount(0);
      await expect(reason).toHaveValue(`read back by ${second.name}`);
      await submit(second).click();
      await expect(sheet).toHaveCount(0);
      await expect(second.page.getByText(label('step.approved'), { exact: true }).first()).toBeVisible();
      for (const { name } of [rita, rolf]) await expect(second.page.getByText(`read back by ${name}`)).toBeVisible();
      await expect(second.page.getByText(label('why.treasury'))).toBeVisible();
    });

    await test.step('a treasurer says that they are paying, and until they take it back nobody rejects it', async () => {
      await tina.page.goto(`${home}?view=approved`);
      await tina.page.getByRole('main').getByRole('link').filter({ hasText: '1,001.00' }).click();
      await button(tina.page, 'action.claim').click();
      const sheet = sheetOf(tina);
      await because(sheet, 'custody is about to sign');
      await expectAccessible(tina.page);
      await giveCode(tina);
      await shoot(tina, 'claim');
      await button(sheet, 'action.claim').click();
      await expect(sheet).toHaveCount(0);
      await expect(tina.page.getByText(label('claimedBy', { who: tina.name }))).toBeVisible();
      await rolf.page.goto(`${home}/${large}`);
      await expect(rolf.page.getByText(label('claimedBy', { who: tina.name }))).toBeVisible();
      await expect(button(rolf.page, 'action.reject')).toHaveCount(0);
    });

    await test.step('the transaction is named, its end is read back, and the chain completes it', async () => {
      await button(tina.page, 'action.record').click();
      const sheet = sheetOf(tina);
      const submit = button(sheet, 'recordAction', { received: '999.00\u00a0USDT' });
      await because(sheet, 'sent from custody');
      await giveCode(tina);
      await submit.click();
      await expect(sheet.getByText(label('txWrong'))).toBeVisible();
      const tx = await payOnChain(product, 'TRON', address, '999', 'custody');
      await sheet.getByLabel(label('tx'), { exact: true }).fill(tx);
      await expect(sheet.getByText(tx.slice(-6), { exact: true })).toBeVisible();
      await expectAccessible(tina.page);
      await shoot(tina, 'record');
      await submit.click();
      await expect(sheet).toHaveCount(0);
      await expect(tina.page.getByText(tx.slice(2))).toBeVisible();
      await shoot(tina, 'recorded');
      await expect(async () => {
        await tina.page.goto(`${home}/${large}`);
        await expect(tina.page.getByText(label('over'))).toBeVisible({ timeout: 2_000 });
      }).toPass(untilFinal);
      await expect(tina.page.getByText(label('payout.confirmed'), { exact: true })).toBeVisible();
      await shoot(tina, 'complete');
    });

    await test.step('one is rejected: the cause first, then what the member reads, word for word', async () => {
      await rolf.page.goto(`${home}/${small}`);
      await expect(button(rolf.page, 'action.reject')).toBeVisible();
      await expectAccessible(rolf.page);
      await shoot(rolf, 'one-1280');
      await button(rolf.page, 'action.reject').click();
      const sheet = sheetOf(rolf);
      const submit = button(sheet, 'rejectAction', { amount: '30.00\u00a0USD' });
      await because(sheet, 'the device is new, and nobody answers');
      await submit.click();
      await expect(sheet.getByText(label('causeFirst'))).toBeVisible();
      await sheet.getByRole('radio', { name: rejectionCauseTexts.securityCheck[language] }).check();
      const { title, text: reported } = rejectionNotice(language, '30.00\u00a0USD', 'securityCheck', 'balance');
      await expect(sheet.getByText(title, { exact: true })).toBeVisible();
      await expect(sheet.getByText(reported, { exact: true })).toBeVisible();
      await expectAccessible(rolf.page);
      await shoot(rolf, 'reject-1280');
      await submit.click();
      await expect(sheet).toHaveCount(0);
      await expect(rolf.page.getByText(label('step.ended'), { exact: true }).first()).toBeVisible();
      await expect(
        rolf.page.getByText(label('shown', { cause: rejectionCauseTexts.securityCheck[language] })),
      ).toBeVisible();
      const member = await members.newPage();
      await member.goto(`${product.origin}/notify`);
      await member.getByRole('link', { name: title }).first().click();
      await expect(member.getByText(reported)).toBeVisible();
      await rolf.page.goto(`${home}?view=ended&username=${username}`);
      await expect(rolf.page.getByRole('main').getByRole('link').filter({ hasText: '30.00' }).first()).toBeVisible();
      await expectAccessible(rolf.page);
      await shoot(rolf, 'ended-1280');
    });

    const findings = await verifyAll(await runningPostgresUrl(product.dataDir));
    expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
    await Promise.all([members, rita.context, rolf.context, tina.context].map((context) => context.close()));
  });
}

test('in a wide window a reviewer decides alongside the list, by keys, and goes on with the next', async ({
  browser,
  product,
}) => {
  const text = textsOf('en');
  const label = (key: string, values?: Record<string, string | number>) =>
    text('operator', `withdrawals.${key}`, values);
  const members = await phone(browser, 'en');
  await enter(members, product, 'hana');
  const address = 'TGzz8gjYiYRqpfmDwnLxfgPuLVNmpCswVp';
  await keepAddress(product, 'hana', 'TRON', address);
  await keepAddress(product, 'emma', 'TRON', address);
  const first = await askForWithdrawal(members.request, product, { amount: '21', address });
  const second = await askForWithdrawal(members.request, product, { amount: '22', address });
  const rosa = await consoleUser(await phone(browser, 'en', { width: 1280 }), product, 'rosa', 'reviewer');
  const { page } = rosa;
  const list = `${consoleOf(product)}/withdrawals?username=hana`;
  await page.goto(list);
  const row = page.getByRole('main').getByRole('link').filter({ hasText: '21.00' });
  // The gravest reason that the details show is the one of the list.
  await expect(row).toContainText(label('shared'));
  await page.keyboard.press('j');
  const panel = page.getByRole('region', { name: label('one') });
  await expect(page).toHaveURL(`${list}&open=${first}`);
  await expect(panel.getByText(label('saysShared', { count: 1 }))).toBeVisible();
  await page.keyboard.press('a');
  await expect(panel.getByText(text('errors', 'field.required'))).toBeVisible();
  await row.focus();
  await page.keyboard.press('1');
  await expect(panel.getByLabel(text('operator', 'action.reason'), { exact: true })).toHaveValue(
    label('reasonCompared'),
  );
  await page.keyboard.press('a');
  await expect(panel.getByLabel(text('kit', 'factor.code'))).toBeFocused();
  await page.keyboard.type(await rosa.code());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${list}&open=${second}`);
  await expect(panel.getByText(label('place', { place: 2, count: 2 }))).toBeVisible();
  await expectAccessible(page);
  // The next one's facts are there, and its decision with them.
  await expect(page.locator('main [aria-keyshortcuts="X"]')).toBeVisible();
  await page.getByRole('main').getByRole('link').filter({ hasText: '22.00' }).focus();
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await expect(panel.getByText(label('step.approved'), { exact: true })).toBeVisible();
  await Promise.all([members.close(), rosa.context.close()]);
});

const decisions = isWhole ? 20 : 4;

test(`${decisions} withdrawals are decided by keys alone: a tick, the approval, the code`, async ({
  browser,
  product,
}) => {
  test.slow();
  const text = textsOf('en');
  const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
  for (let made = 0; made < decisions; made += 1) {
    const username = ['demoleft', 'demoright', 'minjun', 'oliver'][made % 4] ?? 'demoleft';
    const member = await phone(browser, 'en');
    await enter(member, product, username);
    await keepAddress(product, username, 'TRON', address);
    await askForWithdrawal(member.request, product, { amount: '20', address });
    await member.close();
  }
  const kim = await consoleUser(await phone(browser, 'en', { width: 1280 }), product, 'kim', 'reviewer');
  const { page } = kim;
  const panel = page.getByRole('region', { name: text('operator', 'withdrawals.one') });
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await page.goto(`${consoleOf(product)}/withdrawals`);
  await expect(page.getByRole('main').getByRole('link').filter({ hasText: 'USDT' }).first()).toBeVisible();
  const startedMs = Date.now();
  await press('j');
  for (let decided = 0; decided < decisions; decided += 1) {
    const before = new URL(page.url()).searchParams.get('open');
    await expect(page.locator('main [aria-keyshortcuts="A"]')).toBeVisible();
    await press('1');
    await press('a');
    await expect(panel.getByLabel(text('kit', 'factor.code'))).toBeFocused();
    // Its six digits are no choice of anybody's.
    await page.keyboard.type(await kim.code());
    await press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('open')).not.toBe(before);
  }
  const seconds = (Date.now() - startedMs) / 1_000;
  test.info().annotations.push({
    type: 'measured',
    description: `${decisions} decisions, ${keys} keys, ${seconds.toFixed(1)} s`,
  });
  expect(keys / decisions).toBeLessThanOrEqual(4);
  await kim.context.close();
});

test('what no chain is asked about is confirmed by a second treasurer, and is not voided while it may be found', async ({
  browser,
  product,
}) => {
  const text = textsOf('en');
  const label = (key: string) => text('operator', `withdrawals.${key}`);
  const members = await phone(browser, 'en');
  await enter(members, product, 'emma');
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  await keepAddress(product, 'emma', 'BTC', address);
  const id = await askForWithdrawal(members.request, product, { amount: '60', asset: 'BTC', chain: 'BTC', address });
  const operator = (by: string, endpoint: OperatorEndpointName, revision: number, more: object = {}) =>
    asOperator(product, by, endpoint, { id, revision, reason: 'fine', ...more });
  await operator('ops-ann', 'approveWithdrawal', 1);
  await operator('ops-bob', 'claimPayout', 2);
  await operator('ops-bob', 'recordPayout', 2, { tx: 'ab'.repeat(32) });
  const theo = await consoleUser(await phone(browser, 'en'), product, 'theo', 'treasurer');
  const { page } = theo;
  const sheet = page.getByRole('dialog');
  const takeAction = async (key: string) => {
    await sheet.getByLabel(text('operator', 'action.reason'), { exact: true }).fill('looked it up');
    await sheet.getByLabel(text('kit', 'factor.code')).fill(await theo.code());
    await sheet.getByRole('button', { name: label(key), exact: true }).click();
  };
  await page.goto(`${consoleOf(product)}/withdrawals/${id}`);
  await expect(page.getByText(label('payoutWaits'), { exact: true })).toBeVisible();
  await page.getByRole('button', { name: label('action.void'), exact: true }).click();
  await takeAction('action.void');
  // Until when stands in the middle of the sentence.
  await expect(sheet.getByRole('alert')).toContainText(
    text('operator', 'refusal.withdrawal.payout_young').split('{until}')[0] ?? '',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: label('action.confirm'), exact: true }).click();
  await expect(sheet.getByText('ab'.repeat(32))).toBeVisible();
  await takeAction('action.confirm');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText(label('over'))).toBeVisible();
  await expect(page.getByText(label('payout.confirmed'), { exact: true })).toBeVisible();
  await Promise.all([members.close(), theo.context.close()]);
});

for (const _ of whoMayNot('withdrawals'))
  test('whoever may see no withdrawals has no place for them, and is informed', async ({ browser, product }) => {
    const context = await phone(browser, 'en');
    await enterConsole(context, product, 'vito-withdrawals', 'viewer');
    const page = await context.newPage();
    await page.goto(`${consoleOf(product)}/withdrawals`);
    const text = textsOf('en');
    await expect(page.getByText(text('operator', 'withdrawals.notYours'))).toBeVisible();
    await expect(
      page.getByTestId('places').getByRole('link', { name: text('operator', 'place.withdrawals') }),
    ).toHaveCount(0);
    await expectAccessible(page);
    await context.close();
  });

const expectNarrow = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

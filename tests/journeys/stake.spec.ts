import type { Browser, Page } from '@playwright/test';
import { dayText, languages, type Output } from '@trellis/api-contract';
import type { OperatorEndpointName } from '@trellis/api-contract/operator';
import { demoPassword, runningPostgresUrl, verifyAll } from '../../api/src/testing/index.ts';
import { putForward } from '../support/authenticators.ts';
import { expectAccessible } from '../support/axe.ts';
import { bindByCalls } from '../support/binding.ts';
import { callerOf } from '../support/caller.ts';
import { payOnChain } from '../support/chain.ts';
import { chooseCountry } from '../support/country.ts';
import { enter, expect, mailedCode, phone, test } from '../support/fixtures.ts';
import { nextStep } from '../support/nextStep.ts';
import { asOperator } from '../support/operatorCalls.ts';
import { type Product, startProduct } from '../support/product.ts';
import { oneOf, turnOf } from '../support/sample.ts';
import { openStakes, stakePoolHolds } from '../support/stakes.ts';
import { textsOf } from '../support/texts.ts';
import { keepAddress } from '../support/withdrawals.ts';

const who = { en: 'emma', jp: 'hana', zh: 'lihua', ko: 'minjun' } as const;
const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const termHours = 90 * 24;
/** As a page of the product's own calls. */
const ownPage = { headers: { 'sec-fetch-site': 'same-origin' } };

/** Its time is put forward by months, so no other journey shares it. */
let product: Product;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  product = await startProduct();
  await openStakes(product, { open: true, closedIn: 'US' });
});
test.afterAll(async () => {
  await product.stop();
  product.remove();
});
test.beforeEach(() => stakePoolHolds(product, 1_000));
test.afterEach(async () => {
  const findings = await verifyAll(await runningPostgresUrl(product.dataDir));
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

for (const language of oneOf('stake', languages)) {
  test(`stake, choose what becomes of it, and see it begin another term, in ${language}`, async ({ browser }) => {
    const text = textsOf(language);
    const wallet = (key: string, values?: Record<string, string | number>) => text('wallet', key, values);
    // It is the day before there for most of a day.
    const context = await phone(browser, language, { timeZone: 'Pacific/Pago_Pago' });
    await enter(context, product, who[language]);
    const page = await context.newPage();
    const choice = (key: string) => page.getByRole('radio', { name: wallet(key, { count: 90 }) });
    const sheet = page.getByRole('dialog');

    await test.step('who has not reported where they live is asked once, and comes back', async () => {
      await page.goto(`${product.origin}/wallet/stake`);
      await expect(page.getByText(wallet('stake.country'))).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: wallet('stake.countryAsk') }).click();
      await chooseCountry(page, language, 'JP');
      await expect(page).toHaveURL(`${product.origin}/wallet/stake`);
    });

    await test.step('what comes of it at best and at worst stands there as one types', async () => {
      const amount = page.getByRole('textbox', { name: wallet('stake.amount') });
      await amount.fill('99');
      await nextStep(page, text).click();
      await expect(page.getByText(text('errors', 'money.below_minimum', { minimum: '100.00 CP' }))).toBeVisible();
      await amount.fill('100');
      await expect(page.getByText('100.98 CP').first()).toBeVisible();
      await expect(page.getByText(wallet('stake.zeroCase'), { exact: true }).first()).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('it is begun, with a choice', async () => {
      await choice('stake.maturity.continue_other').check();
      await page.getByRole('button', { name: wallet('stake.submit', { amount: '100.00 CP' }) }).click();
      await expect(sheet.getByText('100.00 USD').first()).toBeVisible();
      await expectAccessible(page);
      await sheet.getByRole('button', { name: wallet('stake.submit', { amount: '100.00 CP' }) }).click();
      await expect(page.getByText(wallet('stake.success'), { exact: true })).toBeVisible();
      await page.getByRole('link', { name: wallet('stake.see') }).click();
    });

    await test.step('its choice is changed, taken back, and made again', async () => {
      await expect(page.getByText(wallet('stake.event.started'))).toBeVisible();
      // It ends on the day that the API has.
      const { stakes } = (await (await callerOf(product, who[language])).get('/api/v1/stakes'))
        .body as Output<'getStakes'>;
      await expect(page.getByText(dayText(stakes[0]?.maturesOn ?? '', language)).first()).toBeVisible();
      await expect(choice('stake.maturity.continue_other')).toBeChecked();
      await expectAccessible(page);
      await choice('stake.maturity.profit_other').check();
      await save(page, text);
      await expect(page.getByText(wallet('stake.event.chosen')).nth(1)).toBeVisible();
      // What is removed is the choice that is seen: the one before would be refused.
      await expect(
        page.getByRole('region', { name: wallet('stake.maturity.profit_other', { count: 90 }) }),
      ).toBeVisible();
      await page.getByRole('button', { name: wallet('stake.maturity.remove') }).click();
      await expect(page.getByText(wallet('stake.event.unchosen'), { exact: true })).toBeVisible();
      await expect(choice('stake.maturity.profit_other')).not.toBeChecked();
      // What was saved is said no longer, and there is nothing to save.
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(nextStep(page, text)).toHaveCount(0);
      await choice('stake.maturity.continue_other').check();
      await page.getByText(wallet('stake.acceptsLess')).click();
      await save(page, text);
      await expect(page.getByText(wallet('stake.acceptsAny'))).toBeVisible();
    });

    await test.step('a term later it is in another', async () => {
      await putForward(product, termHours);
      await enter(context, product, who[language]);
      await page.reload();
      await expect(page.getByText(wallet('stake.event.renewed'))).toBeVisible();
      await expect(page.getByRole('heading', { name: wallet('stake.termNumber', { n: 2 }) })).toBeVisible();
      await expect(page.getByTestId('hero')).toContainText('.98');
      await expectAccessible(page);
    });
    await context.close();
  });
}

for (const _ of turnOf('waits', ['all', 'waits', 'performance'], [true]))
  test('what waits is paid out once all USD are withdrawn, and stands as it stood if that is called back', async ({
    browser,
  }) => {
    const text = textsOf('en');
    const wallet = (key: string, values?: Record<string, string | number>) => text('wallet', key, values);
    const context = await phone(browser, 'en');
    await enter(context, product, 'oliver');
    const oliver = await callerOf(product, 'oliver');
    await oliver.post('/api/v1/profile/country', { country: 'JP' });
    await keepAddress(product, 'oliver', 'TRON', address);
    const page = await context.newPage();
    const choice = (key: string) => page.getByRole('radio', { name: wallet(key, { count: 90 }) });
    const sheet = page.getByRole('dialog');

    await test.step('without a reward it is begun only by who has said that it is known', async () => {
      await page.goto(`${product.origin}/wallet/stake`);
      await page.getByRole('textbox', { name: wallet('stake.amount') }).fill('100');
      await expect(page.getByText('100.98 CP').first()).toBeVisible();
      await page.getByRole('button', { name: 'Stake 100.00 CP' }).click();
      await expect(sheet).toBeVisible();
      await stakePoolHolds(product, 0);
      await sheet.getByRole('button', { name: 'Stake 100.00 CP' }).click();
      await expect(sheet).toBeHidden();
      await expect(page.getByText(wallet('stake.quoteChanged', { rate: '1.0000', reward: '0.00 USD' }))).toBeVisible();
      await expect(page.getByText(wallet('stake.zeroNow'))).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Stake 100.00 CP' }).click();
      await expect(page.getByText(text('errors', 'field.required'))).toBeVisible();
      await page.getByText(wallet('stake.zeroConsent')).click();
      await page.getByRole('button', { name: 'Stake 100.00 CP' }).click();
      await sheet.getByRole('button', { name: 'Stake 100.00 CP' }).click();
      await expect(page.getByText(wallet('stake.success'), { exact: true })).toBeVisible();
    });

    await test.step('a term later it waits, and says so', async () => {
      await putForward(product, termHours);
      await enter(context, product, 'oliver');
      await page.goto(`${product.origin}/wallet/stakeDetail`);
      await expect(page.getByText(wallet('stake.unlocked'))).toBeVisible();
      await expectAccessible(page);
      await choice('stake.maturity.all').check();
      await expect(page.getByText(wallet('stake.usdFirstTitle')).first()).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('all USD are withdrawn, and one is back', async () => {
      await page.getByRole('link', { name: /then come back$/ }).click();
      const amount = page.getByRole('textbox', { name: wallet('withdrawal.amount') });
      await expect(amount).not.toHaveValue('');
      await page.getByRole('button', { name: wallet('withdrawal.book') }).click();
      await sheet.getByRole('button', { name: 'My ledger' }).click();
      await expect(page.getByText('My ledger', { exact: true })).toBeVisible();
      await nextStep(page, text).click();
      await sheet.getByRole('button', { name: /^Withdraw / }).click();
      await expect(page.getByText(/^withdrawal submitted/)).toBeVisible();
      await page.getByRole('link', { name: text('kit', 'screen.back') }).click();
      await expect(choice('stake.maturity.all')).toBeChecked();
    });

    await test.step('it is applied for, and followed', async () => {
      const field = page.getByRole('textbox', { name: wallet('stake.receivingAddress') });
      await field.fill('nowhere');
      await nextStep(page, text).click();
      await expect(page.getByText(text('errors', 'stake.address_format'))).toBeVisible();
      await field.fill('');
      await page.getByRole('button', { name: wallet('withdrawal.book') }).click();
      await sheet.getByRole('button', { name: 'My ledger' }).click();
      await expect(page.getByText('My ledger', { exact: true })).toBeVisible();
      await nextStep(page, text).click();
      await expect(sheet.getByText(wallet('stake.atOnce'))).toBeVisible();
      await expect(sheet.getByText(wallet('withdrawal.received'), { exact: true })).toBeVisible();
      await expect(sheet.getByText('98.00 USDT', { exact: true })).toBeVisible();
      await expect(sheet.getByText('TJRa', { exact: true })).toBeVisible();
      await expectAccessible(page);
      await sheet.getByRole('button', { name: /^Withdraw / }).click();
      await expect(page.getByText(wallet('stake.status.pending'))).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('called back, the contract stands as it stood', async () => {
      await page.getByRole('link', { name: wallet('withdrawal.follow') }).click();
      await expect(page.getByText(wallet('withdrawal.ofStake'))).toBeVisible();
      await page.getByRole('button', { name: wallet('withdrawal.cancel') }).click();
      await expect(sheet.getByText(wallet('withdrawal.contractCancelText'))).toBeVisible();
      await sheet.getByRole('button', { name: wallet('withdrawal.cancel') }).click();
      await expect(page.getByText(wallet('withdrawal.contractStands'))).toBeVisible();
      await page.getByRole('link', { name: wallet('withdrawal.toContract') }).click();
      await expect(page.getByText(wallet('stake.unlocked'))).toBeVisible();
      await expect(page.getByText(wallet('stake.event.returned'))).toBeVisible();
    });
    await context.close();
  });

test('where stakes are not sold the page says so, and nothing that is not there is shown', async ({ browser }) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  await enter(context, product, 'noah');
  await (await callerOf(product, 'noah')).post('/api/v1/profile/country', { country: 'US' });
  const page = await context.newPage();
  await page.goto(`${product.origin}/wallet/stake`);
  await expect(page.getByText(text('wallet', 'stake.notInCountry'))).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${product.origin}/wallet/stakeDetail`);
  await expect(page.getByText(text('wallet', 'stake.noContractsText'))).toBeVisible();
  await page.goto(`${product.origin}/wallet/stakeDetail?id=0193a1b2-c3d4-7e5f-8a6b-0123456789ab`);
  await expect(page.getByText(text('wallet', 'stake.unknown'))).toBeVisible();
  await context.close();
});

test('what pays out asks for an authenticator, and what was entered is still there afterwards', async ({
  browser,
  guarded,
}) => {
  const text = textsOf('en');
  const wallet = (key: string) => text('wallet', key);
  await openStakes(guarded, { open: true, closedIn: 'US' });
  const context = await phone(browser, 'en');
  await enter(context, guarded, 'demoright');
  await (await callerOf(guarded, 'demoright')).post('/api/v1/profile/country', { country: 'JP' });
  const page = await context.newPage();
  await page.goto(`${guarded.origin}/wallet/stake`);
  const bindFirst = page.getByText(text('errors', 'twofactor.required'));
  await page.getByRole('textbox', { name: wallet('stake.amount') }).fill('100');
  await page.getByRole('radio', { name: wallet('stake.maturity.all') }).check();
  await expect(bindFirst).toBeVisible();
  await expectAccessible(page);
  // Whoever sets it up finds what they entered again.
  await page.getByRole('link', { name: text('kit', 'guard.bind') }).click();
  await expect(page).toHaveURL(/googleAuth/);
  await page.goBack();
  await expect(page.getByRole('radio', { name: wallet('stake.maturity.all') })).toBeChecked();
  await expect(page.getByRole('textbox', { name: wallet('stake.amount') })).toHaveValue('100');
  await page.getByRole('radio', { name: wallet('stake.maturity.later') }).check();
  await expect(bindFirst).toBeHidden();
  await context.close();
});

for (const _ of turnOf('all', ['all', 'waits', 'performance'], [true]))
  test('all of it is chosen with a code as it is begun, and a term later approved and paid', async ({ browser }) => {
    // Its time is put forward, and codes are asked for: nobody else's.
    const guarded = await startProduct({ env: { SECOND_FACTOR: 'on' } });
    const text = textsOf('en');
    const wallet = (key: string, values?: Record<string, string | number>) => text('wallet', key, values);
    const context = await phone(browser, 'en');
    await enter(context, guarded, 'emma');
    const bound = await bindByCalls(context.request, guarded, 'emma');
    await keepAddress(guarded, 'emma', 'TRON', address);
    await context.request.post(`${guarded.origin}/api/v1/profile/country`, { data: { country: 'JP' }, ...ownPage });
    const page = await context.newPage();
    const sheet = page.getByRole('dialog');

    await page.goto(`${guarded.origin}/wallet/stake`);
    await page.getByRole('button', { name: text('kit', 'amount.maximum') }).click();
    await page.getByRole('radio', { name: wallet('stake.maturity.all') }).check();
    await page.getByRole('button', { name: wallet('withdrawal.book') }).click();
    await sheet.getByRole('button', { name: 'My ledger' }).click();
    await expect(page.getByText('My ledger', { exact: true })).toBeVisible();
    const submit = page.getByRole('button', { name: /^Stake .* CP$/ });
    await submit.click();
    const confirm = sheet.getByRole('button', { name: /^Stake .* CP$/ });
    const code = sheet.getByLabel(text('kit', 'factor.code'), { exact: true });
    await code.fill('000000');
    await confirm.click();
    await expect(sheet.getByText(text('errors', 'twofactor.incorrect'))).toBeVisible();
    await code.fill(bound.code());
    await confirm.click();
    await expect(page.getByText(wallet('stake.success'), { exact: true })).toBeVisible();
    await test.step('what is chosen later asks for a code then', () => chooseLater(browser, guarded));

    await putForward(guarded, termHours);
    const login = { username: 'emma', password: demoPassword, code: bound.recoveryCodes[0] };
    expect((await context.request.post(`${guarded.origin}/api/v1/session`, { data: login, ...ownPage })).status()).toBe(
      200,
    );
    await page.goto(`${guarded.origin}/wallet/stakeDetail`);
    await expect(page.getByText(wallet('stake.status.pending'))).toBeVisible();
    const { stakes } = (await (await context.request.get(`${guarded.origin}/api/v1/stakes`)).json()) as {
      stakes: { payouts: { id: string }[] }[];
    };
    const payout = stakes[0]?.payouts[0]?.id ?? '';
    const { received } = (await (
      await context.request.get(`${guarded.origin}/api/v1/withdrawals/${payout}`)
    ).json()) as {
      received: { amount: string };
    };
    const operator = (by: string, endpoint: OperatorEndpointName, revision: number, more: object = {}) =>
      asOperator(guarded, by, endpoint, { id: payout, revision, reason: 'fine', ...more });
    await operator('ops-ann', 'approveWithdrawal', 1);
    await operator('ops-cleo', 'claimPayout', 2);
    await operator('ops-cleo', 'recordPayout', 2, {
      tx: await payOnChain(guarded, 'TRON', address, received.amount, 'custody'),
    });
    // The chain says that it is so, and the open page hears of it by itself.
    await expect(page.getByText(wallet('stake.event.paid'), { exact: true })).toBeVisible({ timeout: 40_000 });
    await expect(page.getByText(wallet('stake.terminationDone'), { exact: true })).toBeVisible();
    await expectAccessible(page);
    const findings = await verifyAll(await runningPostgresUrl(guarded.dataDir));
    expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
    await context.close();
    await guarded.stop();
    guarded.remove();
  });

/** Begins a contract of much with a code that is mailed, and chooses what becomes of it with one of an authenticator. */
async function chooseLater(browser: Browser, guarded: Product): Promise<void> {
  const text = textsOf('jp');
  const wallet = (key: string, values?: Record<string, string | number>) => text('wallet', key, values);
  const context = await phone(browser, 'jp');
  await enter(context, guarded, 'demoright');
  await context.request.post(`${guarded.origin}/api/v1/profile/country`, { data: { country: 'JP' }, ...ownPage });
  const page = await context.newPage();
  const sheet = page.getByRole('dialog');
  await page.goto(`${guarded.origin}/wallet/stake`);
  await page.getByRole('textbox', { name: wallet('stake.amount') }).fill('1100');
  await nextStep(page, text).click();
  await sheet.getByRole('button', { name: text('kit', 'code.send') }).click();
  const mailed = sheet.getByLabel(text('kit', 'code.label'));
  await expect(async () => mailed.fill(await mailedCode(guarded, 'demoright@example.com'))).toPass();
  await sheet.getByRole('button', { name: wallet('stake.submit', { amount: '1,100.00 CP' }) }).click();
  await expect(page.getByText(wallet('stake.success'), { exact: true })).toBeVisible();

  const bound = await bindByCalls(context.request, guarded, 'demoright');
  await page.goto(`${guarded.origin}/wallet/stakeDetail`);
  await page.getByRole('radio', { name: wallet('stake.maturity.profit_other', { count: 90 }) }).check();
  await nextStep(page, text).click();
  const code = sheet.getByLabel(text('kit', 'factor.code'), { exact: true });
  const approval = sheet.getByRole('button', { name: wallet('stake.maturity.save') });
  await code.fill('000000');
  await approval.click();
  await expect(sheet.getByText(text('errors', 'twofactor.incorrect'))).toBeVisible();
  await code.fill(bound.code());
  await approval.click();
  await expect(sheet).toBeHidden();
  await expect(page.getByText(wallet('stake.event.chosen'), { exact: true })).toBeVisible();
  await expectAccessible(page);
  await context.close();
}

/** Approves to the choice as it stands in the fields. */
async function save(page: Page, text: ReturnType<typeof textsOf>): Promise<void> {
  await nextStep(page, text).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: text('wallet', 'stake.maturity.save') }).click();
  await expect(sheet).toBeHidden();
}

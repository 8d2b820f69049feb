import { dayText, languages, type Output } from '@trellis/api-contract';
import { runningPostgresUrl, verifyAll } from '../../api/src/testing/index.ts';
import { expectAccessible } from '../support/axe.ts';
import { callerOf } from '../support/caller.ts';
import { runOps } from '../support/command.ts';
import { chooseCountry } from '../support/country.ts';
import { runSql } from '../support/database.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import type { Product } from '../support/product.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

const who = { en: 'emma', jp: 'hana', zh: 'lihua', ko: 'minjun' } as const;

for (const language of oneOf('package', languages)) {
  test(`buy a package, and let an outsider check its certificate, in ${language}`, async ({ browser, product }) => {
    const text = textsOf(language);
    // It is the day before there for most of a day.
    const context = await phone(browser, language, { timeZone: 'Pacific/Pago_Pago' });
    await enter(context, product, who[language]);
    const page = await context.newPage();
    const plan = (key: string, values?: Record<string, string | number>) => text('plan', key, values);
    const buy = () =>
      page.getByRole('button', { name: plan('package.submit', { level: 'Clear', amount: '100.00 USD' }), exact: true });

    await test.step('who has not reported where they live is asked once, and comes back to what they wanted', async () => {
      await page.goto(`${product.origin}/plan`);
      await expect(page.getByText(plan('country.needed'), { exact: true }).first()).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Clear', exact: true }).click();
      await expect(page.getByRole('heading', { name: plan('country.title') })).toBeVisible();
      await page.getByRole('button', { name: plan('country.save') }).click();
      await expect(page.getByText(text('errors', 'field.required'))).toBeVisible();
      await expectAccessible(page);
      // Only the support can change it: it is read once more before it is kept.
      await chooseCountry(page, language, 'JP');
      await expect(page).toHaveURL(`${product.origin}/plan/buy/clear`);
    });

    await test.step('what the balance does not cover leads to the deposit of the rest, and is not sent', async () => {
      await page.goto(`${product.origin}/plan/buy/diamond`);
      const way = page.locator('a[href^="/wallet/topup?amount="]');
      const missing = (await way.getAttribute('href'))?.split('=')[1] ?? '';
      expect(missing).toMatch(/^\d+\.\d{2,6}$/);
      await page.getByRole('textbox').press('Enter');
      await expect(page.getByText(text('errors', 'money.insufficient_balance'))).toBeVisible();
      await way.click();
      await expect(page.getByRole('textbox', { name: text('wallet', 'topup.amount') })).toHaveValue(missing);
      await page.goto(`${product.origin}/plan/buy/clear`);
    });

    await test.step('what comes back at best and at worst stands there before anything is confirmed', async () => {
      await expect(page.getByText('100.49 USDP').first()).toBeVisible();
      await expect(page.getByText(plan('package.zeroCase'), { exact: true }).first()).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('textbox').fill('105');
      await expect(
        page.getByText(text('errors', 'package.step', { minimum: '100.00 USD', step: '10.00 USD' })),
      ).toBeVisible();
      // What stands above the figures is what they are of.
      await expect(page.getByRole('button', { name: plan('package.review') })).toBeVisible();
      await expect(page.getByText('105.00')).toHaveCount(0);
      await page.getByRole('textbox').fill('100');
      await expect(page.getByText('99.70 USD').first()).toBeVisible();
    });

    await test.step('it is bought', async () => {
      await buy().click();
      const sheet = page.getByRole('dialog');
      await expect(sheet.getByText(plan('package.rewardToCome'), { exact: true }).first()).toBeVisible();
      await expectAccessible(page);
      await sheet
        .getByRole('button', { name: plan('package.submit', { level: 'Clear', amount: '100.00 USD' }) })
        .click();
      await expect(page.getByText(plan('package.success'), { exact: true }).first()).toBeVisible();
      await page.getByRole('link', { name: plan('package.see') }).click();
    });

    await test.step('its loops stand there as steps, each with its day', async () => {
      await expect(
        page.getByRole('list', { name: plan('package.loopsReleased', { released: 0, loops: 3 }) }),
      ).toBeVisible();
      await expect(page.getByText(plan('package.loop', { n: 3 }), { exact: true })).toBeVisible();
      // Each on the day that the API has.
      const { packages } = (await (await callerOf(product, who[language])).get('/api/v1/packages'))
        .body as Output<'listPackages'>;
      for (const { dueOn } of packages[0]?.loops ?? [])
        await expect(
          page.getByText(plan('package.dueOn', { date: dayText(dueOn, language) }), { exact: true }).last(),
        ).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('while it can be cancelled the page says when its certificate comes', async () => {
      await expect(page.getByText(plan('certificate.comesLater').split('{date}')[0] ?? '')).toBeVisible();
      await expect(page.getByRole('link', { name: plan('package.certificateVerify') })).toHaveCount(0);
    });

    const certain = await phone(browser, language);
    const id =
      await test.step('where it cannot be cancelled the certificate comes by itself, a moment later', async () => {
        await enter(certain, product, 'demoleft');
        const buyer = await callerOf(product, 'demoleft');
        await buyer.post('/api/v1/profile/country', { country: 'KR' });
        const bought = await buyer.post(
          '/api/v1/packages',
          { level: 'Clear', shownReward: '0' },
          { 'idempotency-key': crypto.randomUUID() },
        );
        const own = await certain.newPage();
        await own.goto(`${product.origin}/plan/packages/${bought.body.id}`);
        await expect(own.getByRole('link', { name: plan('package.certificateVerify') })).toBeVisible();
        return String(bought.body.id);
      });

    await test.step('an outsider reads and checks the certificate, and learns nothing of whose it is', async () => {
      await expect
        .poll(async () => (await context.request.get(`${product.origin}/api/v1/certificates/${id}`)).status())
        .toBe(200);
      const outsider = await phone(browser, language);
      const other = await outsider.newPage();
      await other.goto(`${product.origin}/certificate/${id}`);
      await expect(other.getByText(plan('package.certificateValid'), { exact: true }).first()).toBeVisible();
      await other.getByRole('button', { name: plan('certificate.turn') }).click();
      await expect(other.locator('figure [aria-hidden="false"]')).toHaveText(/([0-9a-f]{4} ){15}[0-9a-f]{4}$/);
      await expect(other.getByText(/^Clear #\d{5}$/).first()).toBeVisible();
      await expectAccessible(other);
      expect(await other.locator('body').textContent()).not.toContain('demoleft');
      const [download] = await Promise.all([
        other.waitForEvent('download'),
        other.getByRole('link', { name: plan('certificate.jsonFile') }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^Clear-\d{5}\.json$/);
      // What was tampered with on its way is seen.
      await other.route('**/api/v1/certificates/*', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { json: string };
        await route.fulfill({ response: answer, json: { ...body, json: body.json.replace('"100.00"', '"900.00"') } });
      });
      await other.reload();
      await expect(other.getByText(plan('package.certificateInvalid'), { exact: true }).first()).toBeVisible();
      await outsider.close();
    });

    await test.step('it can be cancelled while the law says so, and then nothing of it comes back', async () => {
      await page.reload();
      await page.getByRole('button', { name: plan('cancel.action') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: plan('cancel.action') })
        .click();
      await expect(page.getByText(plan('cancel.done'), { exact: true }).first()).toBeVisible();
      await expect(page.getByText(plan('package.loopState.cancelled')).first()).toBeVisible();
    });
    expect((await verifyAll(await runningPostgresUrl(product.dataDir))).filter(({ rows }) => rows.length > 0)).toEqual(
      [],
    );
    await Promise.all([context, certain].map((each) => each.close()));
  });
}

test('a pool that empties between the figures and the confirmation takes nothing, and the new figures are shown', async ({
  browser,
  product,
}) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  await enter(context, product, 'oliver');
  const oliver = await callerOf(product, 'oliver');
  await oliver.post('/api/v1/profile/country', { country: 'KR' });
  await giveRp(product, 'oliver', 12);
  const held = async () => (await oliver.get('/api/v1/balances')).body.balances;
  const before = await held();
  const buy = 'Buy Clear for 100.00 USD';
  const page = await context.newPage();
  await page.goto(`${product.origin}/plan/buy/clear`);
  await expect(page.getByText('100.49 USDP').first()).toBeVisible();
  await page.getByRole('button', { name: buy }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await emptyPool(product);

  await sheet.getByRole('button', { name: buy }).click();
  await expect(page.getByText(text('plan', 'package.quoteChanged', { reward: '0.00 USDP' }))).toBeVisible();
  await expect(sheet).toBeHidden();
  expect(await held()).toEqual(before);
  await expectAccessible(page);
  // Nothing goes on before the member has said that it is known.
  await page.getByRole('button', { name: buy }).click();
  await expect(page.getByText(text('errors', 'field.required'))).toBeVisible();
  await page.getByText(text('plan', 'package.zeroConsent')).click();
  // What is taken of each balance stands on the button, in the sheet and on the receipt.
  await page.getByText(text('plan', 'package.payRp', { amount: '12.00 RP' })).click();
  const buyWithRp = 'Buy Clear for 88.00 USD + 12.00 RP';
  await page.getByRole('button', { name: buyWithRp }).click();
  await expect(sheet.getByText('88.00 USD', { exact: true })).toBeVisible();
  await expect(sheet.getByText('12.00 RP', { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: buyWithRp }).click();
  await expect(page.getByText(text('plan', 'package.success'))).toBeVisible();
  await expect(page.getByText('88.00 USD', { exact: true })).toBeVisible();
  await expect(page.getByText('12.00 RP', { exact: true })).toBeVisible();
  await refillPool(product);
  await context.close();
});

test('a country in which none is sold says so, and what was bought goes on', async ({ browser, product }) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  await enter(context, product, 'noah');
  await (await callerOf(product, 'noah')).post('/api/v1/profile/country', { country: 'US' });
  const page = await context.newPage();
  for (const path of ['/plan', '/plan/buy/gold']) {
    await page.goto(product.origin + path);
    await expect(page.getByText(text('plan', 'home.notInCountry'))).toBeVisible();
    await expect(page.getByRole('heading', { name: text('kit', 'notOpen.country') })).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto(`${product.origin}/certificate/0193a1b2-c3d4-7e5f-8a6b-0123456789ab`);
  await expect(page.getByText(text('plan', 'certificate.none'))).toBeVisible();
  await page.goto(`${product.origin}/plan/packages/0193a1b2-c3d4-7e5f-8a6b-0123456789ab`);
  await expect(page.getByText(text('plan', 'package.unknown'))).toBeVisible();
  await context.close();
});

test('a suspended member sees what they have and why nothing can be bought', async ({ browser, product }) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  await enter(context, product, 'weijie');
  await runOps(product, 'suspendMember', 'weijie', '--reason', 'a look at it', '--cause', 'securityCheck');
  const page = await context.newPage();
  for (const path of ['/plan', '/plan/buy/gold', '/plan/country']) {
    await page.goto(product.origin + path);
    await expect(page.getByRole('alert').getByText(text('plan', 'home.suspended'))).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto(`${product.origin}/plan`);
  await expect(page.getByText('Gold', { exact: true })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText(text('plan', 'country.needed'))).toBeHidden();
  await runOps(product, 'restoreMember', 'weijie', '--reason', 'looked at');
  await context.close();
});

/** Takes all that the pool can promise away from it. */
const emptyPool = (product: Product): Promise<void> => fromPool(product, 'balance');
const refillPool = (product: Product): Promise<void> => fromPool(product, '-3000000000');

const fromPool = (product: Product, minor: string): Promise<void> =>
  runSql(
    product,
    `SELECT post(gen_random_uuid(), 0, gen_random_uuid()::text, '\\x00', 'opening', '{}', ARRAY[201, 601]::bigint[],
       ARRAY[${minor}, -(${minor})]::bigint[], NULL, NULL, NULL) FROM account WHERE id = 601`,
  );

/** Gives a member RP that are backed as those of a bonus are. */
const giveRp = (product: Product, username: string, units: number): Promise<void> =>
  runSql(
    product,
    `SELECT post(gen_random_uuid(), id, gen_random_uuid()::text, '\\x00', 'opening', '{}',
       ARRAY[id * 1000 + 131, 201, 231, 302]::bigint[], ARRAY[${units}000000, -${units}000000, -${units}000000, ${units}000000]::bigint[], NULL, NULL, NULL)
       FROM member WHERE username = '${username}'`,
  );

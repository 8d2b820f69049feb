import { languages } from '@trellis/api-contract';
import { newKey, runningPostgresUrl, verifyAll } from '../../api/src/testing/index.ts';
import { putForward } from '../support/authenticators.ts';
import { expectAccessible } from '../support/axe.ts';
import { callerOf } from '../support/caller.ts';
import { runSql } from '../support/database.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { type Product, startProduct } from '../support/product.ts';
import { oneOf, turnOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

/** Its time is put forward by days, so each has a product of its own. */
let product: Product;
test.beforeEach(async () => {
  test.setTimeout(240_000);
  product = await startProduct();
});
test.afterEach(async () => {
  const findings = await verifyAll(await runningPostgresUrl(product.dataDir));
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
  await product.stop();
  product.remove();
});

/** A package without its reward, by a call, as from a second phone. */
async function buy(username: string, level: string): Promise<void> {
  const caller = await callerOf(product, username);
  await caller.post('/api/v1/profile/country', { country: 'KR' });
  const { body } = await caller.get(`/api/v1/packages/quote?level=${level}`);
  const { reward } = body as { reward: { amount: string } };
  const answer = await caller.post(
    '/api/v1/packages',
    { level, shownReward: reward.amount },
    { 'idempotency-key': newKey() },
  );
  expect([username, level, answer.status, answer.text]).toEqual([username, level, 201, answer.text]);
}

/** What a member has at hand in RP by the statement of the month that runs, which is what the balances say. */
async function statedRp(username: string): Promise<number> {
  const caller = await callerOf(product, username);
  const { body: listed } = await caller.get('/api/v1/statements');
  const running = (listed.months as { month: string; running: boolean }[]).find((month) => month.running);
  const { body } = await caller.get(`/api/v1/statements/${running?.month}`);
  const lines = body.lines as { unit: string; state: string; closing: { amount: string } }[];
  const closing = lines.find(({ unit, state }) => unit === 'RP' && state === 'available')?.closing.amount ?? '0.00';
  const { text } = await caller.get('/api/v1/balances');
  expect(text).toContain(`{"amount":"${closing}","unit":"RP"}`);
  return Number(closing.replaceAll(',', ''));
}

/** So many hours later, by which the session has ended. */
async function later(hours: number): Promise<void> {
  await putForward(product, hours);
}

for (const language of turnOf('performance', ['all', 'waits', 'performance'], oneOf('performance', languages))) {
  test(`three buy, totals rise in an open page, and the next day brings a bonus with its sum, in ${language}`, async ({
    browser,
  }) => {
    const text = textsOf(language);
    const team = (key: string, values?: Record<string, string | number>) => text('team', key, values);
    const context = await phone(browser, language, { width: language === 'jp' ? 320 : 375 });
    await enter(context, product, 'demo');
    const page = await context.newPage();
    const shoot = async (name: string) => {
      const folder = process.env.SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/performance-${language}-${name}.png`, fullPage: true });
    };
    const row = (label: string) => page.locator('dl > div', { has: page.getByText(label, { exact: true }) });

    await test.step('nothing was sold, and nothing is promised', async () => {
      await page.goto(`${product.origin}/team?tab=performance`);
      await expect(page.getByText(team('performance.inactive'))).toBeVisible();
      await expect(row(team('performance.total'))).toContainText('0.00');
      await expectAccessible(page);
      await shoot('before');
    });

    await test.step('each purchase rises to whoever stands above, while the page is open', async () => {
      await page.goto(`${product.origin}/team`);
      const head = page.locator('[aria-current="true"]').first();
      await expect(head).toContainText('demo');
      await buy('demoleft', 'Silver');
      await expect(head).toContainText('500.00');
      await buy('demo', 'Gold');
      await buy('demoright', 'Gold');
      await expect(head).toContainText('1,000.00');
      await buy('hana', 'Bronze');
      for (const [key, amount] of [
        ['chart.left', '800.00 USD'],
        ['chart.right', '1,000.00 USD'],
      ] as const)
        await expect(head).toContainText(team(key, { amount }));
      // What one buys oneself is on neither side, nor in the sum of both.
      await head.click();
      await expect(page.getByRole('dialog')).toContainText('1,800.00 USD');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expectAccessible(page);
      await shoot('chart');
    });

    await test.step('the day is over: the bonus is there, and how it was computed', async () => {
      const before = await statedRp('demo');
      await later(25);
      await enter(context, product, 'demo');
      await page.goto(`${product.origin}/team?tab=performance`);
      // 3 % of 1,500, whom demo has sponsored, and 5 % of the 800 that both sides have; a thirtieth of Gold's cap is 33.33.
      await expect(async () => {
        await page.reload();
        await expect(page.getByTestId('hero')).toContainText('78', { timeout: 3_000 });
      }).toPass({ timeout: 90_000 });
      await expect(page.getByTestId('hero')).toContainText('78.33');
      // As the figure of its month, and as the sum of how it was computed.
      await expect(row(team('performance.bonus'))).toContainText(['78.33', '78.33']);
      await expect(row(team('performance.cut'))).toContainText('6.67');
      await expect(row(team('performance.valid'))).toContainText('800.00');
      await expect(row(team('performance.carryRight'))).toContainText('200.00');
      await expectAccessible(page);
      expect((await statedRp('demo')) - before).toBeCloseTo(15.666666, 6);
      await shoot('bonus');
      await page.getByRole('listitem').getByRole('button').filter({ hasText: '78.33' }).click();
      await expect(page.getByRole('dialog')).toContainText('33.333333');
      await expectAccessible(page);
      await shoot('day');
      await page.keyboard.press('Escape');
    });

    await test.step('it stands in the balances, the records and a notice', async () => {
      const demo = await callerOf(product, 'demo');
      const { body } = await demo.get('/api/v1/records?kind=team_bonus');
      const records = (body.records as { money: { amount: string; unit: string } }[]).map(({ money }) => money);
      expect(records.toSorted((a, b) => a.unit.localeCompare(b.unit))).toEqual([
        { amount: '15.666666', unit: 'RP' },
        { amount: '62.666667', unit: 'USDP' },
      ]);
      await page.goto(`${product.origin}/notify`);
      await expect(
        page.getByText(text('account', 'notify.teamBonusPaid.title', { usdp: '62.666667 USDP' })),
      ).toBeVisible();
      const csv = await demo.get('/api/v1/team/performance.csv');
      expect(csv.text).toContain('800.00,1500.00,45.00,40.00,33.333333,6.666667,0.00,78.333333,1.0000,78.333333');
    });

    await test.step('with a small pool all are paid the same share, which is reported', async () => {
      await runSql(
        product,
        `SELECT post(gen_random_uuid(), 0, gen_random_uuid()::text, '\\x00', 'opening', '{}', ARRAY[201, 603]::bigint[],
           ARRAY[balance - 100000000, 100000000 - balance]::bigint[], NULL, NULL, NULL) FROM account WHERE id = 603`,
      );
      await buy('lihua', 'Clear');
      await buy('minjun', 'Bronze');
      await later(24);
      await enter(context, product, 'demo');
      await expect(async () => {
        await page.goto(`${product.origin}/team?tab=performance`);
        await expect(page.getByText(team('performance.factorText'))).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 90_000 });
      await expectAccessible(page);
      await shoot('factor');
    });

    await test.step('the list twin and the search show all that the chart does', async () => {
      await page.goto(`${product.origin}/team`);
      await page.getByText(team('chart.asList')).click();
      await expect(page.getByRole('listitem').filter({ hasText: 'lihua' }).last()).toContainText('0.00');
      await page.getByLabel(team('search.label')).fill('demo');
      await expect(page.getByRole('button', { name: /demoleft/ }).first()).toBeVisible();
      await shoot('search');
      await expectAccessible(page);
      await page
        .getByRole('list', { name: team('search.suggestions') })
        .getByText('demoright')
        .click();
      await expect(page.locator('[aria-current="true"]').first()).toContainText('demoright');
    });
    await context.close();
  });
}

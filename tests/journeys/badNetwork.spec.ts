import type { Page } from '@playwright/test';
import { isWhole, randomOf, runningPostgresUrl, verifyAll } from '../../api/src/testing/index.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { type DistantProduct, startDistantProduct } from '../support/network.ts';
import { nextStep } from '../support/nextStep.ts';
import { textsOf } from '../support/texts.ts';

/**
 * Money over a network as at the edge of a cell: 240 kbit a second, every request late, and of requests a third lost, one half of them
 * after they were done. Whatever the member sees meanwhile, each thing is done once.
 */
const edge = { lateMs: 300, bytesPerSecond: 30_000, lost: 0.3 };
const times = isWhole ? 6 : 2;
const text = textsOf('en');
const kit = (key: string) => text('kit', key);

test.describe.configure({ mode: 'default' });
test.setTimeout(times * 90_000);

let product: DistantProduct;
test.beforeAll(async () => {
  product = await startDistantProduct();
});
test.afterAll(async () => {
  await product.stop();
  product.remove();
});

const flows = [
  {
    name: 'transfer',
    path: '/wallet/transfer',
    done: text('wallet', 'transfer.success'),
    kind: 'transfer_out',
    async fill(page: Page, amount: string) {
      await page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true }).fill('demoleft');
      await page.getByLabel(text('wallet', 'transfer.amount')).first().fill(amount);
    },
  },
  {
    name: 'exchange',
    path: '/wallet/exchange',
    done: text('wallet', 'exchange.success'),
    kind: 'exchange_out',
    async fill(page: Page, amount: string) {
      await page.getByLabel(text('wallet', 'exchange.amount')).fill(amount);
    },
  },
] as const;
type Flow = (typeof flows)[number];

for (const flow of flows)
  test(`${flow.name}: with a third of all requests lost each is done once`, async ({ browser }) => {
    const context = await phone(browser, 'en');
    await enter(context, product, 'demo');
    const page = await context.newPage();
    // As somebody who has been here: files are in the browser, and a page for starts without the server, too.
    await page.goto(product.origin + flow.path);
    await expect(nextStep(page, text)).toBeVisible();
    await page.waitForTimeout(4_000);

    product.bad({ ...edge, random: randomOf(`bad network ${flow.name}`) });
    const amounts = Array.from({ length: times }, (_, at) => `${at + 11}.3${at}`);
    const said: string[][] = [];
    for (const amount of amounts) said.push(await payPatiently(page, flow, amount));
    product.bad(undefined);
    if (process.env.SHOTS) process.stdout.write(`${flow.name}: ${JSON.stringify(said)}\n`);

    for (const amount of amounts) {
      await page.goto(`${product.origin}/wallet/records?kind=${flow.kind}`);
      await expect(page.getByText(`−${amount} USD`)).toHaveCount(1);
    }
    const findings = await verifyAll(await runningPostgresUrl(product.dataDir));
    expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
    await context.close();
  });

/** What a patient member does: goes by what the page says, and opens it again where it says nothing. @returns what it said */
async function payPatiently(page: Page, flow: Flow, amount: string): Promise<string[]> {
  const said: string[] = [];
  const done = page.getByText(flow.done).or(page.getByText(kit('flow.success'), { exact: true }));
  const notDone = page.getByText(kit('flow.notDone'), { exact: true });
  const unknown = page.getByRole('button', { name: kit('flow.checkAgain') });
  const form = nextStep(page, text);
  let isConfirmed = false;
  const until = Date.now() + 85_000;
  while (Date.now() < until) {
    try {
      if (!isConfirmed) {
        await page.goto(product.origin + flow.path);
        await expect(form).toBeVisible({ timeout: 10_000 });
        if (await notDone.isVisible()) said.push('not done');
        await flow.fill(page, amount);
        // Named so only once all is there that it stands for, as a rate.
        await form.filter({ hasText: amount }).click({ timeout: 20_000 });
        const confirm = page.getByRole('dialog').getByRole('button', { name: `${amount} USD` });
        await confirm.click({ timeout: 15_000 });
        isConfirmed = true;
      }
      await expect(done.or(notDone).or(unknown).first()).toBeVisible({ timeout: 40_000 });
    } catch {
      said.push(isConfirmed ? 'nothing' : 'no form');
      if (!isConfirmed) continue;
      await page.goto(product.origin + flow.path).catch(() => undefined);
      continue;
    }
    if (await done.first().isVisible()) return [...said, 'done'];
    if (await unknown.isVisible()) {
      said.push('unknown');
      await unknown.click().catch(() => undefined);
    } else if (await notDone.isVisible()) {
      said.push('not done');
      isConfirmed = false;
    }
    await page.waitForTimeout(500);
  }
  throw new Error(`${flow.name} of ${amount} has not come to an end: ${said.join(', ')}`);
}

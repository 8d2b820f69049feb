import type { Browser, Locator, Page } from '@playwright/test';
import type { Output, RecordKind } from '@trellis/api-contract';
import { isWhole, randomOf, runningPostgresUrl, verifyAll } from '../../api/src/testing/index.ts';
import { putForward } from '../support/authenticators.ts';
import { expect, phone, test } from '../support/fixtures.ts';
import { type Newcomer, newcomer, newcomerPassword } from '../support/moneyActions.ts';
import { type DistantProduct, startDistantProduct } from '../support/network.ts';
import { nextStep } from '../support/nextStep.ts';
import { someOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';
import { keepAddress } from '../support/withdrawals.ts';

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

const wallet = (key: string, values?: Record<string, string | number>) => text('wallet', key, values);
const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

interface Flow {
  readonly name: string;
  readonly path: string;
  readonly call: string;
  /** Of the first time; each time it is more. */
  readonly least: number;
  readonly step: number;
  readonly unit: 'USD' | 'CP';
  readonly done: string;
  readonly kind: RecordKind;
  readonly fill: (page: Page, amount: string) => Promise<void>;
}

const flows: readonly Flow[] = [
  {
    name: 'transfer',
    path: '/wallet/transfer',
    call: '/transfers',
    least: 11.3,
    step: 1.01,
    unit: 'USD',
    done: wallet('transfer.success'),
    kind: 'transfer_out',
    async fill(page, amount) {
      await page.getByLabel(wallet('transfer.recipient'), { exact: true }).fill('demoleft');
      await page.getByLabel(wallet('transfer.amount')).first().fill(amount);
    },
  },
  {
    name: 'exchange',
    path: '/wallet/exchange',
    call: '/exchanges',
    least: 11.3,
    step: 1.01,
    unit: 'USD',
    done: wallet('exchange.success'),
    kind: 'exchange_out',
    fill: (page, amount) => page.getByLabel(wallet('exchange.amount')).fill(amount),
  },
  {
    name: 'withdrawal',
    path: '/wallet/withdrawal',
    call: '/withdrawals',
    least: 31.3,
    step: 1.01,
    unit: 'USD',
    done: wallet('withdrawal.success', { hours: '72' }),
    kind: 'withdrawal',
    async fill(page, amount) {
      await page.getByRole('textbox', { name: wallet('withdrawal.amount') }).fill(amount);
      await page.getByRole('textbox', { name: wallet('withdrawal.address') }).fill(address);
    },
  },
  {
    name: 'package',
    path: '/plan/buy/clear',
    call: '/packages',
    least: 100,
    step: 10,
    unit: 'USD',
    done: text('plan', 'package.success'),
    kind: 'package_purchase',
    fill: (page, amount) => page.getByRole('textbox').fill(amount),
  },
  {
    name: 'stake',
    path: '/wallet/stake',
    call: '/stakes',
    least: 100,
    step: 1,
    unit: 'CP',
    done: wallet('stake.success'),
    kind: 'stake_start',
    fill: (page, amount) => page.getByRole('textbox', { name: wallet('stake.amount') }).fill(amount),
  },
];

const amountsOf = ({ least, step }: Flow, count: number) =>
  Array.from({ length: count }, (_, at) => (least + at * step).toFixed(2));

/** Somebody who has been here: files are in the browser, and a page for starts without the server, too. */
async function visited(browser: Browser, flow: Flow): Promise<{ member: Newcomer; page: Page }> {
  const context = await phone(browser, 'en');
  const member = await newcomer(context, product, 'en');
  await keepAddress(product, member.username, 'TRON', address);
  const page = await context.newPage();
  await page.goto(product.origin + flow.path);
  await expect(nextStep(page, text)).toBeVisible();
  await page.waitForTimeout(4_000);
  return { member, page };
}

/** Goes as far as the press that sends it. @returns what is to be pressed */
async function review(page: Page, { fill, unit }: Flow, amount: string): Promise<Locator> {
  await fill(page, amount);
  // Named so only once all is there that it stands for, as a rate.
  await nextStep(page, text).filter({ hasText: amount }).click({ timeout: 20_000 });
  return page.getByRole('dialog').getByRole('button', { name: `${amount} ${unit}` });
}

/** Each amount stands in the records as often as it was done, and the books are right. */
async function expectDone(member: Newcomer, { kind }: Flow, amounts: readonly string[]): Promise<void> {
  const { records } = await member.get<Output<'listRecords'>>(`/records?kind=${kind}&limit=100`);
  const moved = records.flatMap(({ money, others = [] }) => [money, ...others].map(({ amount }) => Number(amount)));
  const paid = moved.filter((amount) => amount < 0).map((amount) => (-amount).toFixed(2));
  expect(paid.toReversed()).toEqual(amounts);
  const findings = await verifyAll(await runningPostgresUrl(product.dataDir));
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
}

for (const flow of flows)
  test(`${flow.name}: with a third of all requests lost each is done once`, async ({ browser }) => {
    const { member, page } = await visited(browser, flow);
    product.bad({ ...edge, random: randomOf(`bad network ${flow.name}`) });
    const amounts = amountsOf(flow, times);
    const said: string[][] = [];
    for (const amount of amounts) said.push(await payPatiently(page, flow, amount));
    product.bad(undefined);
    if (process.env.SHOTS) process.stdout.write(`${flow.name}: ${JSON.stringify(said)}\n`);
    await expectDone(member, flow, amounts);
    await member.context.close();
  });

const naps = [
  { minutes: 20, arrives: true },
  { minutes: 20, arrives: false },
  // Nobody is logged in any more.
  { minutes: 61, arrives: true },
  { minutes: 61, arrives: false },
];

for (const flow of flows)
  test(`${flow.name}: a phone that falls asleep before the answer says the truth when it wakes`, async ({
    browser,
  }) => {
    const { member, page } = await visited(browser, flow);
    const device = await member.context.newCDPSession(page);
    const sleep = (state: 'frozen' | 'active') => device.send('Page.setWebLifecycleState', { state });
    const rounds = someOf(
      `asleep ${flow.name}`,
      naps,
      ({ minutes }) => minutes,
      ({ arrives }) => arrives,
    );
    const amounts = amountsOf(flow, rounds.length);
    await page.clock.install();
    for (const [at, { minutes, arrives }] of rounds.entries()) {
      const amount = amounts[at] ?? '';
      await page.goto(product.origin + flow.path);
      const send = await review(page, flow, amount);
      await product.way(arrives ? 'mute' : 'silent');
      const arrived = arrives ? product.answered : product.requested;
      arrived();
      await send.click();
      await expect.poll(arrived).toContain(`/api/v1${flow.call}`);
      await sleep('frozen');
      await product.way('cut');
      if (minutes > 60) await putForward(product.direct, 1);
      await product.way('open');
      await sleep('active');
      await page.clock.fastForward(minutes * 60_000);
      const said = await payPatiently(page, flow, amount, member.username);
      if (process.env.SHOTS) process.stdout.write(`${flow.name}, ${minutes}, ${arrives}: ${JSON.stringify(said)}\n`);
      expect([said.includes('not done'), said.includes('logged out')]).toEqual([!arrives, minutes > 60]);
    }
    await expectDone(member, flow, amounts);
    await member.context.close();
  });

/**
 * What a patient member does: goes by what the page says, and opens it again where it says nothing.
 * @param sentBy who has confirmed it already
 * @returns what it said
 */
async function payPatiently(page: Page, flow: Flow, amount: string, sentBy?: string): Promise<string[]> {
  const said: string[] = [];
  const done = page.getByText(flow.done).or(page.getByText(kit('flow.success'), { exact: true }));
  const notDone = page.getByText(kit('flow.notDone'), { exact: true });
  const unknown = page.getByRole('button', { name: kit('flow.checkAgain') });
  const form = nextStep(page, text);
  const password = page.getByLabel(text('shell', 'login.password'), { exact: true });
  let isConfirmed = sentBy !== undefined;
  const until = Date.now() + 85_000;
  while (Date.now() < until) {
    try {
      if (!isConfirmed) {
        await page.goto(product.origin + flow.path);
        await expect(form).toBeVisible({ timeout: 10_000 });
        if (await notDone.isVisible()) said.push('not done');
        await (await review(page, flow, amount)).click({ timeout: 15_000 });
        isConfirmed = true;
      }
      await expect(done.or(notDone).or(unknown).or(password).first()).toBeVisible({ timeout: 40_000 });
    } catch {
      said.push(isConfirmed ? 'nothing' : 'no form');
      if (!isConfirmed) continue;
      await page.goto(product.origin + flow.path).catch(() => undefined);
      continue;
    }
    if (await done.first().isVisible()) return [...said, 'done'];
    if (await password.isVisible()) {
      said.push('logged out');
      await page.getByLabel(text('shell', 'login.username'), { exact: true }).fill(sentBy ?? '');
      await password.fill(newcomerPassword);
      await password.press('Enter');
      await expect(password).toBeHidden();
    } else if (await unknown.isVisible()) {
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

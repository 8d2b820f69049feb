import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { registryElementId } from '@trellis/api-contract';
import { Random, runningPostgresUrl, verifyAll } from '../../api/src/testing/index.ts';
import { runOps } from '../support/command.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { nextStep } from '../support/nextStep.ts';
import { type Product, startProduct } from '../support/product.ts';
import { turnOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';
import { buildVariant, runRelease } from '../support/variant.ts';

/** `FLIPS=100 npm run journeys:all -- flips` is the deep run; SEED repeats one. */
const flips = Number(process.env.FLIPS ?? 5);
const random = new Random();

for (const _ of turnOf('flips', ['flips', 'broken releases'], [true]))
  test(`${flips} random flips of releases while members work: no page mixes them, no form is lost, nothing is sent twice`, async ({
    browser,
  }) => {
    test.setTimeout(90_000 + flips * 8_000);
    // With the deadline that members have: a busy machine is not what this is about.
    const product = await startProduct();
    const variants = await Promise.all([
      buildVariant('team', '"home.title": "Team"', '"home.title": "My people"'),
      buildVariant('wallet', '"total.label": "', '"total.label": "Now: '),
    ]);
    try {
      for (const { workspace, folder } of variants) await runRelease(product, 'publish', workspace, '--from', folder);

      const holder = await openPage(await phone(browser, 'en'), product, 'demo');
      await holder.goto(`${product.origin}/wallet/transfer`);
      await holder.getByLabel('Recipient username').fill('hana');
      await holder.getByLabel('Amount').first().fill('7');

      const work = { stopped: false };
      const busy = [
        walk(await openPage(await phone(browser, 'ko'), product, 'hana'), product, work),
        walk(await openPage(await phone(browser, 'en'), product, 'lihua'), product, work),
        send(await phone(browser, 'en'), product, work),
      ];
      for (let flip = 0; flip < flips; flip += 1) {
        const { feature, release } = random.pick(variants);
        const [endpoint, ...args] = random.pick([
          // Untried: the browser that tries a release first has a journey of its own.
          ['activateRelease', feature, '--release', release, '--untried'] as const,
          ['rollOutRelease', feature, '--release', release, '--share', '5000', '--untried'] as const,
          ['rollBackRelease', feature] as const,
        ]);
        // What is live already, or has nothing before it, is refused; the next flip is another one.
        await runOps(product, endpoint, ...args, '--reason', `flip ${flip}`).catch(() => undefined);
      }
      work.stopped = true;
      const [pagesOfHana = [], pagesOfLihua = [], sent = []] = await Promise.all(busy);
      expect([random.seed, [...pagesOfHana, ...pagesOfLihua].filter((seen) => seen !== 'one release of each')]).toEqual(
        [random.seed, []],
      );
      expect(pagesOfHana.length + pagesOfLihua.length).toBeGreaterThan(flips / 2);
      expect(sent.filter((status) => status !== '201')).toEqual([]);

      // The form is as it was left, and still sends once.
      await expect(holder.getByLabel('Recipient username')).toHaveValue('hana');
      await expect(holder.getByLabel('Amount').first()).toHaveValue('7');
      await nextStep(holder, textsOf('en')).click();
      await holder.getByRole('dialog').getByRole('button', { name: '7' }).click();
      await expect(holder.getByText('transfer credited instantly')).toBeVisible();
      const findings = await verifyAll(await runningPostgresUrl(product.dataDir));
      expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
    } finally {
      await product.stop();
      product.remove();
    }
  });

async function openPage(context: BrowserContext, product: Product, username: string): Promise<Page> {
  await enter(context, product, username);
  return context.newPage();
}

/** Opens pages and goes from tab to tab. @returns for each page whether its files were of one release of each feature */
async function walk(page: Page, product: Product, work: { stopped: boolean }): Promise<string[]> {
  const seen: string[] = [];
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  while (!work.stopped) {
    await page.goto(product.origin + random.pick(['/', '/team', '/plan']));
    for (const path of random.shuffle(['/wallet', '/team'])) {
      // With a finger: a mouse's click is lost when its link is replaced between press and release.
      await page.getByTestId('places').locator(`a[href="${path}"]`).tap();
      await expect(page.getByTestId('places').locator('[aria-current="page"]')).toHaveAttribute('href', path);
      await expect(page.locator('main section').first()).toBeVisible();
    }
    seen.push(await mixture(page));
  }
  return [...seen, ...errors];
}

/** Compares the files that a page has loaded with what its document named. */
function mixture(page: Page): Promise<string> {
  return page.evaluate((registryId) => {
    const { features } = JSON.parse(document.getElementById(registryId)?.textContent ?? '{}') as {
      features: Record<string, { release: string }>;
    };
    const faults = performance
      .getEntriesByType('resource')
      .map(({ name }) => /\/assets\/([a-z]+)\/([^/]+)\//.exec(name) ?? [])
      .filter(([, feature = '', release]) => feature in features && features[feature]?.release !== release)
      .map(([path]) => `${path} alongside ${JSON.stringify(features)}`);
    const cards = [...document.querySelectorAll('main [role="alert"]')].map((card) => card.textContent ?? '');
    return [...faults, ...cards].join('; ') || 'one release of each';
  }, registryElementId);
}

/** Sends a dollar over and over, each twice under one key. @returns what was answered */
async function send(context: BrowserContext, product: Product, work: { stopped: boolean }): Promise<string[]> {
  await enter(context, product, 'demo');
  const statuses: string[] = [];
  const total = async () =>
    (await (await context.request.get(`${product.origin}/api/v1/transfers/terms`)).json()) as {
      dayLeft: { amount: string };
    };
  const before = Number((await total()).dayLeft.amount);
  let times = 0;
  while (!work.stopped && times < 200) {
    const headers = { 'idempotency-key': randomUUID(), 'sec-fetch-site': 'same-origin' };
    const data = { recipient: 'hana', amount: '1', unit: 'USD' };
    const answers = await Promise.all(
      [1, 2].map(() => context.request.post(`${product.origin}/api/v1/transfers`, { data, headers })),
    );
    // The second may come while the first is under way.
    const done = answers.map((answer) => answer.status()).filter((status) => status !== 409);
    statuses.push(...done.map(String));
    times += 1;
    await new Promise((next) => setTimeout(next, 100));
  }
  const spent = before - Number((await total()).dayLeft.amount);
  if (spent !== times) statuses.push(`${spent} were sent for ${times} keys`);
  return statuses;
}

import type { BrowserContext, Page } from '@playwright/test';
import type { LoadReport } from '@trellis/api-contract';
import { runOps } from '../support/command.ts';
import { enter, expect, openSession, phone, test } from '../support/fixtures.ts';
import { type Product, startProduct } from '../support/product.ts';
import { textsOf } from '../support/texts.ts';
import { buildVariant, runRelease } from '../support/variant.ts';

const text = textsOf('en');

/** Its own, with the deadline that members have, and releases that no other journey has turned. */
let product: Product;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.stop();
  product.remove();
});

test('a new release is offered at the next navigation, and a half-filled transfer outlives it', async ({ browser }) => {
  const page = await openPage(await phone(browser, 'en'), '/wallet/transfer');
  await expect.poll(() => releasesOf(page)).toHaveProperty('team');
  const { team: before } = await releasesOf(page);
  await mark(page);
  await page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true }).fill('hana');
  await page.getByLabel(text('wallet', 'transfer.amount')).first().fill('7');

  const variant = await buildVariant('team', '"home.title": "Team"', '"home.title": "My people"');
  await runRelease(product, 'publish', 'mf-team', '--from', variant.folder);
  await runOps(product, 'activateRelease', 'team', '--release', variant.release, '--reason', 'a word changed');
  await expect.poll(() => releasesOf(page)).toMatchObject({ team: variant.release });
  await expect(bar(page)).toBeHidden();
  await expect(page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true })).toHaveValue('hana');
  await expect(page.getByLabel(text('wallet', 'transfer.amount')).first()).toHaveValue('7');

  // The next navigation asks, and the page goes on as it was made until the member wants the new one.
  await openTab(page, 'place.team');
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();
  await expect(bar(page)).toBeVisible();
  expect(await isMarked(page)).toBe(true);

  // What was begun is still there, and neither it nor what is begun under the bar is interrupted by it.
  await openTab(page, 'place.wallet');
  await page.getByRole('link', { name: text('wallet', 'transfer.title'), exact: true }).click();
  const recipient = page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true });
  const amount = page.getByLabel(text('wallet', 'transfer.amount')).first();
  await expect(recipient).toHaveValue('hana');
  await expect(bar(page)).toBeHidden();
  await recipient.fill('');
  await amount.fill('');
  await expect(bar(page)).toBeVisible();
  await recipient.fill('demo');
  await expect(bar(page)).toBeHidden();
  await recipient.fill('');
  await expect(bar(page)).toBeVisible();

  await openTab(page, 'place.team');
  await bar(page)
    .getByRole('button', { name: text('shell', 'update.now') })
    .click();
  await expect(page.getByRole('heading', { name: 'My people' })).toBeVisible();
  expect(await isMarked(page)).toBe(false);
  await expect(bar(page)).toBeHidden();

  // Dismissed, it does not come back with the next navigation.
  await runOps(product, 'rollBackRelease', 'team', '--reason', 'the word was better before');
  await expect.poll(() => releasesOf(page)).toMatchObject({ team: before });
  await drawn(page);
  await expect(bar(page)).toBeHidden();
  await openTab(page, 'place.wallet');
  await bar(page)
    .getByRole('button', { name: text('shell', 'update.later') })
    .click();
  await openTab(page, 'place.plan');
  await expect(page.getByRole('heading', { name: text('plan', 'home.title') }).first()).toBeVisible();
  await expect(bar(page)).toBeHidden();
  expect(await isMarked(page)).toBe(false);
  await page.context().close();
});

test('a feature that is switched off shows so from the next navigation on, and comes back', async ({ browser }) => {
  const page = await openPage(await phone(browser, 'en'), '/plan');
  const title = page.getByRole('heading', { name: text('plan', 'home.title') }).first();
  await expect(title).toBeVisible();
  await expect.poll(() => releasesOf(page)).toHaveProperty('plan');
  await runOps(product, 'switchFeatureOff', 'plan', '--reason', 'prices are wrong');
  await expect.poll(() => releasesOf(page)).not.toHaveProperty('plan');
  await expect(title).toBeVisible();

  await openTab(page, 'place.wallet');
  await openTab(page, 'place.plan');
  const card = page.getByRole('alert');
  await expect(card).toContainText(text('sdk', 'failure.off', { name: text('sdk', 'place.plan') }));
  await expect(bar(page)).toBeHidden();
  await openTab(page, 'place.wallet');
  await expect(page.getByRole('region', { name: text('wallet', 'total.label') })).toBeVisible();

  await runOps(product, 'switchFeatureOn', 'plan', '--reason', 'prices are right');
  await expect.poll(() => releasesOf(page)).toHaveProperty('plan');
  await openTab(page, 'place.plan');
  await expect(title).toBeVisible();
  await page.context().close();
});

test('a page reports how its parts loaded: one ok of each, and a failure at once', async ({ browser }) => {
  const context = await phone(browser, 'en');
  const reports = reportsOf(context);
  const statuses: number[] = [];
  const ways: string[] = [];
  context.on('request', (request) => {
    if (isReport(request.url())) ways.push(request.resourceType());
  });
  context.on('response', (response) => {
    if (isReport(response.url())) statuses.push(response.status());
  });
  const page = await openPage(context, '/');
  const said = () => reports.map(({ feature, phase, outcome }) => `${feature} ${phase} ${outcome}`).sort();
  await expect.poll(said).toEqual(['shell start ok', 'wallet start ok']);

  await page.route(/\/assets\/team\/[^/]+\/home\.[^/]+\.css/, (route) => route.fulfill({ status: 404, body: '' }));
  await openTab(page, 'place.team');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect.poll(said).toContain('team style missing');
  await openTab(page, 'place.account');
  await expect(page.getByText('demo@example.com')).toBeVisible();
  // A further screen is no further load.
  await openTab(page, 'place.wallet');
  await page.getByRole('link', { name: text('wallet', 'transfer.title'), exact: true }).click();
  await expect(page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true })).toBeVisible();
  // Who looks away says the rest at once.
  await lookAway(page);
  await expect.poll(said).toEqual(['account start ok', 'shell start ok', 'team style missing', 'wallet start ok']);
  expect(ways.at(-1)).toBe('ping');
  expect(statuses.filter((status) => status >= 300)).toEqual([]);
  await context.close();
});

test('a page reports what its member manages to do, and a button that nothing comes of', async ({
  browser,
  deadPresses,
}) => {
  const context = await phone(browser, 'en');
  const reports = reportsOf(context);
  // What a beacon carries cannot be read here; a browser without one sends the same in a request.
  await context.addInitScript(() => Object.defineProperty(navigator, 'sendBeacon', { value: undefined }));
  const refused: number[] = [];
  context.on('response', (response) => {
    if (isReport(response.url()) && response.status() >= 300) refused.push(response.status());
  });
  const used = () =>
    reports
      .filter(({ phase, feature }) => phase === 'use' && feature !== 'shell')
      .map(({ release, screen, outcome }) => `${release} ${screen} ${outcome}`);
  const page = await openPage(context, '/wallet/transfer');
  await expect.poll(() => releasesOf(page)).toHaveProperty('wallet');
  const { wallet: live } = await releasesOf(page);
  const review = page.getByRole('button', { name: text('wallet', 'transfer.review') });
  const recipient = page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true });
  await expect.poll(() => reports.length).toBeGreaterThan(0);
  // What is missing is said, and stands there when the same is pressed again, by a key that leaves the focus where it is.
  await review.click();
  await expect(recipient).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel(text('wallet', 'transfer.amount')).first().press('Enter');
  await page.waitForTimeout(6_000);
  await recipient.fill('hana');
  await page.getByLabel(text('wallet', 'transfer.amount')).first().fill('7');
  await page
    .getByRole('button', { name: text('wallet', 'transfer.reviewTo', { amount: '7.00 USD', username: 'hana' }) })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Send|Transfer/ })
    .click();
  await expect(page.getByText(text('kit', 'flow.success'))).toBeVisible();
  await lookAway(page);
  await expect.poll(used).toEqual([`${live} /wallet/transfer begun`, `${live} /wallet/transfer done`]);

  const variant = await buildVariant(
    'wallet',
    'onReview={order.onReview}',
    'onReview={() => undefined}',
    'src/transfer/TransferFlow.tsx',
  );
  await runRelease(product, 'publish', 'mf-wallet', '--from', variant.folder);
  await runOps(product, 'activateRelease', 'wallet', '--release', variant.release, '--reason', 'quicker transfers');
  await page.goto(`${product.origin}/wallet/transfer`);
  await expect.poll(() => releasesOf(page)).toMatchObject({ wallet: variant.release });
  reports.length = 0;
  await expect.poll(() => reports.length).toBeGreaterThan(0);
  await review.click();
  await expect.poll(used, { timeout: 15_000 }).toContain(`${variant.release} /wallet/transfer dead`);
  const shell = reports.find(({ feature, outcome }) => feature === 'shell' && outcome === 'dead');
  expect(shell).toMatchObject({ phase: 'use', screen: '/wallet/transfer', milliseconds: 0 });
  expect(refused).toEqual([]);
  deadPresses.length = 0;
  await runOps(product, 'rollBackRelease', 'wallet', '--reason', 'a button is dead');
  await context.close();
});

test('a part that hangs says so after four seconds, and begins again after ten when the member wants it', async ({
  browser,
}) => {
  const page = await openPage(await phone(browser, 'en'), '/');
  const requests: string[] = [];
  await page.route(/\/assets\/team\/[^/]+\/home\.[^/]+\.js/, (route) => {
    requests.push(new URL(route.request().url()).search);
    // The first request never ends.
    return requests.length === 1 ? new Promise<void>(() => undefined) : route.continue();
  });
  await openTab(page, 'place.team');
  await expect(page.getByText(text('kit', 'waiting.still'))).toBeVisible();
  const again = page.getByRole('button', { name: text('kit', 'failure.retry') });
  await expect(again).toBeHidden();
  await again.waitFor();
  await openTab(page, 'place.wallet');
  await expect(page.getByRole('region', { name: text('wallet', 'total.label') })).toBeVisible();

  await openTab(page, 'place.team');
  await again.click();
  await expect(page.getByText(text('team', 'tab.chart'))).toBeVisible();
  expect(requests).toEqual(['', '?r=1']);
  await page.context().close();
});

interface Marked {
  releases?: Record<string, string>;
  marked?: true;
}

/** Opens a page that keeps what the server reports it. */
async function openPage(context: BrowserContext, path: string): Promise<Page> {
  await enter(context, product, 'demo');
  const page = await context.newPage();
  await page.addInitScript(() => {
    const Original = window.EventSource;
    window.EventSource = class extends Original {
      constructor(address: string | URL) {
        super(address);
        this.addEventListener('registry', ({ data }: MessageEvent<string>) => {
          (window as Marked).releases = (JSON.parse(data) as { features: Record<string, string> }).features;
        });
      }
    };
  });
  await page.goto(product.origin + path);
  return page;
}

/** What pages report, as it comes. */
function reportsOf(context: BrowserContext): LoadReport[] {
  const reports: LoadReport[] = [];
  context.on('request', (request) => {
    if (!isReport(request.url())) return;
    // What a page sends as it is left may be gone before it can be read.
    const sent = request.postDataJSON() as { reports: LoadReport[] } | null;
    reports.push(...(sent?.reports ?? []));
  });
  return reports;
}

/** The page is hidden: what it still has to say it says at once. */
const lookAway = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });

/** The releases that the page heard of last; empty before it heard of any. */
const releasesOf = (page: Page) => page.evaluate(() => (window as Marked).releases ?? {});

/** What the page has learned is on the screen by now. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** A document that is loaded again has no mark. */
const mark = (page: Page) =>
  page.evaluate(() => {
    (window as Marked).marked = true;
  });
const isMarked = (page: Page) => page.evaluate(() => (window as Marked).marked === true);

async function openTab(
  page: Page,
  place: 'place.wallet' | 'place.team' | 'place.plan' | 'place.account',
): Promise<void> {
  const navigation = page.getByRole('navigation', { name: text('shell', 'navigation.label') });
  await navigation.getByRole('link', { name: text('sdk', place) }).click();
}

const bar = (page: Page) => page.getByRole('status').filter({ hasText: text('shell', 'update.ready') });
const isReport = (url: string): boolean => new URL(url).pathname === '/api/v1/release-reports';

test('the language that a member chooses is theirs on every device', async ({ browser }) => {
  const context = await phone(browser, 'en');
  await enter(context, product, 'emma');
  const page = await context.newPage();
  await page.goto(`${product.origin}/account`);
  await page.getByRole('button', { name: text('account', 'settings.language') }).click();
  await page.getByRole('dialog').getByRole('button', { name: '한국어' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
  const profile = async () =>
    ((await (await context.request.get(`${product.origin}/api/v1/profile`)).json()) as { language: string }).language;
  await expect.poll(profile).toBe('ko');

  const elsewhere = await phone(browser, 'en');
  await openSession(elsewhere, product, 'emma');
  const other = await elsewhere.newPage();
  await other.goto(`${product.origin}/wallet`);
  await expect(other.locator('html')).toHaveAttribute('lang', 'ko');
  await expect(other.getByRole('link', { name: textsOf('ko')('wallet', 'transfer.title'), exact: true })).toBeVisible();
});

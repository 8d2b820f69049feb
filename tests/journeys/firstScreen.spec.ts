import { enter, expect, phone, test } from '../support/fixtures.ts';
import { consoleOf, enterConsole } from '../support/operators.ts';
import { textsOf } from '../support/texts.ts';

const text = textsOf('en');

const screens = [
  { path: '/login', who: 'visitor', shows: text('shell', 'login.title') },
  { path: '/signup', who: 'visitor', shows: text('shell', 'signup.title') },
  { path: '/', who: 'member', shows: text('wallet', 'total.label') },
  { path: '/wallet', who: 'member', shows: text('wallet', 'total.label') },
  { path: '/wallet/transfer', who: 'member', shows: text('wallet', 'transfer.recipient') },
  { path: '/team', who: 'member', shows: text('team', 'tab.chart') },
  { path: '/plan', who: 'member', shows: text('plan', 'home.title') },
  { path: '/account', who: 'member', shows: 'demo@example.com' },
  { path: '/wallet/records?kind=opening', who: 'member', shows: text('wallet', 'record.title') },
] as const;

/** What the document cannot answer. */
const late: Readonly<Record<string, readonly string[]>> = {
  // A visitor's cookie may have stayed behind (SameSite=Strict), so the shell asks once who is there.
  '/login': ['/server-loader'],
  '/signup': ['/server-loader'],
  '/wallet/transfer': ['/api/v1/records'],
  // Months are those of the reader's own zone, which only the device knows.
  '/wallet/records?kind=opening': ['/api/v1/statements'],
};

for (const { path, who, shows } of screens)
  test(`${path} opens cold without a complaint, a second fetch or a late question`, async ({ browser, product }) => {
    const context = await phone(browser, 'en');
    if (who === 'member') await enter(context, product, 'demo');
    const page = await context.newPage();
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
    page.on('console', (message) => {
      // Chromium says so too when a preload was not used, or was used with another digest.
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(product.origin + path);
    await expect(page.getByText(shows, { exact: true }).first()).toBeVisible();
    // Chromium reports an unused preload some seconds after the page has loaded.
    await page.waitForTimeout(4_000);

    expect(complaints).toEqual([]);
    expect(requests.filter((address, index) => requests.indexOf(address) !== index)).toEqual([]);
    const questions = requests.filter((address) => address.startsWith('/api/') || address === '/server-loader');
    expect(questions).toEqual(late[path] ?? []);
    await context.close();
  });

test('what the first paint does without is asked for after the stylesheet, and soon where that takes long', async ({
  browser,
  product,
}) => {
  const context = await phone(browser, 'en');
  await enter(context, product, 'demo');
  for (const hangs of [false, true]) {
    const page = await context.newPage();
    const order: string[] = [];
    page.on('request', (request) => order.push(new URL(request.url()).pathname));
    if (hangs) await page.route(/\/shell\.[0-9a-f]+\.css$/, () => undefined);
    await page.goto(`${product.origin}/wallet`, { waitUntil: 'commit' });
    const placeOf = (file: RegExp) => order.findIndex((path) => file.test(path));
    await expect
      .poll(() => placeOf(/\/wallet\/.*\/home\.[0-9a-f]+\.js$/))
      .toBeGreaterThan(placeOf(/shell\.[0-9a-f]+\.css$/));
    // By the document and not by the shell's script, which is no more than one file among them.
    expect(await page.locator('head > link[rel="preload"][as="script"]').count()).toBeGreaterThan(0);
    await page.close();
  }
  await context.close();
});

test('the document paints its skeleton in classes that the start stylesheet has', async ({ product }) => {
  const document = await (await fetch(`${product.origin}/wallet`)).text();
  const sheet = /<link rel="stylesheet" href="([^"]+)"/.exec(document)?.[1] ?? '';
  const styles = await (await fetch(product.origin + sheet)).text();
  const names = [...document.matchAll(/class="([^"]+)"/g)].flatMap(([, list = '']) => list.split(' '));
  expect(names).toContain('skeleton');
  for (const name of names) expect(styles).toMatch(new RegExp(`\\.${name}[{[ ,>:]`));
});

test('until the script comes, home is its ink with the product’s name, and the page that rises over it', async ({
  browser,
  product,
}) => {
  const context = await phone(browser, 'en');
  await enter(context, product, 'demo');
  const page = await context.newPage();
  await page.route(/\/shell\.[0-9a-f]+\.js$/, () => undefined);
  await page.goto(`${product.origin}/wallet`, { waitUntil: 'commit' });
  const grounds = await page.locator('.screen[aria-hidden="true"]').evaluate((screen) => {
    const styleOf = (selector: string) => getComputedStyle(screen.querySelector(selector) ?? screen);
    const { backgroundColor, color } = styleOf('.header');
    return { header: backgroundColor, name: color, round: styleOf('.ink + .main').borderTopLeftRadius };
  });
  expect(grounds).toEqual({ header: 'rgba(0, 0, 0, 0)', name: 'rgb(255, 255, 255)', round: '28px' });
  await context.close();
});

test('the console begins in its own frame, before the shell is there and while its own files are on their way', async ({
  browser,
  product,
}) => {
  const context = await phone(browser, 'en', { width: 1280 });
  await enterConsole(context, product, 'frances', 'viewer');
  for (const held of [/\/shell\.[0-9a-f]+\.js$/, /\/assets\/operator\//]) {
    const page = await context.newPage();
    await page.route(held, () => undefined);
    await page.goto(consoleOf(product), { waitUntil: 'commit' });
    const screen = page.locator(
      held.source.includes('shell') ? '.screen[aria-hidden="true"]' : '.screen:not([aria-hidden])',
    );
    const drawn = () =>
      screen.evaluate((element) => {
        const styleOf = (pseudo: string) => getComputedStyle(element, pseudo);
        const ink = element.querySelector('.ink');
        return {
          rail: styleOf('::before').inlineSize,
          bar: [styleOf('::after').blockSize, styleOf('::after').top],
          coloured: ink !== null && getComputedStyle(ink).backgroundImage !== 'none',
        };
      });
    await expect.poll(drawn).toEqual({ rail: '208px', bar: ['48px', '0px'], coloured: false });
    await page.setViewportSize({ width: 375, height: 740 });
    await expect.poll(drawn).toMatchObject({ rail: 'auto', bar: ['60px', '680px'], coloured: false });
    await page.close();
  }
  // A frame that hangs holds back what is painted, for some seconds and not for ever.
  const page = await context.newPage();
  await page.route(/\/console-start\./, () => undefined);
  await page.goto(consoleOf(product), { waitUntil: 'commit' });
  await expect(page.locator('.screen:not([aria-hidden]) h1')).toBeVisible({ timeout: 15_000 });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await context.close();
});

test('the whole page uses one React, one router, one store and one kit', async ({ browser, product }) => {
  const context = await phone(browser, 'en');
  await enter(context, product, 'demo');
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text().catch(() => ''));
  });
  for (const path of ['/', '/team', '/plan', '/account']) {
    await page.goto(product.origin + path);
    await expect(page.getByRole('navigation', { name: text('shell', 'navigation.label') })).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  // Each library's own mark (the kit's is the outline of an icon) stands in the shell's start script and in no feature's file.
  for (const mark of ['Minified React error', '@@redux/INIT', 'hydrationData', 'M5 12a7 7 0 1 1 2 5']) {
    const holders = new Set(scripts.filter((script) => script.includes(mark)));
    expect([mark, holders.size]).toEqual([mark, 1]);
  }
  await context.close();
});

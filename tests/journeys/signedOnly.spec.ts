import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { activateUnasked, publishBroken } from '../support/brokenRelease.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { consoleOf, enterConsole } from '../support/operators.ts';

/** A release whose signature is right, and which wants more than was signed: the browser gives it nothing of it. */
declare global {
  var reach: (otherOrigin: string, own: string, name: string, other: string) => Promise<Record<string, string>>;
}

let otherServer: Server;
const requests: string[] = [];
test.beforeAll(async () => {
  otherServer = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'text/javascript');
    response.end('window.unsigned = true;');
  });
  await new Promise<void>((done) => otherServer.listen(0, '127.0.0.1', done));
});
test.afterAll(() => new Promise((done) => otherServer.close(done)));
test.beforeEach(({ browserName }) => {
  test.skip(browserName !== 'chromium', 'the other browsers have no Trusted Types');
});

const refused = expect.stringMatching(/^refused/);
const allRefused = {
  import: refused,
  script: refused,
  preload: refused,
  modulepreload: refused,
  policyOfAnother: refused,
  policyPastTheLoader: refused,
  serviceWorker: refused,
  worker: refused,
};

async function expectHeld(page: Page, base: string, own: string, name: string, other: string): Promise<void> {
  const { port } = otherServer.address() as AddressInfo;
  await expect(async () => {
    await page.goto(base);
    await page.waitForFunction(() => 'reach' in window, undefined, { timeout: 3_000 });
  }).toPass({ timeout: 20_000, intervals: [200] });
  const result = await page.evaluate(([to, file, mine, theirs]) => window.reach(to, file, mine, theirs), [
    `http://127.0.0.1:${port}`,
    own,
    name,
    other,
  ] as const);
  expect(result).toEqual(allRefused);
  expect(await page.evaluate(() => 'unsigned' in window)).toBe(false);
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length))).toBe(0);
  expect(requests).toEqual([]);
}

test('a member’s page runs nothing but what was signed, whatever a signed release asks for', async ({
  browser,
  product,
}) => {
  const { release, entry } = publishBroken(product, 'plan', 'reaches out');
  const back = await activateUnasked(product, 'plan', release);
  const context = await phone(browser, 'en');
  try {
    await enter(context, product, 'demo');
    const page = await context.newPage();
    await expectHeld(page, `${product.origin}/plan`, entry, 'app_plan', 'app_account');
  } finally {
    await context.close();
    await back();
  }
});

test('nor does an operator’s', async ({ browser, product }) => {
  const { release, entry } = publishBroken(product, 'operator', 'reaches out');
  const context = await browser.newContext();
  await enterConsole(context, product, 'sigrid');
  const back = await activateUnasked(product, 'operator', release);
  try {
    const page = await context.newPage();
    await expectHeld(page, `${consoleOf(product)}/`, entry, 'app_operator', 'app_shell');
  } finally {
    await context.close();
    await back();
  }
});

test('a service worker that a release of before left is gone before a feature loads', async ({ browser, product }) => {
  const context = await phone(browser, 'en');
  await enter(context, product, 'demo');
  const page = await context.newPage();
  // Left by a time without these rules: the page it comes from has no policy, and its script is served.
  await page.route(`${product.origin}/left`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>left</title>' }),
  );
  await context.route(`${product.origin}/assets/plan/left/sw.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'self.onfetch = () => undefined;' }),
  );
  await page.goto(`${product.origin}/left`);
  const left = await page.evaluate(() =>
    navigator.serviceWorker.register('/assets/plan/left/sw.js').then(
      () => 'left',
      (error: Error) => error.message,
    ),
  );
  expect(left).toBe('left');
  await page.goto(`${product.origin}/plan`);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const all = await navigator.serviceWorker.getRegistrations();
        return all.flatMap(({ active }) => active?.scriptURL ?? []);
      }),
    )
    // The product's own is none of a release's.
    .toEqual([`${product.origin}/sw.js`]);
  await context.close();
});

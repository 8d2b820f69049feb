import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../../api/src/testing/index.ts';
import { serveAlone } from '../support/aloneFeature.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { projectRoot, startProduct } from '../support/product.ts';
import { textsOf } from '../support/texts.ts';
import { runRelease } from '../support/variant.ts';

/** Development servers of the shell and of mf-team. The features' ports come after the shell's, in order. */
test.describe.configure({ mode: 'serial', timeout: 120_000 });
let servers: ChildProcess;
let shellServer: string;
let teamServer: string;

test.beforeAll(async () => {
  const first = await firstOfFree(3);
  shellServer = `http://localhost:${first}`;
  teamServer = `http://localhost:${first + 2}`;
  servers = spawn(process.execPath, [join('shell', 'build', 'src', 'serve.ts'), 'mf-team'], {
    cwd: projectRoot,
    env: { ...process.env, DEVELOPMENT_PORT: String(first) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  servers.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const isServed = () =>
    fetch(`${teamServer}/assets/team/development/release.json`).then(
      ({ ok }) => (ok ? 'served' : complaints),
      () => complaints,
    );
  await expect.poll(isServed, { timeout: 90_000 }).toBe('served');
});
test.afterAll(() => void servers.kill());

/** The first of so many ports, one after the other, that nothing listens at. */
async function firstOfFree(count: number): Promise<number> {
  for (;;) {
    const first = await freePort();
    const others = Array.from({ length: count - 1 }, (_, index) => first + 1 + index);
    if ((await Promise.all(others.map(isFree))).every(Boolean)) return first;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((report) => {
    const server = createServer().once('error', () => report(false));
    server.listen(port, 'localhost', () => server.close(() => report(true)));
  });

test('shell and feature come from their servers, under the policy that members have', async ({ browser }) => {
  const product = await startProduct({
    env: { DEVELOPMENT_SERVERS: `shell=${shellServer},team=${teamServer}` },
  });
  try {
    const context = await phone(browser, 'en');
    await enter(context, product, 'demo');
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    const connected = page.waitForEvent('websocket', (socket) =>
      socket.url().startsWith(teamServer.replace('http', 'ws')),
    );
    await page.goto(`${product.origin}/team`);
    await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible({ timeout: 30_000 });
    await connected;
    // The next one is as it was built.
    await page.getByTestId('places').locator('a[href="/plan"]').click();
    await expect(page.locator('main section').first()).toBeVisible();
    const files = await filesOf(page);
    expect(files.some((name) => name.startsWith(`${product.origin}/assets/team/development/`))).toBe(true);
    expect(files.filter((name) => name.includes('/assets/plan/development/'))).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  } finally {
    await product.stop();
    product.remove();
  }
});

test('a signed link shows a feature from one’s own machine inside a running shell, and says so', async ({
  browser,
  product,
}) => {
  // The product of this worker has the port that its own address says, and the command does not know it.
  const printed = new URL((await runRelease(product, 'override', 'mf-team', teamServer, '2')).trim());
  const context = await phone(browser, 'en');
  await enter(context, product, 'demo');
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(product.origin + printed.pathname + printed.search);
  await page.goto(`${product.origin}/team`);
  await expect(page.getByText(`team comes from ${teamServer}`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible({ timeout: 30_000 });
  // The heading stands there while the feature is on its way, too.
  const own = `${teamServer}/assets/team/development/`;
  await expect.poll(async () => (await filesOf(page)).some((name) => name.startsWith(own))).toBe(true);
  const files = await filesOf(page);
  expect(files.filter((name) => name.startsWith(`${product.origin}/assets/team/`))).toEqual([]);
  expect(complaints).toEqual([]);

  await page.getByRole('link', { name: 'End' }).click();
  await page.goto(`${product.origin}/team`);
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();
  await expect(page.getByText('team comes from')).toHaveCount(0);
  await context.close();
});

test('what does not build or throws is said, takes nothing away, and heals when it is saved', async ({
  browser,
  product,
}) => {
  const alone = serveAlone('mf-team', await freePort(), product.origin);
  try {
    const context = await phone(browser, 'en');
    await enter(context, product, 'demo');
    const page = await context.newPage();
    const isServed = () => fetch(`${alone.origin}/page/page.js`).then(({ ok }) => ok || alone.output(), alone.output);
    await expect.poll(isServed, { timeout: 60_000 }).toBe(true);
    await page.goto(`${alone.origin}/team`);
    const heading = page.getByRole('heading', { name: 'Team', exact: true });
    await expect(heading).toBeVisible({ timeout: 30_000 });
    const inset = () =>
      page
        .locator('main')
        .first()
        .evaluate((main) => getComputedStyle(main).paddingLeft);
    const styled = await inset();
    expect(styled).not.toBe('0px');

    const overlay = page.frameLocator('#webpack-dev-server-client-overlay');
    const [screen, texts] = ['src/screens/Home.tsx', 'src/texts/ko.json'];
    await test.step('a typo in a source', async () => {
      const lines = readFileSync(join(projectRoot, 'mf-team', screen), 'utf8').split('\n').length;
      alone.edit(screen, (source) => `${source}export function Broken() {\n  const = 3;\n}\n`);
      await expect(overlay.getByText(`Home.tsx:${lines + 1}:`).first()).toBeVisible({ timeout: 20_000 });
      expect(alone.output()).toContain(`Home.tsx:${lines + 1}: Unexpected token`);
      // A page that is opened now is the last good one.
      await page.reload();
      await expect(heading).toBeVisible();
      expect(await inset()).toBe(styled);
      alone.edit(screen, (source) => source.replace(/export function Broken[\s\S]*$/, ''));
      await expect(page.locator('#webpack-dev-server-client-overlay')).toHaveCount(0, { timeout: 20_000 });
      expect(await inset()).toBe(styled);
    });
    await test.step('a typo in a file of texts', async () => {
      alone.edit(texts, (source) => source.replace('{', '{ x'));
      await expect(overlay.getByText('ko.json:2:').first()).toBeVisible({ timeout: 20_000 });
      alone.edit(texts, (source) => source.replace('{ x', '{'));
      await expect(page.locator('#webpack-dev-server-client-overlay')).toHaveCount(0, { timeout: 20_000 });
    });
    await test.step('a screen that throws', async () => {
      alone.edit(screen, (source) =>
        source.replace(/export function Component\([\s\S]*?\{\n/, (head) => `${head}  undefined.nothing;\n`),
      );
      await expect(page.getByText(textsOf('en')('sdk', 'failure.crashed'))).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText('TypeError')).toHaveCount(1);
      alone.edit(screen, (source) => source.replace('  undefined.nothing;\n', ''));
      await expect(heading).toBeVisible({ timeout: 20_000 });
    });
    expect(alone.isRunning()).toBe(true);
    await context.close();
  } finally {
    alone.stop();
  }
});

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript|integrity/i.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

const filesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));

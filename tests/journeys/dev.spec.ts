import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../../api/src/embedded/processes.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { projectRoot, startProduct } from '../support/product.ts';

test('in development shell and feature come from their servers, under the policy that members have', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const first = await freePort();
  const servers = spawn(process.execPath, [join('shell', 'build', 'src', 'serve.ts'), 'mf-team'], {
    cwd: projectRoot,
    env: { ...process.env, DEVELOPMENT_PORT: String(first) },
    stdio: 'ignore',
  });
  const product = await startProduct({
    // The features' servers have the ports after the shell's, in the order of the bottom navigation.
    env: { DEVELOPMENT_SERVERS: `shell=http://localhost:${first},team=http://localhost:${first + 2}` },
  });
  try {
    const context = await phone(browser, 'en');
    await enter(context, product, 'demo');
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    const connected = page.waitForEvent('websocket', (socket) => socket.url().includes(`:${first + 2}/`));
    await expect(async () => {
      expect((await page.goto(`${product.origin}/team`))?.status()).toBe(200);
    }).toPass({ timeout: 60_000 });
    await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible({ timeout: 30_000 });
    await connected;
    // The next one is as it was built.
    await page.locator('.nav a[href="/plan"]').click();
    await expect(page.locator('main section').first()).toBeVisible();
    const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(files.some((name) => name.includes('/assets/team/development/'))).toBe(true);
    expect(files.filter((name) => name.includes('/assets/plan/development/'))).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  } finally {
    servers.kill();
    await product.stop();
    product.remove();
  }
});

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { type Product, projectRoot } from '../support/product.ts';

/**
 * A feature team ships one changed word alone. The team's workspace is copied (so that the sources stay as they are),
 * built by its own build command, published and activated: only that word changes, and nothing of the shell does.
 */
test('one word changed in mf-team reaches the page alone, and a roll-back takes it away again', async ({
  browser,
  product,
}) => {
  const workspace = join(projectRoot, '.data', 'release-test', 'mf-team');
  const before = releasesOf(product);
  const context = await phone(browser, 'en');
  await enter(context, product, 'demo');
  const page = await context.newPage();
  await page.goto(`${product.origin}/team`);
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();
  const shellFiles = await loadedFiles(page, 'shell');

  rmSync(workspace, { recursive: true, force: true });
  mkdirSync(join(workspace, '..'), { recursive: true });
  cpSync(join(projectRoot, 'mf-team'), workspace, {
    recursive: true,
    filter: (path) => !/\/(?:dist|node_modules)$/.test(path),
  });
  const texts = join(workspace, 'src/texts/en.json');
  writeFileSync(texts, readFileSync(texts, 'utf8').replace('"home.title": "Team"', '"home.title": "My people"'));
  run('webpack', ['--config', 'webpack.config.ts'], workspace);

  const release = publish(product, workspace);
  expect(release).not.toBe(before.get('team')?.[0]);
  // Published is not live: the page is as it was.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();

  runCommand(product, ['activate', 'mf-team', release, '--reason', 'a word changed']);
  await page.waitForTimeout(1_200);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'My people' })).toBeVisible();
  expect(await loadedFiles(page, 'shell')).toEqual(shellFiles);
  const after = releasesOf(product);
  for (const feature of ['shell', 'wallet', 'plan', 'account']) expect(after.get(feature)).toEqual(before.get(feature));

  runCommand(product, ['rollback', 'mf-team', '--reason', 'the word was better before']);
  await page.waitForTimeout(1_200);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();
  await context.close();
  rmSync(join(workspace, '..'), { recursive: true, force: true });
});

function releasesOf(product: Product): Map<string, string[]> {
  const root = join(product.dataDir, 'releases');
  return new Map(readdirSync(root).map((feature) => [feature, readdirSync(join(root, feature)).sort()]));
}

async function loadedFiles(page: Page, feature: string): Promise<string[]> {
  const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  return files.filter((name) => name.includes(`/assets/${feature}/`)).sort();
}

function publish(product: Product, workspace: string): string {
  const [release = ''] = readdirSync(join(workspace, 'dist'));
  runCommand(product, ['publish', 'mf-team', '--from', join(workspace, 'dist', release)]);
  return release;
}

/** The release command, beside the running product. */
function runCommand(product: Product, args: readonly string[]): void {
  execFileSync(process.execPath, ['api/src/releases/cli.ts', ...args], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: product.dataDir },
  });
}

function run(name: string, args: readonly string[], cwd: string): void {
  execFileSync(join(projectRoot, 'node_modules/.bin', name), args, { cwd, stdio: 'pipe' });
}

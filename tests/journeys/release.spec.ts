import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { runOps } from '../support/command.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import type { Product } from '../support/product.ts';
import { buildVariant, runRelease } from '../support/variant.ts';

/** A feature team ships one changed word alone: only that word changes, and nothing of the shell does. */
test('one word changed in mf-team reaches the page alone, and a roll-back takes it away again', async ({
  browser,
  product,
}) => {
  const before = releasesOf(product);
  const context = await phone(browser, 'en');
  await enter(context, product, 'demo');
  const page = await context.newPage();
  await page.goto(`${product.origin}/team`);
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();
  const shells = await loadedReleases(page, 'shell');
  expect(shells).toHaveLength(1);

  const variant = await buildVariant('team', '"home.title": "Team"', '"home.title": "My people"');
  await runRelease(product, 'publish', 'mf-team', '--from', variant.folder);
  expect(before.get('team')).not.toContain(variant.release);
  // Published is not live: the page is as it was.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();

  await runOps(product, 'activateRelease', 'team', '--release', variant.release, '--reason', 'a word changed');
  await page.waitForTimeout(1_200);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'My people' })).toBeVisible();
  expect(await loadedReleases(page, 'shell')).toEqual(shells);
  const after = releasesOf(product);
  for (const feature of ['shell', 'wallet', 'plan', 'account']) expect(after.get(feature)).toEqual(before.get(feature));

  await runOps(product, 'rollBackRelease', 'team', '--reason', 'the word was better before');
  await page.waitForTimeout(1_200);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();
  const { events } = await runOps(product, 'getReleaseHistory', 'team', '--limit', '2');
  expect(events).toMatchObject([
    { action: 'rollback', actor: expect.stringMatching(/^command:/), reason: 'the word was better before' },
    { action: 'activate', release: variant.release, reason: 'a word changed' },
  ]);
  await context.close();
});

function releasesOf(product: Product): Map<string, string[]> {
  const root = join(product.dataDir, 'releases');
  return new Map(readdirSync(root).map((feature) => [feature, readdirSync(join(root, feature)).sort()]));
}

/** Of which releases of a feature this page has files: which of them it has by now is a matter of time. */
async function loadedReleases(page: Page, feature: string): Promise<string[]> {
  const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const match = files.flatMap((name) => new RegExp(`/assets/${feature}/([^/]+)/`).exec(name)?.[1] ?? []);
  return [...new Set(match)].sort();
}

import type { Page } from '@playwright/test';
import { apiBase, endpoints, type MemberEndpoint } from '@trellis/api-contract';
import { ReleaseStore, readManifest } from '../../api/src/testing/index.ts';
import { activateUnasked, publishBroken } from '../support/brokenRelease.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';

interface Hostile {
  readonly seen: readonly string[];
  watchAll(): void;
  answerTo(method: string, path: string, headers?: Readonly<Record<string, string>>): Promise<string>;
  bySdk(name: string, input: object): Promise<string>;
  holds(): Promise<readonly string[]>;
  sharedByAll(): Promise<Readonly<Record<string, string>>>;
}
type HostileWindow = Window & Hostile;

const calls = Object.entries(endpoints as Readonly<Record<string, MemberEndpoint>>);
const addressOf = ({ path }: MemberEndpoint): string => apiBase + path.replace(/:\w+/g, '7');
const refused = '403 request.page_outdated';
/** What `featureHeader` says; not the one that is made up below. */
const proof = /(?:shell|wallet|team|plan|account) [\w.-]+ (?!A{22})[\w-]{22}/;

test('a release that turns on its member calls what it declares, and nothing else', async ({ browser, product }) => {
  const { release } = publishBroken(product, 'team', 'calls what is not its own');
  const store = new ReleaseStore(`${product.dataDir}/releases`);
  const { calls: declared = [] } = readManifest(store.folder('team', release));
  expect(declared).toContain('getTeamWindow');
  expect(declared).not.toContain('getBalances');
  const back = await activateUnasked(product, 'team', release);
  const context = await phone(browser, 'en');
  try {
    await enter(context, product, 'demo');
    const page = await context.newPage();
    await expect(async () => {
      await page.goto(`${product.origin}/team`);
      await page.waitForFunction(() => 'bySdk' in window, undefined, { timeout: 3_000 });
    }).toPass({ timeout: 20_000, intervals: [200] });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => (window as unknown as HostileWindow).watchAll());

    // By itself, with the session's cookie and with a proof that it makes up.
    for (const [name, endpoint] of calls) {
      if (name === 'reportLoads') continue;
      for (const headers of [{}, { 'x-feature': `team ${release} ${'A'.repeat(22)}` }]) {
        const answer = await answerTo(page, endpoint.method, addressOf(endpoint), headers);
        expect([name, answer]).toEqual([name, refused]);
      }
    }
    expect(await answerTo(page, 'GET', '/server-loader?route=wallet%2Fhome')).toBe(refused);
    const { loaded, proofs } = await page.evaluate(async () => {
      const text = await (await fetch('/wallet')).text();
      return { loaded: text.includes('"loaded"'), proofs: text.includes('id="proofs"') };
    });
    expect({ loaded, proofs }).toEqual({ loaded: false, proofs: false });

    // By the sdk: names that its manifest does not have.
    const bySdk = (name: string, input: object) =>
      page.evaluate(([which, given]) => (window as unknown as HostileWindow).bySdk(which, given), [
        name,
        input,
      ] as const);
    for (const [name] of calls.filter(([each]) => !declared.includes(each)))
      expect(await bySdk(name, {})).toBe(`team does not declare that it calls ${name}`);
    expect(await bySdk('getInvite', {})).toBe('answered');

    // By what others have brought into the client that all share.
    expect(await page.evaluate(() => (window as unknown as HostileWindow).holds())).toEqual([]);
    const shared = await page.evaluate(() => (window as unknown as HostileWindow).sharedByAll());
    expect(shared).toMatchObject({
      react: 'no sdk',
      '@trellis/shell-sdk': 'no sdk',
      '@trellis/shell-sdk/flow': 'no sdk',
    });
    expect(Object.values(shared)).not.toContain('an sdk');

    // By what it has put in the place of the browser's own, while the member goes on in another feature.
    await page.getByRole('link', { name: 'Wallet' }).first().click();
    await expect(page).toHaveURL(`${product.origin}/wallet`);
    await expect(page.getByText('USD').first()).toBeVisible();
    const proven = page.waitForRequest((request) => request.headers()['x-feature']?.startsWith('wallet ') ?? false);
    await page.getByRole('link', { name: 'Transfer' }).first().click();
    // It is there to be seen, and is sent.
    expect((await proven).headers()['x-feature']).toMatch(proof);
    const seen = await page.evaluate(() => (window as unknown as HostileWindow).seen.join('\n'));
    expect(seen).toContain('/server-loader?route=wallet%2Fhome');
    expect(seen).not.toMatch(proof);
  } finally {
    await context.close();
    await back();
  }
});

const answerTo = (page: Page, method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  page.evaluate(([how, where, more]) => (window as unknown as HostileWindow).answerTo(how, where, more), [
    method,
    path,
    headers,
  ] as const);

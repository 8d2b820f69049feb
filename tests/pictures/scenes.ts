import type { Page } from '@playwright/test';
import { memberPaths, publicPaths } from '../support/screens.ts';

/** Who looks at a screen: each sees it in another state. */
export const viewers = ['visitor', 'member', 'newcomer', 'suspended'] as const;
export type Viewer = (typeof viewers)[number];

export interface Scene {
  readonly viewer: Viewer;
  readonly path: string;
  /** What is otherwise than usual; part of the picture's name. */
  readonly state?: string;
  /** Breaks something before the page is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** What to do on the page until it looks as it should. */
  readonly reach?: (page: Page) => Promise<unknown>;
}

const seenBy = (viewer: Viewer, paths: readonly string[]): Scene[] => paths.map((path) => ({ viewer, path }));

/** The button that sends a form stands in a section of its own, in the dock or under a column, whatever it is called. */
const sendEmpty = (page: Page): Promise<unknown> => page.locator('section > button[type=submit]').first().click();

const toOwnPackage = (page: Page): Promise<unknown> => page.locator('main a[href^="/plan/packages/"]').first().click();

const toOwnStake = (page: Page): Promise<unknown> =>
  page.locator('main a[href^="/wallet/stakeDetail?id="]').first().click();

/** The button waits for the figures of what was just typed. */
async function sendFilled(page: Page): Promise<void> {
  await page.locator('section > button[type=submit]:not([aria-busy=true])').first().waitFor();
  await page.waitForTimeout(1_000);
  await page.locator('section > button[type=submit]').first().click();
}

/** Profit to an address of the book. */
async function choosePayout(page: Page): Promise<void> {
  await page.locator('main input[inputmode=decimal]').fill('3500');
  const choices = page.locator('main input[type=radio]');
  await choices.nth(2).check();
  await choices.nth(5).check();
  await page.locator('main textarea').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await page.waitForTimeout(1_500);
}

/** Every screen as it usually is, then what happens to it: nothing there yet, not allowed, wrong, broken. */
export const scenes: readonly Scene[] = [
  ...seenBy('visitor', publicPaths),
  ...seenBy('member', [...memberPaths, '/team?tab=performance']),
  ...seenBy('newcomer', [
    '/',
    '/plan',
    '/plan/country',
    '/wallet/topup',
    '/wallet/withdrawal',
    '/wallet/transfer',
    '/wallet/records',
    '/wallet/stake',
    '/wallet/stakeDetail',
    '/team',
    '/team?tab=performance',
    '/account/googleAuth',
    '/account/addresses',
    '/account/passkeys',
    '/notify',
    '/consulation',
  ]),
  ...seenBy('suspended', [
    '/',
    '/wallet/transfer',
    '/wallet/stake',
    '/wallet/stakeDetail',
    '/plan',
    '/account',
    '/account/googleAuth',
    '/consulation',
  ]),
  {
    viewer: 'visitor',
    path: '/login',
    state: 'nothing-entered',
    reach: (page) => page.locator('main button[type=submit]').click(),
  },
  {
    viewer: 'visitor',
    path: '/signup',
    state: 'nothing-entered',
    reach: (page) => page.locator('main button[type=submit]').click(),
  },
  ...seenBy('visitor', ['/signup?code=DEMO2026&side=left', '/signup?code=NONE2222&side=left', '/signup?step=0']),
  { viewer: 'member', path: '/wallet/withdrawal', state: 'nothing-entered', reach: sendEmpty },
  { viewer: 'member', path: '/wallet/exchange', state: 'nothing-entered', reach: sendEmpty },
  { viewer: 'member', path: '/plan/buy/custom', state: 'to-confirm', reach: sendEmpty },
  { viewer: 'member', path: '/plan', state: 'package', reach: (page) => toOwnPackage(page) },
  {
    viewer: 'member',
    path: '/plan',
    state: 'certificate',
    async reach(page) {
      await toOwnPackage(page);
      await page.locator('main a[href^="/certificate/"]').click();
    },
  },
  { viewer: 'member', path: '/wallet/stake', state: 'chosen', reach: (page) => choosePayout(page) },
  {
    viewer: 'member',
    path: '/wallet/stake',
    state: 'to-confirm',
    async reach(page) {
      await page.locator('main input[inputmode=decimal]').fill('500');
      await sendFilled(page);
    },
  },
  { viewer: 'member', path: '/wallet/stakeDetail', state: 'contract', reach: (page) => toOwnStake(page) },
  {
    viewer: 'member',
    path: '/wallet/stakeDetail',
    state: 'contract-chosen',
    async reach(page) {
      await toOwnStake(page);
      await page.locator('main input[type=radio]').nth(2).check();
    },
  },
  {
    viewer: 'member',
    path: '/team',
    state: 'not-loaded',
    prepare: (page) => page.route('**/assets/team/**', (route) => route.abort()),
  },
  {
    viewer: 'member',
    path: '/wallet/records',
    state: 'not-answered',
    prepare: (page) => page.route(/\/api\/v1\/records\?/, (route) => route.fulfill({ status: 500, body: '' })),
    // The document brings the first list along: what is asked for is another one, of a filter.
    reach: (page) => page.locator('main button[aria-pressed=false]').first().click(),
  },
];

/** As part of a file's name. */
export const nameOf = ({ viewer, path, state }: Scene): string =>
  [viewer, path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home', ...(state ? [state] : [])].join('-');

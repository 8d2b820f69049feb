import { expect, type Page } from '@playwright/test';
import { type FeatureNameOf, featuresOf, type Language } from '@trellis/api-contract';
import { textsOf } from './texts.ts';

/** The features that members have a place for. */
export const memberFeatures = featuresOf('member').map(({ name }) => name);

/** What stands on the first screen of a feature, and on no other. */
export function landmarkOf(feature: FeatureNameOf<'member'>, language: Language): string {
  const text = textsOf(language);
  switch (feature) {
    case 'wallet':
      return text('wallet', 'record.seeAll');
    case 'team':
      return text('team', 'tab.chart');
    case 'plan':
      return text('plan', 'package.custom');
    case 'account':
      return text('account', 'profile.since');
  }
}

const linkTo = (feature: FeatureNameOf<'member'>): string => `[data-testid="places"] a[href="/${feature}"]`;

/** Taps a place in the bottom navigation. */
export const openPlace = (page: Page, feature: FeatureNameOf<'member'>): Promise<void> =>
  page.locator(linkTo(feature)).click();

/**
 * Taps a place whose feature is on the page already, and waits until its screen is there.
 * @returns milliseconds from the tap to the screen, as the page itself has them
 */
export async function tapLoaded(page: Page, feature: FeatureNameOf<'member'>, landmark: string): Promise<number> {
  return page.evaluate(
    async ([selector, mark]) => {
      // Each screen draws the navigation again.
      const link = () => document.querySelector<HTMLElement>(selector);
      const isThere = () =>
        link()?.getAttribute('aria-current') === 'page' && document.querySelector('main')?.textContent.includes(mark);
      const tappedAt = performance.now();
      link()?.click();
      while (!isThere()) await new Promise((next) => requestAnimationFrame(next));
      return performance.now() - tappedAt;
    },
    [linkTo(feature), landmark] as const,
  );
}

/** Another screen of the open page, as a link leads there: a page is loaded once for all of them. */
export async function turnTo(page: Page, path: string): Promise<void> {
  const { pathname, search } = new URL(page.url());
  if (pathname + search !== path) {
    await page.evaluate((to) => {
      document.querySelector('main')?.setAttribute('data-left', '');
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, path);
    await expect(page.locator('[data-left]')).toHaveCount(0);
  }
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

import type { Page } from '@playwright/test';

/** A browser that does not ask, whose menu can. */
export const firefoxForAndroid = 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0';

/**
 * Makes the browser's offer of its home screen, which one without windows never makes, and takes the answer for the member.
 * What was asked of it so far is `window.installAsked`. The page listens as soon as it says so in its settings.
 */
export async function offerInstall(page: Page): Promise<void> {
  await page.evaluate(() => {
    const counted = window as { installAsked?: number };
    const prompt = async () => {
      counted.installAsked = (counted.installAsked ?? 0) + 1;
      return { outcome: 'accepted' };
    };
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  });
}

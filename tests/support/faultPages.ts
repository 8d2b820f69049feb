import type { BrowserContext, Page } from '@playwright/test';
import type { Language } from '@trellis/api-contract';
import { test as base, enter, phone, readInOwnLanguage } from './fixtures.ts';

interface FaultFixtures {
  /** A page of a member who reads this language; the worker's tests share it, each with a document of its own. */
  readonly pageIn: (language: Language) => Promise<Page>;
  /** How long the bottom navigation took while something was failing. */
  readonly taps: number[];
}

export const test = base.extend<object, FaultFixtures>({
  pageIn: [
    async ({ browser, product }, use, worker) => {
      // Nobody else reads as these: a page begins in the language that its member chose last.
      const member = ['weijie', 'xinyi'][worker.parallelIndex % 2] ?? 'weijie';
      const pages = new Map<Language, Page>();
      const contexts: BrowserContext[] = [];
      await use(async (language) => {
        const known = pages.get(language);
        if (known) {
          await readInOwnLanguage(known.context(), product);
          return known;
        }
        const context = await phone(browser, language);
        contexts.push(context);
        await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
        await context.addCookies([{ name: 'currentLanguage', value: language, url: product.origin }]);
        await enter(context, product, member);
        const page = await context.newPage();
        pages.set(language, page);
        return page;
      });
      for (const context of contexts) await context.close();
    },
    { scope: 'worker' },
  ],
  taps: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const taps: number[] = [];
      await use(taps);
      const [median = 0, slowest = 0] = [taps.sort((a, b) => a - b)[Math.floor(taps.length / 2)], taps.at(-1)];
      process.stdout.write(
        `bottom navigation while a feature fails: median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms of ${taps.length} (wanted: 200 ms)\n`,
      );
    },
    { scope: 'worker' },
  ],
});

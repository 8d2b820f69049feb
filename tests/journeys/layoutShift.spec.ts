import type { BrowserContext, Page } from '@playwright/test';
import { partOf } from '../../api/src/testing/index.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { oneOf } from '../support/sample.ts';
import { memberPaths, publicPaths } from '../support/screens.ts';

/** Long enough for every skeleton, which comes after 200 ms. */
const slowAnswerMs = 450;

/** How the API answers while a screen opens. */
const lines = {
  'at once': 0,
  'late, so that skeletons stand there before': slowAnswerMs,
} as const;

for (const [line, delayMs] of oneOf('lines', Object.entries(lines)))
  for (const paths of [publicPaths, memberPaths])
    test(`nothing on a screen jumps, cold and warm, ${paths === publicPaths ? 'visitors' : 'members'}, the API answers ${line}`, async ({
      browser,
      product,
    }) => {
      test.setTimeout(480_000);
      const hits: string[] = [];
      const session = await phone(browser, 'en');
      if (paths === memberPaths) await enter(session, product, 'demo');
      const { cookies } = await session.storageState();
      await session.close();
      for (const path of partOf(`layout ${line}`, paths.length / 4, paths)) {
        // A browser that has nothing: no cache, no choice, only the session.
        const context = await phone(browser, 'en');
        await context.addCookies(cookies);
        await watchShifts(context);
        const page = await context.newPage();
        if (delayMs > 0) await answerLate(page, delayMs);
        // What the browser keeps changes nothing about answers that are late.
        for (const load of delayMs > 0 ? ['cold'] : ['cold', 'warm'])
          for (const shift of await shiftsOf(page, product.origin + path, delayMs))
            hits.push(`${path}, ${load}: ${shift}`);
        await context.close();
      }
      expect(hits).toEqual([]);
    });

interface Watched {
  shifts?: string[];
}

/** Has each page note what moved without a touch: how far it counts, and the elements with their place before and after. */
function watchShifts(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    const shifts: string[] = [];
    (window as Watched).shifts = shifts;
    const nameOf = (node: Node | null): string =>
      node instanceof Element ? `${node.localName}.${node.className}` : (node?.textContent?.slice(0, 20) ?? 'gone');
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${nameOf(node)} ${Math.round(previousRect.y)}+${Math.round(previousRect.height)} → ${Math.round(currentRect.y)}+${Math.round(currentRect.height)}`,
        );
        shifts.push(`${value.toFixed(4)} ${moved.join('; ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The document comes with what the first screen asks for; everything else is asked by the page. */
const answerLate = (page: Page, delayMs: number): Promise<unknown> =>
  page.route('**/api/v1/**', async (route) => {
    if (route.request().resourceType() === 'eventsource') return route.continue();
    await new Promise((next) => setTimeout(next, delayMs));
    return route.continue().catch(() => undefined);
  });

async function shiftsOf(page: Page, address: string, delayMs: number): Promise<readonly string[]> {
  await page.goto(address);
  await expect(page.locator('h1').first()).toBeVisible();
  // Some questions are asked only after the answer to others.
  await page.waitForTimeout(2 * delayMs + 300);
  await expect(page.locator('.skeleton')).toHaveCount(0);
  // Two frames: what came last is painted, and noted.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))),
  );
  return page.evaluate(() => (window as Watched).shifts ?? []);
}

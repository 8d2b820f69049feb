import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** WCAG 2.2, level AA, and what axe holds to be good practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Those rules that the theme can break. */
export const colorRules = ['color-contrast', 'link-in-text-block'];

interface Inspection {
  /** Without them: all. */
  readonly rules?: readonly string[];
  /** `window`: as high as the phone is, so that bars lie over what is scrolled below them. Else all of the page. */
  readonly height?: 'window' | 'page';
}

/** What axe finds on the page as it stands now: the rule, and the first element that breaks it. */
export async function violations(page: Page, { rules, height = 'page' }: Inspection = {}): Promise<string[]> {
  // A document gets the program once, for however many screens it shows.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    runOnly: rules ? { type: 'rule', values: [...rules] } : { type: 'tag', values: tags },
    // What holds is not described.
    resultTypes: ['violations'],
    // What is scrolled half under a bar is no small target: at full height its size is looked at.
    ...(height === 'window' && { rules: { 'target-size': { enabled: false } } }),
  };
  const look = () =>
    page.evaluate(async (chosen) => {
      // What fades in has not its colours yet.
      const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(passing.map(({ finished }) => finished));
      const result = await (window as unknown as { axe: typeof axe }).axe.run(document, chosen);
      return result.violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`);
    }, options);
  return height === 'window' ? look() : onWholePage(page, look);
}

/** On a phone that is as high as the page: what is only scrolled below the navigation is not covered by it then. */
async function onWholePage<Result>(page: Page, look: () => Promise<Result>): Promise<Result> {
  const size = page.viewportSize();
  if (!size) return look();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: size.width, height: height + 200 });
  try {
    return await look();
  } finally {
    await page.setViewportSize(size);
  }
}

/** That axe finds nothing on the page as it stands now. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
}

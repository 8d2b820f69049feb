import type { Page } from '@playwright/test';
import type { Language } from '@trellis/api-contract';
import { languages } from '@trellis/api-contract';
import { colorRules, violations } from '../support/axe.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { turnTo } from '../support/places.ts';
import { someOf } from '../support/sample.ts';
import { memberPaths, publicPaths } from '../support/screens.ts';

interface View {
  readonly language: Language;
  readonly member: string;
  readonly width: number;
  readonly scale: string;
  readonly colorScheme: 'light' | 'dark';
  readonly axe: boolean;
  /** At the height of a phone, too, where bar and dock lie over what is below them: that is the same in each language. */
  readonly atPhoneHeight?: true;
}

const ordinary = { width: 375, scale: '1', axe: true } as const;
/** What breaks first. Rules about single elements do not depend on it. */
const narrow = { width: 320, scale: '2', axe: false } as const;

/** The theme is the one a page begins in; axe sees both. */
const views: readonly View[] = [
  { language: 'en', member: 'demo', colorScheme: 'light', ...ordinary, atPhoneHeight: true },
  { language: 'ko', member: 'minjun', colorScheme: 'dark', ...ordinary },
  { language: 'jp', member: 'hana', colorScheme: 'dark', ...ordinary },
  { language: 'zh', member: 'lihua', colorScheme: 'light', ...ordinary },
  { language: 'en', member: 'demo', colorScheme: 'dark', ...narrow },
  { language: 'jp', member: 'demoright', colorScheme: 'dark', ...narrow },
  { language: 'zh', member: 'lihua', colorScheme: 'light', ...narrow },
  { language: 'ko', member: 'minjun', colorScheme: 'light', ...narrow },
];

const nameOf = ({ language, axe, atPhoneHeight }: View): string =>
  axe
    ? `axe finds nothing, light or dark, ${atPhoneHeight ? 'at 812 px and ' : ''}at full height, and nothing runs out of the page, ${language}, 375 px`
    : `nothing runs out of the page, ${language}, 320 px, twice the text`;

/** English, and one more language, each time another: with all of axe, and at the width where texts break first. */
const inspected = {
  ordinary: someOf('axe', languages, (language) => language === 'en'),
  narrow: someOf('narrow', languages, (language) => language === 'en'),
};

for (const look of views.filter(({ axe, language }) => inspected[axe ? 'ordinary' : 'narrow'].includes(language)))
  for (const paths of [publicPaths, memberPaths])
    test(`${paths === publicPaths ? 'visitors' : 'members'}: ${nameOf(look)}`, async ({ browser, product }) => {
      test.setTimeout(180_000);
      const context = await phone(browser, look.language, look);
      await context.addInitScript(
        ([choice, scale]) => {
          localStorage.setItem('currentLanguage', choice);
          localStorage.setItem('textScale', scale);
        },
        [look.language, look.scale] as const,
      );
      if (paths === memberPaths) await enter(context, product, look.member);
      const hits: string[] = [];
      const page = await context.newPage();
      await page.goto(product.origin + paths[0]);
      for (const path of paths) hits.push(...(await inspect(page, path, look)));
      expect(hits).toEqual([]);
      await context.close();
    });

async function inspect(page: Page, path: string, { axe, colorScheme, atPhoneHeight }: View): Promise<string[]> {
  await turnTo(page, path);
  const hits: string[] = [];
  if (axe) {
    for (const height of atPhoneHeight ? (['page', 'window'] as const) : (['page'] as const))
      hits.push(
        ...(await violations(page, { height })).map((violation) => `${path}, all of the ${height}: ${violation}`),
      );
    const otherScheme = colorScheme === 'light' ? 'dark' : 'light';
    await page.emulateMedia({ colorScheme: otherScheme });
    hits.push(
      ...(await violations(page, { rules: colorRules })).map((violation) => `${path}, ${otherScheme}: ${violation}`),
    );
    await page.emulateMedia({ colorScheme });
  }
  const overflow = await widestOverflow(page);
  if (overflow !== undefined) hits.push(`${path}: ${overflow} is wider than the page`);
  return hits;
}

/** The page itself must not pan sideways; a chart may, within its own frame. */
function widestOverflow(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return undefined;
    const wide = [...document.querySelectorAll('body *')].find(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
    );
    return wide ? `${wide.tagName.toLowerCase()}.${wide.className}` : 'something';
  });
}

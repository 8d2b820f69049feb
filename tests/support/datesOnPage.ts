import type { Page } from '@playwright/test';
import type { Language } from '@trellis/api-contract';
import {
  dayMs,
  looksLikeDate,
  writtenDay,
  writtenMoment,
  writtenMonth,
  writtenUtc,
  type Zone,
} from '../../api/src/testing/index.ts';
import type { RewrittenDates } from './rewrittenDates.ts';

/** Everything of the page that reads as a date or a time: of texts, names, titles and fields, shown or folded. */
export async function datesOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const isLeftOut = (element: Element | null): boolean => element?.closest('script, style, noscript') != null;
    const hits: (string | null)[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) {
        if (!isLeftOut(node.parentElement)) hits.push(node.data);
      } else if (node instanceof Element && !isLeftOut(node)) {
        for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt'])
          hits.push(node.getAttribute(name));
        if (node instanceof HTMLInputElement && node.type !== 'radio' && node.type !== 'checkbox')
          hits.push(node.value);
      }
    }
    // JSON is data, and shown as it is.
    return hits.filter((text): text is string => text !== null && !text.startsWith('{'));
  });
  return texts.flatMap((text) => text.match(looksLikeDate) ?? []);
}

/** How a reader has to be shown what the answers reported, whatever of it stands on the page. */
export function rightTexts(dates: RewrittenDates, language: Language, zone: Zone): ReadonlySet<string> {
  const { now } = dates.to;
  const days = [...dates.days];
  return new Set([
    ...[now, ...dates.moments].flatMap((at) => {
      const { day, time, whole } = writtenMoment(at, language, zone);
      return [day, time, whole, writtenUtc(at)];
    }),
    // A notice to members is timed in UTC, as its fields say; at first from now for a day.
    ...[now, now + dayMs].map((at) => writtenUtc(at).slice(0, 16)),
    // And as the hint alongside them has one for an example.
    '2026-03-09 15:04',
    // Limits count days of UTC: when this one ends.
    writtenMoment((Math.floor(now / dayMs) + 1) * dayMs, language, zone).time,
    ...[...days, ...dates.termDays].map((day) => writtenDay(day, language)),
    // Days of the team's performance are drawn from the first of their month.
    ...days.map((day) => writtenDay(Date.parse(`${new Date(day).toISOString().slice(0, 7)}-01T00:00:00Z`), language)),
    ...[...dates.months].map((month) => writtenMonth(month, language)),
  ]);
}

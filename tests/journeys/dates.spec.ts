import { expect, type Page } from '@playwright/test';
import { type Language, languages } from '@trellis/api-contract';
import { operatorRoles } from '@trellis/api-contract/operator';
import {
  boundariesAt,
  dayMs,
  midnightIn,
  partOf,
  type TurnOfTime,
  turnsOfTime,
  writtenDay,
  type Zone,
  zoneNames,
} from '../../api/src/testing/index.ts';
import { productNow } from '../support/database.ts';
import { type DatedProduct, startDated } from '../support/datedProduct.ts';
import { datesOn, rightTexts } from '../support/datesOnPage.ts';
import { openSession, phone, readInOwnLanguage, test } from '../support/fixtures.ts';
import { consoleOf, enterConsole } from '../support/operators.ts';
import { turnTo } from '../support/places.ts';
import { RewrittenDates } from '../support/rewrittenDates.ts';
import { oneOf } from '../support/sample.ts';
import { consolePaths, memberPaths } from '../support/screens.ts';
import { textsOf } from '../support/texts.ts';

/**
 * Every date of every screen, in the reader's language and zone. The API answers; what it reports days and moments is
 * rewritten to where calendars are easily wrong, and what the page then shows is held against a calendar of the test's own.
 */

interface Cell {
  readonly zone: Zone;
  readonly when: TurnOfTime;
  readonly language: Language;
  /** Which side of each seam its moments are on. */
  readonly turn: number;
}

const cells: readonly Cell[] = zoneNames.flatMap((zone, row) =>
  (Object.keys(turnsOfTime) as TurnOfTime[]).map((when, column) => ({
    zone,
    when,
    language: languages[(row + column) % languages.length] ?? 'en',
    turn: row * 3 + column * 5 + (column >> 1),
  })),
);

/** Screens that report no time, as things are here. On every other one there has to be some. */
const timeless = new Set([
  '/nowhere',
  '/account/antiPhishing',
  '/account/addresses',
  '/account/email',
  '/account/password',
  '/account/googleAuth',
  '/plan/packages/1',
  '/plan/country',
  '/wallet/exchange',
  '/wallet/topup',
  '/notify/detail/1',
  '/certificate/0193a1b2-c3d4-7e5f-8a6b-0123456789ab',
  '/withdrawals/1',
  '/members',
  '/operators/ops-ann',
]);

let dated: DatedProduct;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  dated = await startDated();
});
test.afterAll(async () => {
  await dated.product.stop();
  dated.product.remove();
});

for (const cell of oneOf('dates', cells))
  for (const audience of oneOf('whose dates', ['members', 'operators'] as const))
    test(`${audience} in ${cell.zone} see days and moments as they are, ${cell.when}, ${cell.language}`, async ({
      browser,
    }) => {
      test.setTimeout(300_000);
      const { product } = dated;
      const context = await phone(browser, cell.language, { timeZone: cell.zone, worker: false });
      const operator = `dora-${cells.indexOf(cell)}`;
      const isMember = audience === 'members';
      if (isMember) {
        await openSession(context, product, 'demo');
        await readInOwnLanguage(context, product);
      } else await enterConsole(context, product, operator, operatorRoles.join());
      const dates = new RewrittenDates(
        boundariesAt(cell.when, cell.zone, cell.turn),
        (await productNow(product)).getTime(),
      );
      await dates.watch(context);
      const page = await context.newPage();
      await page.clock.setFixedTime(dates.to.now);

      const paths = isMember
        ? [...dated.memberPaths, ...memberPaths]
        : [...dated.consolePaths, `/operators/${operator}`, ...consolePaths];
      const walked = partOf(`dates of ${audience}`, 12, paths);
      await dates.open(page, `${isMember ? product.origin : consoleOf(product)}${walked[0]}`);
      const hits: string[] = [];
      for (const path of walked) {
        await turnTo(page, path);
        await settled(page, dates);
        const seen = await datesOn(page);
        const right = rightTexts(dates, cell.language, cell.zone);
        if (seen.length === 0 && !timeless.has(path)) hits.push(`${path}: nothing`);
        hits.push(...new Set(seen.filter((text) => !right.has(text)).map((text) => `${path}: ${text}`)));
      }
      expect(hits).toEqual([]);
      if (isMember) await beginsAtMidnight(page, dates, cell);
      await context.close();
    });

/** What happened today is said to be of today, and a filter's days begin and end where the reader's do. */
async function beginsAtMidnight(page: Page, dates: RewrittenDates, { zone, when, language }: Cell): Promise<void> {
  const seam = turnsOfTime[when];
  const iso = new Date(seam).toISOString().slice(0, 10);
  await turnTo(page, '/plan');
  await turnTo(page, `/wallet/records?from=${iso}&to=${iso}`);
  await settled(page, dates);
  const { searchParams } = new URL(dates.requests.findLast((path) => path.includes('/records?')) ?? '', 'http://page');
  expect([searchParams.get('from'), searchParams.get('to')]).toEqual(
    [seam, seam + dayMs].map((day) => new Date(midnightIn(day, zone)).toISOString()),
  );
  await turnTo(page, '/plan');
  await turnTo(page, '/wallet/records');
  await settled(page, dates);
  const today = textsOf(language)('wallet', 'record.today', { date: writtenDay(seam, language) });
  await expect(page.getByRole('main').getByText(today, { exact: true })).toHaveCount(dates.to.hasToday ? 1 : 0);
}

/** Until every answer is there, and drawn. */
async function settled(page: Page, dates: RewrittenDates): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 15))));
    if (!dates.isQuiet) quiet = -1;
  }
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

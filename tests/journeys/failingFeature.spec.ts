import type { Page } from '@playwright/test';
import {
  type FeatureNameOf,
  type Language,
  type LoadReport,
  languages,
  loadReportsPath,
  type Registry,
} from '@trellis/api-contract';
import { publishBroken } from '../support/brokenRelease.ts';
import { answers, breakFile, changed, files, hasFile, inTransit, ofRelease } from '../support/faults.ts';
import { expect, test } from '../support/fixtures.ts';
import { landmarkOf, memberFeatures, openPlace, tapLoaded } from '../support/places.ts';
import { halfOf, someOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

/** The two places that stay well: the page starts at the first, and the second is on it when the fault begins. */
const wellPlaces = (feature: FeatureNameOf<'member'>): [FeatureNameOf<'member'>, FeatureNameOf<'member'>] => {
  const [start = 'wallet', second = 'team'] = memberFeatures.filter((name) => name !== feature);
  return [start, second];
};

/** A new document at a place that is well, with another one loaded alongside. */
async function begin(
  page: Page,
  origin: string,
  language: Language,
  places: readonly FeatureNameOf<'member'>[],
): Promise<number> {
  const [start = 'wallet', second = 'team'] = places;
  // A machine that is busy, or a product that has just started, may miss the deadline by itself.
  await expect(async () => {
    await page.goto(`${origin}/${start}`);
    // Should the page have begun in another language, the next try does not.
    await page.evaluate((choice) => localStorage.setItem('currentLanguage', choice), language);
    await expect(page.locator('main').getByText(landmarkOf(start, language)).first()).toBeVisible({ timeout: 12_000 });
    await openPlace(page, second);
    await expect(page.locator('main').getByText(landmarkOf(second, language)).first()).toBeVisible({ timeout: 12_000 });
  }).toPass();
  return page.evaluate(() => performance.timeOrigin);
}

/** A tap may meet a navigation that is just drawn again; then it is made again. */
async function openUntil(page: Page, feature: FeatureNameOf<'member'>, isDone: () => boolean): Promise<void> {
  await expect(async () => {
    await openPlace(page, feature);
    await expect.poll(isDone, { timeout: 5_000 }).toBe(true);
  }).toPass();
}

/** The card of this feature, in this language, with `detail` among what support asks for, and nothing of a machine's. */
async function expectCard(
  page: Page,
  feature: FeatureNameOf<'member'>,
  language: Language,
  detail: string,
): Promise<void> {
  const card = page.getByRole('alert');
  await expect(card.getByRole('heading')).toHaveText(textsOf(language)(feature, 'fallback.title'));
  await card.getByText(textsOf(language)('kit', 'failure.details')).click();
  await expect(card).toContainText(detail);
  await expect(page.locator('body')).not.toContainText(/:\d+:\d+|\bat \S+ \(|upstream|<p>/);
}

const tryAgain = (page: Page, language: Language): Promise<void> =>
  page
    .getByRole('alert')
    .getByRole('button', { name: textsOf(language)('kit', 'failure.retry') })
    .click();

async function expectRecovery(
  page: Page,
  feature: FeatureNameOf<'member'>,
  language: Language,
  origin: number,
): Promise<void> {
  await tryAgain(page, language);
  await expectThere(page, feature, language, origin);
}

async function expectThere(
  page: Page,
  feature: FeatureNameOf<'member'>,
  language: Language,
  origin: number,
): Promise<void> {
  await expect(page.locator('main').getByText(landmarkOf(feature, language)).first()).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  expect(await page.evaluate(() => [performance.timeOrigin, 'tampered' in window])).toEqual([origin, false]);
}

/** Every language meets every feature and every kind of fault. */
const languageOf = (feature: FeatureNameOf<'member'>, row: number): Language =>
  languages[(memberFeatures.indexOf(feature) + row) % languages.length] ?? 'en';

/** Half of as many as it takes until each value of each side has occurred: the others have their turn with other commits. */
const inTransitCells = halfOf(
  'which faults in transit',
  someOf(
    'faults in transit',
    memberFeatures.flatMap((feature) =>
      [...inTransit.entries()]
        .filter(([, [file]]) => hasFile(feature, file))
        .map(([row, fault]) => ({ feature, row, fault, language: languageOf(feature, row) })),
    ),
    ({ row }) => row,
    ({ feature, fault: [file] }) => `${feature} ${file}`,
    ({ language }) => language,
  ),
);
const ofReleaseCells = someOf(
  'faults of a release',
  memberFeatures.flatMap((feature) =>
    [...ofRelease.entries()].map(([row, fault]) => ({ feature, row, fault, language: languageOf(feature, row) })),
  ),
  ({ row }) => row,
  ({ feature }) => feature,
);

for (const feature of memberFeatures) {
  const [start, second] = wellPlaces(feature);

  for (const cell of inTransitCells.filter((each) => each.feature === feature)) {
    const { language } = cell;
    const [file, fault, type] = cell.fault;
    test(`${feature}, ${language}: ${file} is ${fault}`, async ({ product, pageIn, taps }) => {
      const page = await pageIn(language);
      const origin = await begin(page, product.origin, language, [start, second]);
      const { chunk, ending } = files[file];
      const address = new RegExp(`/assets/${feature}/[^/]+/${chunk}(?:\\.[^/]+)?\\.${ending}`);
      // Nothing is answered before the member has gone elsewhere meanwhile.
      const { promise: elsewhere, resolve: isElsewhere } = Promise.withResolvers<void>();
      let isAsked = false;
      const heal = await breakFile(page, address, async (route) => {
        isAsked = true;
        await elsewhere;
        await answers[fault](route);
      });
      await openUntil(page, feature, () => isAsked);
      taps.push(await tapLoaded(page, start, landmarkOf(start, language)));
      isElsewhere();

      await openPlace(page, feature);
      await expectCard(page, feature, language, type);
      if (file === 'style') await expect(page.getByRole('alert')).toContainText('CSS_CHUNK_LOAD_FAILED');
      if (fault !== 'hanging') {
        taps.push(await tapLoaded(page, second, landmarkOf(second, language)));
        await openPlace(page, feature);
        await expect(page.getByRole('alert')).toBeVisible();
      }
      heal();
      await expectRecovery(page, feature, language, origin);
    });
  }

  for (const cell of ofReleaseCells.filter((each) => each.feature === feature)) {
    const { language } = cell;
    const [breach, detail] = cell.fault;
    test(`${feature}, ${language}: a release with a ${breach}`, async ({ product, pageIn, taps }) => {
      const { registered } = publishBroken(product, feature, breach);
      const page = await pageIn(language);
      await page.route(`${product.origin}/${start}`, (route) =>
        changed((html) => withRelease(html, feature, registered))(route),
      );
      const origin = await begin(page, product.origin, language, [start, second]);
      await openPlace(page, feature);
      taps.push(await tapLoaded(page, start, landmarkOf(start, language)));
      await openPlace(page, feature);
      await expectCard(page, feature, language, detail);
      await tryAgain(page, language);
      await expectCard(page, feature, language, detail);
      taps.push(await tapLoaded(page, second, landmarkOf(second, language)));
      expect(await page.evaluate(() => performance.timeOrigin)).toBe(origin);
      await page.unroute(`${product.origin}/${start}`);
    });
  }

  const language = languageOf(feature, 0);
  test(`${feature}, ${language}: left while it loads, it opens afterwards`, async ({ product, pageIn, taps }) => {
    const page = await pageIn(language);
    const origin = await begin(page, product.origin, language, [start, second]);
    const address = new RegExp(`/assets/${feature}/[^/]+/texts-`);
    const { promise: elsewhere, resolve: isElsewhere } = Promise.withResolvers<void>();
    let isAsked = false;
    await page.route(address, (route) => {
      isAsked = true;
      return elsewhere.then(() => route.continue());
    });
    await openUntil(page, feature, () => isAsked);
    taps.push(await tapLoaded(page, start, landmarkOf(start, language)));
    const arrived = page.waitForEvent('requestfinished', (request) => address.test(request.url()));
    isElsewhere();
    await arrived;
    // Every task that the last file led to has run by then.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    await openPlace(page, feature);
    await expect(page.locator('main').getByText(landmarkOf(feature, language)).first()).toBeVisible();
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(origin);
    await page.unroute(address);
  });

  test(`${feature}, ${language}: offline`, async ({ product, pageIn, taps }) => {
    const page = await pageIn(language);
    const origin = await begin(page, product.origin, language, [start, second]);
    // What comes after the first screen has a card of its own, which is not this test's.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/openPage\./.test(name)),
    );
    // What another test fetched would come from the cache.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.clearBrowserCache');
    await page.context().setOffline(true);
    try {
      await openPlace(page, feature);
      taps.push(await tapLoaded(page, start, landmarkOf(start, language)));
      await openPlace(page, feature);
      await expectCard(page, feature, language, 'other');
    } finally {
      await page.context().setOffline(false);
    }
    // By itself, as soon as there is a network.
    await expectThere(page, feature, language, origin);
  });
}

/** The document as the registry would write it, had the compatibility check let this release pass. */
function withRelease(
  html: string,
  feature: FeatureNameOf<'member'>,
  registered: Readonly<Record<string, unknown>>,
): string {
  return html.replace(/(<script type="application\/json" id="registry">)(.*?)(<\/script>)/, (_all, open, json, end) => {
    const registry = JSON.parse(json) as Registry;
    const features = { ...registry.features, [feature]: { ...registry.features[feature], ...registered } };
    return open + JSON.stringify({ ...registry, features }).replaceAll('<', '\\u003c') + end;
  });
}

test('what throws at a press is shown in a word, and to the server without figures and names; the screen stays', async ({
  product,
  pageIn,
}) => {
  const { registered, release } = publishBroken(product, 'team', 'throws at a press');
  const page = await pageIn('en');
  await page.route(`${product.origin}/team`, (route) =>
    changed((html) => withRelease(html, 'team', registered))(route),
  );
  await page.goto(`${product.origin}/team`);
  const heading = page.getByRole('heading', { name: 'Team', exact: true });
  await expect(heading).toBeVisible();
  const reported: LoadReport[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(loadReportsPath)) reported.push(...request.postDataJSON().reports);
  });
  for (let press = 0; press < 3; press++) await heading.click();
  const said = page.getByText(textsOf('en')('shell', 'openPage.trouble'));
  await expect(said).toBeVisible({ timeout: 15_000 });
  await expect(said).toHaveCount(0, { timeout: 10_000 });
  await heading.click();
  const thrown = () => reported.filter(({ outcome }) => outcome === 'threw');
  await expect.poll(() => thrown().length).toBe(2);
  expect(thrown().map(({ feature, release: subject, phase }) => [feature, subject, phase])).toEqual([
    ['team', release, 'run'],
    ['team', release, 'run'],
  ]);
  const entry = expect.objectContaining({ file: `team/${release}/entry.js` });
  const digest = expect.stringMatching(/^[0-9a-f]{16}$/);
  expect(thrown().map((each) => each.thrown)).toEqual([
    { screen: '/team', name: 'TypeError', digest, frames: expect.arrayContaining([entry]) },
    { screen: '/team', name: 'RangeError', digest, frames: expect.arrayContaining([entry]) },
  ]);
  // Once a minute is enough, but something else that does nothing is shown as well.
  await expect(said).toHaveCount(0);
  await page.keyboard.press('Shift');
  await expect(said).toBeVisible();
  await expect(heading).toBeVisible();
  await page.unroute(`${product.origin}/team`);
});

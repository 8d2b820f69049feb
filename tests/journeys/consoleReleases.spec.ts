import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { languages, percentText, type StackFrame } from '@trellis/api-contract';
import { expectAccessible } from '../support/axe.ts';
import { runOps } from '../support/command.ts';
import { runSql } from '../support/database.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { consoleOf, type EnteredOperator, enterConsole, freshCode } from '../support/operators.ts';
import { projectRoot } from '../support/product.ts';
import { oneOf, turnOf, whoMayNot } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';
import { buildVariant, runRelease } from '../support/variant.ts';

/** A bad release is live, and an operator takes it away by hand; once in each language. */
for (const language of turnOf(
  'releases',
  ['releases', 'members', 'system', 'deposits'],
  oneOf('console releases', languages),
)) {
  test(`a release is rolled back from the console, and a feature switched off and on, in ${language}`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(language);
    const label = (key: string, values?: Record<string, string | number>) =>
      text('operator', `releases.${key}`, values);
    const variant = await buildVariant('team', '"home.title": "Team"', '"home.title": "My people"');
    const { features } = (await runOps(product, 'listReleases', '--feature', 'team')) as {
      features: readonly { readonly stable: string }[];
    };
    const before = features[0]?.stable ?? '';
    await runRelease(product, 'publish', 'mf-team', '--from', variant.folder);
    await runOps(product, 'activateRelease', 'team', '--release', variant.release, '--reason', 'a word changed');
    const members = await phone(browser, 'en');
    await enter(members, product, 'demo');
    const member = await members.newPage();
    // The shell has a heading of its own until the feature is there: by its chart it is.
    const shows = (heading: string) =>
      expect(async () => {
        await member.goto(`${product.origin}/team`);
        await expect(member.locator('[aria-current="true"]').first()).toBeVisible({ timeout: 3_000 });
        expect(await member.getByRole('heading', { level: 1 }).first().textContent()).toBe(heading);
      }).toPass({ timeout: 20_000, intervals: [100] });
    await shows('My people');

    const context = await phone(browser, language, { width: 320, colorScheme: language === 'jp' ? 'dark' : 'light' });
    const rollo = await enterConsole(context, product, `rollo-${language}`, 'releases');
    const second = await phone(browser, language, { width: 1280 });
    const rika = await enterConsole(second, product, `rika-${language}`, 'releases');
    const page = await context.newPage();
    const shoot = async (name: string) => {
      const folder = process.env.SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/releases-${language}-${name}.png`, fullPage: true });
    };
    await page.goto(`${consoleOf(product)}/releases`);
    const row = page.getByRole('main').getByRole('link').filter({ hasText: 'team' });
    await expect(row).toContainText(variant.release);
    await expectAccessible(page);
    await expectNarrow(page);
    await shoot('list');
    await row.click();
    await expect(page.getByText(label('historyEmpty'))).toHaveCount(0);
    await expect(page.getByText(variant.release).first()).toBeVisible();
    // What arrives while it is looked at moves the rest under the bar at the foot.
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await expectAccessible(page);
    await shoot('feature');

    await test.step('without a reason nothing is done; with one, the next page is the earlier release', async () => {
      await page.getByRole('button', { name: label('back'), exact: true }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('button', { name: label('back'), exact: true }).click();
      await expect(sheet.getByText(text('errors', 'field.required'))).toBeVisible();
      await expect(sheet.getByLabel(label('backTo')).locator('option').first()).toContainText(before);
      await sheet.getByRole('button', { name: label('reasonFigures') }).click();
      await expectAccessible(page);
      await shoot('back');
      const pressed = Date.now();
      await sheet.getByRole('button', { name: label('back'), exact: true }).click();
      await expect(page.getByText(label('done'))).toBeVisible();
      await shows('Team');
      process.stdout.write(`from the press to a member's page: ${((Date.now() - pressed) / 1_000).toFixed(1)} s\n`);
      // What threw in members' browsers stands in rows of its own.
      const latest = page
        .locator('details')
        .filter({ hasText: text('operator', 'audit.action.release.rollback') })
        .first();
      await expect(latest).toBeVisible();
      await latest.locator('summary').click();
      await expect(latest).toContainText(label('reasonFigures'));
      await shoot('history');
    });

    await test.step('a share is given by a slider that says for how many people, and taken back', async () => {
      await page.getByRole('button', { name: label('rollOut'), exact: true }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel(label('release'), { exact: true }).selectOption(variant.release);
      const slider = sheet.getByRole('slider');
      await expect(slider).toHaveAttribute('aria-valuetext', '5%');
      await expect(slider).toHaveAccessibleDescription(/\d/);
      // Whoever leaves out a step has to mean it.
      await slider.press('ArrowRight');
      const word = sheet.getByLabel(text('operator', 'action.phrase', { phrase: 'team' }));
      await expect(word).toBeVisible();
      await slider.press('ArrowLeft');
      await expect(word).toHaveCount(0);
      await expectAccessible(page);
      await expectNarrow(page);
      await shoot('share');
      await sheet.getByRole('button', { name: label('reasonPlanned') }).click();
      await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, rollo));
      await sheet.getByRole('button', { name: label('give', { percent: '5' }), exact: true }).click();
      await expect(sheet).toHaveCount(0);
      await expect(
        page
          .getByRole('main')
          .getByText(`${label('place.candidate')} ${percentText('5')}`)
          .first(),
      ).toBeVisible();
      await expect(page.getByText(label('watched', { release: variant.release, back: before }))).toBeVisible();
      await expectAccessible(page);
      await expectNarrow(page);
      await shoot('rolling');
      await page.getByRole('button', { name: label('changeShare'), exact: true }).click();
      await sheet.getByRole('button', { name: '0%', exact: true }).click();
      await sheet.getByRole('button', { name: label('reasonPlanned') }).click();
      await sheet.getByRole('button', { name: label('takeBack'), exact: true }).click();
      await expect(sheet).toHaveCount(0);
      await expect(page.getByRole('button', { name: label('rollOut'), exact: true })).toBeVisible();
    });

    await test.step('a pin holds what is live', async () => {
      const press = async (key: string, reason: string) => {
        await page.getByRole('button', { name: label(key), exact: true }).click();
        const sheet = page.getByRole('dialog');
        await sheet.getByRole('button', { name: label(reason) }).click();
        await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, rollo));
        await sheet.getByRole('button', { name: label(key), exact: true }).click();
        await expect(sheet).toHaveCount(0);
      };
      await press('pin', 'reasonKnown');
      await expect(page.getByText(label('pinned'), { exact: true })).toBeVisible();
      await press('unpin', 'reasonWatched');
      await expect(page.getByText(label('pinned'), { exact: true })).toHaveCount(0);
    });

    const switchOff = async () => {
      await page.getByRole('button', { name: label('switchOff'), exact: true }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel(text('operator', 'action.reason'), { exact: true }).fill('tried in a drill');
      await sheet.getByRole('button', { name: label('switchOff'), exact: true }).click();
      // The same in another language may have switched it on within the day: then it takes a code.
      const code = sheet.getByLabel(text('kit', 'factor.code'));
      const done = page.getByText(label('off'), { exact: true });
      await expect(code.or(done)).toBeVisible();
      if (await code.isVisible()) {
        await code.fill(await freshCode(product, rollo));
        await sheet.getByRole('button', { name: label('switchOff'), exact: true }).click();
      }
      await expect(sheet).toHaveCount(0);
    };
    const sign = async (on: Page, what: string, opener: string, action: string, operator: EnteredOperator) => {
      await on.getByRole('button', { name: opener, exact: true }).click();
      const sheet = on.getByRole('dialog');
      await sheet.getByLabel(text('operator', 'action.reason'), { exact: true }).fill('the drill is over');
      await sheet.getByLabel(text('operator', 'action.phrase', { phrase: what })).fill(what);
      await sheet.getByLabel(text('kit', 'factor.code')).fill(await freshCode(product, operator));
      await sheet.getByRole('button', { name: action, exact: true }).click();
      await expect(sheet).toHaveCount(0);
    };
    await test.step('switched off its place says so, and on again it is as before', async () => {
      await switchOff();
      await expect(page.getByText(label('off'), { exact: true })).toBeVisible();
      await expect(async () => {
        await member.goto(`${product.origin}/team`);
        await expect(member.getByRole('alert')).toBeVisible({ timeout: 2_000 });
      }).toPass({ timeout: 15_000 });
      // To go on takes a second person.
      await sign(page, 'team', label('switchOn'), text('operator', 'action.ask'), rollo);
      await expect(page.getByText(text('operator', 'action.other')).first()).toBeVisible();
      await expect(page.getByText(label('off'), { exact: true })).toBeVisible();
      await expectAccessible(page);
      await shoot('asked');
      const other = await second.newPage();
      await other.goto(`${consoleOf(product)}/releases/team`);
      const approval = text('operator', 'action.approve');
      await sign(other, 'team', approval, approval, rika);
      await expect(other.getByText(label('off'), { exact: true })).toHaveCount(0);
      await page.reload();
      await expect(page.getByText(label('off'), { exact: true })).toHaveCount(0);
      await shows('Team');
    });

    await test.step('the worker of members’ browsers has the same switch', async () => {
      await page.goto(`${consoleOf(product)}/releases`);
      await page.getByRole('main').getByRole('link').filter({ hasText: 'worker' }).click();
      await expect(page.getByText(label('workerText'))).toBeVisible();
      await switchOff();
      await expect(page.getByText(label('off'), { exact: true })).toBeVisible();
      await sign(page, 'worker', label('switchOn'), text('operator', 'action.ask'), rollo);
      await expect(page.getByText(text('operator', 'action.other')).first()).toBeVisible();
      await expectAccessible(page);
      await expectNarrow(page);
      await shoot('worker');
      const other = await second.newPage();
      await other.goto(`${consoleOf(product)}/approvals`);
      await expect(other.getByText('worker').first()).toBeVisible();
      await other.goto(`${consoleOf(product)}/releases/worker`);
      const approval = text('operator', 'action.approve');
      await sign(other, 'worker', approval, approval, rika);
      await expect(other.getByText(label('off'), { exact: true })).toHaveCount(0);
      await expect(other.getByText('tried in a drill').first()).toBeAttached();
    });

    await page.goto(`${consoleOf(product)}/releases/nothing`);
    await expect(page.getByText(label('unknown'))).toBeVisible();
    await page.goto(`${consoleOf(product)}/releases/shell`);
    await expect(page.getByText(label('noBack'))).toBeVisible();
    await expect(page.getByRole('button', { name: label('back'), exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: label('switchOff'), exact: true })).toHaveCount(0);
    await Promise.all([context.close(), second.close(), members.close()]);
  });
}

test('how a release loads stands alongside what it goes back by; below the floor one person only asks', async ({
  browser,
  product,
}) => {
  const label = (key: string, values?: Record<string, string | number>) =>
    textsOf('en')('operator', `releases.${key}`, values);
  const context = await phone(browser, 'en', { width: 320 });
  await enterConsole(context, product, 'hella', 'releases');
  const [live] = ((await runOps(product, 'listReleases', '--feature', 'operator')) as unknown as Listed).features;
  // Operators are all known. Two of forty: for chance alone.
  await runSql(
    product,
    `INSERT INTO release_load (feature, release, member, loaded_at, failed_at, phase, outcome, network)
       SELECT 'operator', '${live?.stable}', 9000 + n, now(), CASE WHEN n <= 2 THEN now() END,
              CASE WHEN n <= 2 THEN 'chunk' END, CASE WHEN n <= 2 THEN 'missing' END, 'n' || n
         FROM generate_series(1, 40) AS n`,
  );
  await runSql(
    product,
    `INSERT INTO release_first_paint (feature, release, day, within_ms, loads)
       VALUES ('operator', '${live?.stable}', now()::date - 1, 800, 1200), ('operator', '${live?.stable}', now()::date - 1, 2400, 100)`,
  );
  // What many manage on one screen, and nobody on another: it is on no trial, so it is shown alone.
  await runSql(
    product,
    `INSERT INTO release_use (feature, release, member, screen, network, begun_at, done_at, dead_at)
       SELECT 'operator', '${live?.stable}', 9000 + n, screen, 'n' || n, now(), CASE WHEN screen = '/withdrawals' AND n % 4 > 0 THEN now() END,
              CASE WHEN screen = '/rates' THEN now() END
         FROM generate_series(1, 40) AS n, unnest('{/withdrawals,/rates}'::text[]) AS screen`,
  );
  // What three met, at a place of a file as it was really built: the console says where that is in its sources.
  const frame = placeOf(live?.stable ?? '', 'release', 'releases.refusedTitle');
  await runSql(
    product,
    `WITH error AS (
       INSERT INTO browser_error (feature, release, screen, name, digest, place, frames, first_at, last_at)
       VALUES ('operator', '${live?.stable}', '/releases/:feature', 'TypeError', '0123456789abcdef',
               '${frame.file}:${frame.line}:${frame.column}', '${JSON.stringify([frame])}', now(), now()) RETURNING id)
     INSERT INTO browser_error_member (error, member) SELECT id, 9000 + n FROM error, generate_series(1, 3) AS n`,
  );
  const page = await context.newPage();
  const shoot = async (name: string) => {
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/releases-${name}.png`, fullPage: true });
  };
  const table = page.getByRole('table');
  // What another console was shown a moment ago is shown to this one, too.
  await expect(async () => {
    await page.goto(`${consoleOf(product)}/releases/operator`);
    await expect(page.getByRole('img', { name: label('picture') })).toBeVisible({ timeout: 3_000 });
    const verdict = table.getByRole('row').filter({ hasText: label('verdict') });
    await expect(verdict).toContainText(label('verdict.well'), { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await expect(table.getByRole('row').filter({ hasText: label('failedFor') })).toContainText('2');
  await expect(table.getByRole('row').filter({ hasText: label('paintHalf') })).toContainText(
    label('within', { ms: '800' }),
  );
  await expect(table.getByRole('row').filter({ hasText: label('paintMost') })).toContainText(
    label('within', { ms: '2,400' }),
  );
  await expect(page.getByText('chunk missing')).toBeVisible();
  const uses = page.getByRole('list', { name: label('usesTitle') }).getByRole('listitem');
  await expect(uses.first()).toContainText(`/rates${label('used', { begun: 40, share: '0.00', dead: 40 })}`);
  await expect(uses.first()).toContainText(label('verdict.failing'));
  await expect(uses.nth(1)).toContainText(`/withdrawals${label('used', { begun: 40, share: '75.00', dead: 0 })}`);
  const error = page
    .getByRole('list', { name: label('errorsTitle') })
    .getByRole('listitem')
    .first();
  await expect(error).toContainText(label('errorOn', { name: 'TypeError', screen: '/releases/:feature' }));
  await expect(error).toContainText(label('thrownPeople_other', { count: 3 }));
  await error.getByText('TypeError').click();
  const stack = error.getByRole('list', { name: label('errorStack') });
  await expect(stack).toContainText(/\.\/src\/product\/releases\/RefusedCalls\.tsx:\d+:\d+ in RefusedCalls$/);
  await expectAccessible(page);
  await expectNarrow(page);
  await shoot('health');
  // What these very pages have notified of themselves comes on top.
  const measured = async () => {
    const health = await runOps(product, 'getReleaseHealth', 'operator');
    const { releases } = health as unknown as { releases: readonly { firstPaint: { loads: number } }[] };
    return releases[0]?.firstPaint.loads;
  };
  await expect.poll(measured, { timeout: 20_000 }).toBeGreaterThan(1_300);

  // A floor is lowered only by two, so that of the other journeys' feature stays where it is: here it only looks raised.
  const all = ((await runOps(product, 'listReleases')) as unknown as Listed).features;
  const features = all.map((each) =>
    each.feature === 'plan' ? { ...each, stored: ['0.0.1', ...each.stored], floor: each.stable } : each,
  );
  await page.route('**/ops/api/v1/releases', (route) => route.fulfill({ json: { features } }));
  await page.route('**/server-loader*', (route) => route.abort());
  await page.goto(`${consoleOf(product)}/approvals`);
  await page
    .getByTestId('places')
    .getByRole('link', { name: label('title') })
    .click();
  await page.getByRole('main').getByRole('link').filter({ hasText: 'plan' }).click();
  await page.getByRole('button', { name: label('below'), exact: true }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByLabel(textsOf('en')('operator', 'action.phrase', { phrase: '0.0.1' }))).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await shoot('below');
  await context.close();
});

/** Where a text stands in a built file of the console, as a browser counts. */
function placeOf(release: string, chunk: string, text: string): StackFrame {
  const folder = join(projectRoot, 'mf-operator/dist', release);
  const file = readdirSync(folder).find((name) => name.startsWith(`${chunk}.`) && name.endsWith('.js')) ?? '';
  const before = readFileSync(join(folder, file), 'utf8').split(text)[0]?.split('\n') ?? [];
  return { file: `operator/${release}/${file}`, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

interface Listed {
  readonly features: readonly {
    readonly feature: string;
    readonly stable: string;
    readonly stored: readonly string[];
  }[];
}

for (const _ of whoMayNot('releases'))
  test('whoever has another role looks at releases, and reads why they change none', async ({ browser, product }) => {
    const context = await phone(browser, 'en');
    await enterConsole(context, product, 'vera', 'viewer');
    const page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${consoleOf(product)}/releases/wallet`);
    await expect(page.getByText(textsOf('en')('operator', 'releases.notYours'))).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: 'Roll back' })).toHaveCount(0);
    await expectAccessible(page);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/releases-viewer-1280.png` });
    await context.close();
  });

const expectNarrow = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

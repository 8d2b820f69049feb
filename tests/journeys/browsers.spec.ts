import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages, languageTag } from '@trellis/api-contract';
import { parse } from 'acorn';
import { chromium } from 'playwright';
import { builtReleases, demoPassword, runningPostgresUrl, verifyAll, webTexts } from '../../api/src/testing/index.ts';
import { startFirefox } from '../browsers/firefox.ts';
import { otherTab, startFront } from '../browsers/front.ts';
import { fetchingMs, startOldChromium } from '../browsers/oldChromium.ts';
import { phoneSize, type RealBrowser } from '../browsers/realBrowser.ts';
import { userOf } from '../browsers/user.ts';
import { startWebkit } from '../browsers/webkit.ts';
import { headlessPath, launchArguments } from '../support/browser.ts';
import { expect, test } from '../support/fixtures.ts';
import { landmarkOf } from '../support/places.ts';
import { projectRoot } from '../support/product.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

test.describe.configure({ timeout: fetchingMs });

/** The oldest Chromium that we support, driven as the engines are. */
async function startOldestChromium(): Promise<RealBrowser | string> {
  const browser = await startOldChromium(108);
  if (typeof browser === 'string') return browser;
  const page = await browser.newPage({ viewport: phoneSize, locale: 'en' });
  return {
    name: `Chromium ${browser.version()}`,
    open: async (address) => void (await page.goto(address)),
    evaluate: (expression) => page.evaluate(expression),
    press: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    close: () => browser.close(),
  };
}

/** Engines alongside today's Chromium. A member of each: nobody else reads or sends as these. */
const engines = [
  { engine: 'Firefox', start: startFirefox, username: 'yuna' },
  { engine: 'WebKit', start: startWebkit, username: 'ren' },
  { engine: 'Chromium 108', start: startOldestChromium, username: 'noah' },
] as const;

const ofOtherTab = JSON.stringify({ 'content-type': 'application/json', [otherTab]: '1' });
/** On the page: as another tab of this browser does it, in one call: a page that meets a log-out in between asks for a log-in. */
const logInAs = (username: string): string =>
  `fetch('/api/v1/session', { method: 'POST', headers: ${ofOtherTab},
     body: ${JSON.stringify(JSON.stringify({ username, password: demoPassword }))} }).then(({ status }) => status)`;

const [firefox, webkit, oldest] = engines;
/** Each takes half a minute: one of the two others with each commit. */
const tried = [...oneOf('engine', [firefox, webkit]), oldest];

for (const { engine, start, username } of tried)
  test(`${engine} itself: log in, send money, and lose one feature while the rest works`, async ({ product }) => {
    const browser = await start();
    if (typeof browser === 'string') {
      process.stdout.write(`${engine} skipped: not installed (${browser}); tests/README.md reports how\n`);
      test.skip(true, `not installed: ${browser}`);
      return;
    }
    const text = textsOf('en');
    const front = await startFront(product.origin);
    const user = userOf(browser);
    try {
      process.stdout.write(`${browser.name}\n`);
      await test.step('log in', async () => {
        await browser.open(`${front.origin}/login`);
        await browser.evaluate(`localStorage.setItem('currentLanguage', 'en')`);
        await browser.open(`${front.origin}/login`);
        await user.fills(text('shell', 'login.username'), username);
        await user.fills(text('shell', 'login.password'), demoPassword);
        await user.taps(text('shell', 'login.submit'));
        await user.isAt('/');
        await user.sees(text('wallet', 'total.label'));
        await user.sees('USD');
      });

      await test.step('send money to the upline', async () => {
        await user.taps(text('wallet', 'transfer.title'));
        await user.isAt('/wallet/transfer');
        await user.fills(text('wallet', 'transfer.recipient'), 'demo');
        await user.fills(text('wallet', 'transfer.amount'), '2.5');
        await user.sees(text('wallet', 'transfer.inUpline'));
        await user.taps(text('wallet', 'transfer.reviewTo', { amount: '2.50 USD', username: 'demo' }));
        await user.sees(text('kit', 'step.confirm'));
        await user.taps('2.50 USD', true);
        await user.sees(text('wallet', 'transfer.success'));
        await user.taps(text('kit', 'flow.stay'));
      });

      await test.step('loaded again before the answer: what the page says is so, whether it arrived or not', async () => {
        const address = `${front.origin}/wallet/transfer`;
        const send = async (review: string): Promise<() => Promise<number>> => {
          const sent = front.hold('/api/v1/transfers');
          await user.taps(review);
          await user.sees(text('kit', 'step.confirm'));
          await user.taps('1.75 USD', true);
          return sent;
        };
        await browser.open(address);
        await user.fills(text('wallet', 'transfer.recipient'), 'demo');
        await user.fills(text('wallet', 'transfer.amount'), '1.75');
        await user.sees(text('wallet', 'transfer.inUpline'));
        const late = await send(text('wallet', 'transfer.reviewTo', { amount: '1.75 USD', username: 'demo' }));
        await browser.open(address);
        await user.sees(text('kit', 'flow.notDone'));
        expect(await late()).toBe(409);
        // What was typed is there still; this one arrives, and nobody hears of it.
        const arrive = await send(text('wallet', 'transfer.review'));
        expect(await arrive()).toBe(201);
        await browser.open(address);
        await user.sees(text('wallet', 'transfer.success'));
        await user.sees('1.75 USD');
        await user.taps(text('kit', 'flow.stay'));
      });

      await test.step('cards and navigation have their ground', async () => {
        const grounds = `['section, .card', 'nav'].map((kind) =>
          [...document.querySelectorAll(kind)].some((element) => getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)'))`;
        expect(await browser.evaluate(grounds)).toEqual([true, true]);
      });

      await test.step('another logs in in this browser: the page is theirs no more', async () => {
        await browser.open(`${front.origin}/wallet/transfer`);
        await user.fills(text('wallet', 'transfer.amount'), '3.25');
        await browser.evaluate(logInAs('demoleft'));
        await user.sees(text('shell', 'taken.title', { user: 'demoleft' }));
        expect(await browser.evaluate('document.body.innerText')).not.toContain('3.25');
        await user.taps(text('shell', 'taken.go'));
        await user.isAt('/');
        await user.sees(text('wallet', 'total.label'));
      });

      await test.step('after the log-out Back shows nothing of who was logged in', async () => {
        await browser.evaluate(logInAs(username));
        await browser.open(`${front.origin}/wallet`);
        await user.sees(text('wallet', 'total.label'));
        await user.taps(text('account', 'home.title'));
        await user.taps(text('sdk', 'logOut.button'));
        await user.taps(text('sdk', 'logOut.button'));
        await user.isAt('/login');
        await user.sees(text('shell', 'login.title'));
        await browser.evaluate('void setTimeout(() => history.back())');
        for (let tries = 0; tries < 20; tries += 1) {
          const words = String(await browser.evaluate('document.body.innerText').catch(() => ''));
          expect(words).not.toContain(text('wallet', 'total.label'));
          expect(words).not.toContain(landmarkOf('account', 'en'));
          await new Promise((later) => setTimeout(later, 50));
        }
        await user.isAt('/login');
        await browser.evaluate(logInAs(username));
      });

      await test.step('a feature fails, the rest works, and it comes back', async () => {
        front.lose('/assets/team/');
        await browser.open(`${front.origin}/wallet`);
        await user.taps(text('team', 'home.title'));
        await user.sees(text('team', 'fallback.title'));
        await user.taps(text('account', 'home.title'));
        await user.sees(landmarkOf('account', 'en'));
        await user.taps(text('team', 'home.title'));
        await user.sees(text('team', 'fallback.title'));
        front.lose(undefined);
        await user.taps(text('kit', 'failure.retry'));
        await user.sees(landmarkOf('team', 'en'));
      });
    } finally {
      await browser.close();
      await front.close();
    }
    const findings = await verifyAll(await runningPostgresUrl(product.dataDir));
    expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
  });

test('a Chromium that is too old says so, in the reader’s language, and nothing else', async ({ product }) => {
  const browser = await startOldChromium(83);
  if (typeof browser === 'string') {
    process.stdout.write(`Chromium 83 skipped: ${browser}\n`);
    test.skip(true, browser);
    return;
  }
  try {
    for (const language of languages) {
      const page = await browser.newPage({ viewport: phoneSize, locale: languageTag[language] });
      await page.goto(`${product.origin}/login`);
      const { old } = webTexts[language];
      // What fails behind it must not take its place.
      await page.waitForTimeout(1_000);
      expect(await page.evaluate('document.body.innerText.trim()')).toBe(`${old.title}\n\n${old.text}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phoneSize.width);
      await page.close();
    }
  } finally {
    await browser.close();
  }
});

test('in the browser inside another app a bar leads to one of its own, until it is hidden', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({
    viewport: phoneSize,
    locale: 'ko',
    userAgent: 'Mozilla/5.0 (iPhone) Line/14.1.0',
  });
  const page = await context.newPage();
  const text = textsOf('ko');
  await page.goto(`${product.origin}/login`);
  await page.getByRole('button', { name: text('shell', 'inApp.open') }).click({ timeout: 15_000 });
  await expect(page).toHaveURL(`${product.origin}/login?openExternalBrowser=1`);
  await page.getByRole('button', { name: text('shell', 'inApp.hide') }).click({ timeout: 15_000 });
  await expect(page.getByText(text('shell', 'inApp.text'))).toHaveCount(0);
  const late = page.waitForResponse(/\/openPage\.[^/]+\.js$/);
  await page.reload();
  await late;
  await page.waitForTimeout(500);
  await expect(page.getByText(text('shell', 'inApp.text'))).toHaveCount(0);
  await context.close();
});

/** Names that scripts can use of a browser: `Array.prototype.toSorted` as `.toSorted`, `AbortSignal.any` as it is. */
const namesOf = `(() => {
  const names = new Set();
  for (const owner of Object.getOwnPropertyNames(globalThis)) {
    names.add(owner);
    let thing;
    try { thing = globalThis[owner]; } catch { continue; }
    const isOwner = (typeof thing === 'function' || typeof thing === 'object') && thing !== null && /^[A-Z]/.test(owner);
    if (!isOwner) continue;
    for (const name of Object.getOwnPropertyNames(thing)) names.add(owner + '.' + name);
    for (const name of Object.getOwnPropertyNames(thing.prototype ?? {})) names.add('.' + name);
  }
  return [...names];
})()`;

/** What libraries ask for before they use it, and what is also the name of something of their own or of ours. */
const mayStand = [
  ...['.startViewTransition', '.skipTransition'],
  ...['Uint8Array.fromBase64', 'Uint8Array.fromHex', '.toBase64', '.toHex'],
  ...['.check', '.destroy', '.next', '.resize', '.use', '.yield'],
];

test('what is built uses nothing that the oldest browsers lack', async () => {
  const old = await startOldChromium(108);
  if (typeof old === 'string') {
    process.stdout.write(`names skipped: ${old}\n`);
    test.skip(true, old);
    return;
  }
  const today = await chromium.launch({ executablePath: headlessPath() ?? '', args: launchArguments });
  const [had, have] = (await Promise.all(
    [old, today].map(async (browser) => {
      const page = await browser.newPage();
      const names = (await page.evaluate(namesOf)) as string[];
      await browser.close();
      return new Set(names);
    }),
  )) as [Set<string>, Set<string>];
  const missing = [...have].filter((name) => !had.has(name) && /^\.?[\w$.]+$/.test(name));
  expect(missing).toEqual(expect.arrayContaining(['.toSorted', 'AbortSignal.any', 'URL.canParse']));
  const hits: string[] = [];
  for (const folder of builtReleases(projectRoot))
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
      const source = readFileSync(join(folder, file), 'utf8');
      // A later syntax would be an error of the whole file.
      parse(source, { ecmaVersion: 2022 });
      const words = new Set(source.match(/(?:\b[A-Z]\w+)?\.[A-Za-z]\w*(?=\()|\bnew [A-Z]\w+/g));
      for (const name of missing)
        if ([name, `new ${name}`].some((word) => words.has(word)) && !mayStand.includes(name))
          hits.push(`${name} in ${file}`);
    }
  expect(hits).toEqual([]);
});

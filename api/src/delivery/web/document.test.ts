import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Boot, FeatureName, Registry } from '@trellis/api-contract';
import { ownCookies } from '../../platform/http/cookies.ts';
import { writeBuiltRelease } from '../../testing/builtRelease.ts';
import { enrolled, loggedIn, opsHost } from '../../testing/operators.ts';
import { rawRequest } from '../../testing/rawRequest.ts';
import { testReleaseKeys } from '../../testing/releaseKeys.ts';
import { type Answer, Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { publishRelease } from '../releases/files/publishing.ts';
import { documentLanguage } from './document.ts';

let app: TestApplication;
let demo: Client;
let directory: string;

/** A browser with which somebody logged in before: others are shown the page for visitors at `/`. */
const known = { cookie: 'agreedLanguage=en' };

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-web-'));
  app = await startTestApplication({ loadTimeoutMs: 2000, productName: 'Arbour & </script>' });
  for (const feature of ['shell', 'wallet', 'team'] as const) await goLive(feature, '1.0.0');
  demo = await app.logIn('demo');
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true, force: true });
});

const by = { actor: 'test', reason: 'test' };

async function goLive(feature: 'shell' | FeatureName, release: string): Promise<void> {
  const { releases } = app.application;
  const { folder } = writeBuiltRelease(directory, { feature, release });
  await releases.activateNew([publishRelease(releases.store, testReleaseKeys, folder).manifest], by);
}

function jsonOf<T>({ text }: Answer, id: string): T {
  const [, json = ''] = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(text) ?? [];
  return JSON.parse(json) as T;
}
const policyOf = ({ headers }: Answer): string => headers.get('content-security-policy') ?? '';

describe('the console', () => {
  const page = async (path: string, cookie = '') =>
    rawRequest(app.origin, { path, headers: { host: opsHost(app), cookie } });
  const sheetIn = (text: string) =>
    /<link rel="stylesheet" href="(\/console-start\.[0-9a-f]+\.css)" id="frame">/.exec(text)?.[1];

  test('begins in its own frame, by a file of its host alone that is kept for ever', async () => {
    const { cookie } = await loggedIn(app, await enrolled(app, 'vera', ['viewer']));
    const { text } = await page('/', cookie);
    expect(text).not.toMatch(/class="ink| style=|<style/);
    const skeleton = /<div id="root">(.*?)<\/main>/.exec(text)?.[1] ?? '';
    expect(skeleton.match(/<span class="skeleton"><\/span>/g)).toHaveLength(9);
    const sheet = sheetIn(text) ?? '';
    const answer = await page(sheet);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(answer.text).toContain('.screen:not([data-places]');
    // A form to log in waits for nothing behind it.
    expect((await page('/')).text).toContain('data-layout="entry"');
    expect((await app.visitor.get(sheet)).status).toBe(404);
  });

  test('costs members no byte of it', async () => {
    const documents = await Promise.all([demo.get('/'), demo.get('/team'), app.visitor.get('/login')]);
    for (const { text } of documents) expect(text).not.toContain('console-start');
  });
});

describe('the document', () => {
  test('has the headers that a page of money needs', async () => {
    const { status, headers } = await app.visitor.get('/wallet/transfer');
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  test.each([
    ['from the address bar', 'none', 'br'],
    ['from a page of ours', 'same-origin', 'br'],
    ['from another site, which could guess by its length what stands in it', 'cross-site', undefined],
    ['from a neighbour under the same name', 'same-site', undefined],
  ])('is packed for a reader who comes %s, or not', async (_from, site, encoding) => {
    const headers = { 'accept-encoding': 'gzip, deflate, br, zstd', 'sec-fetch-site': site };
    const answer = await rawRequest(app.origin, { path: '/login', headers });
    expect(answer.headers).toMatchObject({ vary: expect.stringContaining('Accept-Encoding') });
    expect(answer.headers['content-encoding']).toBe(encoding);
  });

  test('packed is the same page, and a third shorter at least', async () => {
    const page = async (accepted: string) => {
      const { headers } = await app.visitor.get('/login', { 'accept-encoding': accepted });
      return Number(headers.get('content-length'));
    };
    const { text } = await app.visitor.get('/login', { 'accept-encoding': 'br' });
    expect(text).toContain('<div id="root">');
    const plain = await page('identity');
    expect(await page('br')).toBeLessThan((plain * 2) / 3);
    expect(await page('gzip')).toBeLessThan((plain * 2) / 3);
  });

  test('asks for the shell first, and for what the shell starts later after it', async () => {
    const { text } = await app.visitor.get('/wallet');
    expect(text).toMatch(/<script src="[^>]* defer fetchpriority="high">/);
    const later = text.match(/<link rel="preload" as="(?:script|style)"[^>]*>/g) ?? [];
    expect(later.length).toBeGreaterThan(0);
    expect(later.filter((link) => !link.includes('fetchpriority="low"'))).toEqual([]);
    // And none of it while the stylesheet is on its way, which the first paint waits for.
    const [held = ''] = /<template id="later">.*?<\/template>/s.exec(text) ?? [];
    expect(held.match(/<link /g)).toHaveLength(text.match(/<link rel="preload"/g)?.length ?? 0);
    expect(text.indexOf(held)).toBeLessThan(text.indexOf('<link rel="stylesheet"'));
  });

  test('has a fresh nonce on every script, and a policy that lets nothing else run', async () => {
    const [first, second] = [await app.visitor.get('/wallet'), await app.visitor.get('/wallet')];
    const nonce = /script-src 'self' 'nonce-([^']+)';/.exec(policyOf(first))?.[1] ?? '';
    expect(Buffer.from(nonce, 'base64').length).toBeGreaterThanOrEqual(16);
    expect(policyOf(second)).not.toContain(nonce);
    for (const [tag] of first.text.matchAll(
      /<script(?! type="application\/json")[^>]*>|<link rel="preload" as="(?:script|style)"[^>]*>/g,
    )) {
      expect(tag).toContain(`nonce="${nonce}"`);
      // What stands in the document itself needs no digest.
      if (tag !== `<script nonce="${nonce}">`) expect(tag).toMatch(/integrity="sha384-[A-Za-z0-9+/]{64}"/);
    }
    expect(first.text.match(/<script nonce=/g)).toHaveLength(3);
    const policy = policyOf(first);
    expect(policy).not.toMatch(/unsafe|strict-dynamic/);
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      `worker-src ${new URL(app.origin).host}/sw.js`,
      "require-trusted-types-for 'script'",
    ])
      expect(policy.split('; ')).toContain(part);
  });

  test('says what the specification says to a browser without scripts, and no inline style', async () => {
    const { text } = await app.visitor.get('/login');
    expect(text).toContain('<noscript>Enable JavaScript to run this app.</noscript>');
    expect(text).not.toMatch(/ style=|<style|javascript:| on\w+=/);
  });

  test.each([
    ['en', 'The app didn’t load', 'Try again'],
    ['ja', 'アプリを読み込めませんでした', 'もう一度試す'],
    ['zh', '应用加载失败', '重试'],
    ['ko', '앱을 불러오지 못했습니다', '다시 시도'],
  ])('watches over the script and the stylesheet of the shell in %s, in less than 1 KB', async (language, ...words) => {
    const { text } = await app.visitor.get('/login', { 'accept-language': language });
    const [, guard = ''] = /<script nonce="[^"]+">(.*?)<\/script>/.exec(text) ?? [];
    expect(guard).toContain('2000)');
    expect(Buffer.byteLength(guard.replace('2000)', '120000)'))).toBeLessThan(1_024);
    // It stands before what it watches.
    const tags = [...text.matchAll(/<(?:script|link)[^>]* data-chunk="shell"[^>]*>/g)];
    expect(tags.map(([tag]) => /assets\/shell\/1.0.0\/[a-z.]+/.exec(tag)?.[0])).toEqual([
      'assets/shell/1.0.0/style.bbbb.css',
      'assets/shell/1.0.0/entry.aaaa.js',
    ]);
    expect(text.indexOf(guard)).toBeLessThan(tags[0]?.index ?? 0);
    const [card = ''] = /<template id="failed">.*?<\/template>/.exec(text) ?? [];
    for (const word of words) expect(card).toContain(word);
  });

  test.each([
    ['en', 'This browser is too old', 'Enable JavaScript to run this app.'],
    ['ja', 'このブラウザは古すぎます', 'このアプリを使うには、JavaScriptを有効にしてください。'],
    ['zh', '此浏览器版本过旧', '请开启 JavaScript 以运行此应用。'],
    ['ko', '브라우저 버전이 너무 오래되었습니다', '이 앱을 실행하려면 JavaScript를 사용하도록 설정해 주세요.'],
  ])(
    'looks whether the browser can run the shell, in less than 1 KB that any browser reads: %s',
    async (language, ...words) => {
      const { text } = await app.visitor.get('/login', { 'accept-language': language });
      const [old = ''] = /<template id="old">.*?<\/template><script nonce="[^"]+">(.*?)<\/script>/.exec(text) ?? [];
      expect(Buffer.byteLength(old)).toBeLessThan(1_024 + 256);
      const [, guard = ''] = /<script[^>]*>(.*?)<\/script>/.exec(old) ?? [];
      expect(guard).not.toMatch(/=>|\?\.|\b(?:const|let)\b|`/);
      for (const word of words) expect(text).toContain(word);
      // After the place that it takes away, and before what would look for it.
      expect(text.indexOf('<div id="root">')).toBeLessThan(text.indexOf(old));
      expect(text).toMatch(/<script src="[^"]*entry.aaaa.js"[^>]* defer/);
    },
  );

  test('is light or dark before any stylesheet, as the reader chose', async () => {
    const schemeOf = async (cookie: string) =>
      /<meta name="color-scheme" content="([^"]+)">/.exec((await app.visitor.get('/wallet', { cookie })).text)?.[1];
    expect(await schemeOf('theme=dark')).toBe('dark');
    expect(await schemeOf('theme=light')).toBe('light');
    expect(await schemeOf('theme=device')).toBe('light dark');
  });

  test('shows the product’s name from the first paint on, where a page begins with it', async () => {
    const named = /<span class="brand"[^>]*><svg class="mark"[^>]*>.*?<\/svg>Arbour &#38; &#60;\/script&#62;<\/span>/;
    expect((await app.visitor.get('/', known)).text).toMatch(named);
    expect((await app.visitor.get('/team')).text).not.toContain('class="brand"');
  });

  test('paints the boxes of a place before its script, as many as the kit draws', async () => {
    const [, boxes] =
      /<div class="waits" data-place="team">(.*?)<\/div>/.exec((await app.visitor.get('/team')).text) ?? [];
    const kit = readFileSync(join(import.meta.dirname, '../../../../shell/kit/src/message/Skeleton.tsx'), 'utf8');
    expect(boxes).toBe('<span></span>'.repeat(Number(/place \? (\d+) : count/.exec(kit)?.[1])));
    expect((await app.visitor.get('/wallet/transfer')).text).not.toContain('class="waits"');
  });

  test('carries the registry of what is live', async () => {
    const registry = jsonOf<Registry>(await app.visitor.get('/wallet'), 'registry');
    expect(registry.timeoutMs).toBe(2000);
    expect(Object.keys(registry.features).sort()).toEqual(['team', 'wallet']);
    expect(registry.features.wallet).toMatchObject({
      release: '1.0.0',
      base: '/assets/wallet/1.0.0/',
      entry: 'entry.aaaa.js',
      integrity: expect.stringMatching(/^sha384-/),
      contract: 1,
    });
  });

  test("carries the first screen's data when a session came along, and cannot be broken out of", async () => {
    const page = await demo.get('/');
    const boot = jsonOf<Boot>(page, 'boot');
    expect(boot).toMatchObject({
      productName: 'Arbour & </script>',
      loaded: { route: 'wallet/home', session: { username: 'demo' } },
    });
    // What the page compares its first events with.
    expect(boot.loaded?.marks).toEqual({
      announcements: '',
      balances: expect.stringMatching(/./),
      deposits: expect.any(String),
      withdrawals: expect.any(String),
      stakes: expect.any(String),
      team: expect.stringMatching(/./),
      // The bell has its number from the first moment on.
      notice: expect.stringMatching(/^\d+$/),
    });
    expect(boot.loaded?.answers.map(({ endpoint }) => endpoint)).toEqual([
      'getBalances',
      'listRecords',
      'getFirstSteps',
      'getBalanceHistory',
    ]);
    const { body } = await demo.get('/api/v1/balances');
    expect(boot.loaded?.answers[0]?.data).toEqual({ ...body, at: expect.any(String) });
    expect(page.text).toContain('<title>Arbour &#38; &#60;/script&#62;</title>');
    expect(page.text).toMatch(/<meta name="description" content="A wallet for crypto assets[^"<>]*">/);
    expect(jsonOf<Boot>(await app.visitor.get('/wallet'), 'boot').loaded).toBeUndefined();
    const outsider = new Client(app.origin, 'trellis-dev-session=unknown');
    expect(jsonOf<Boot>(await outsider.get('/'), 'boot').loaded).toEqual({
      now: expect.any(String),
      route: 'wallet/home',
      session: null,
      answers: [],
    });
  });

  test.each([
    [
      '/',
      'en',
      [
        '/assets/shell/1.0.0/texts-en.dddd.js',
        '/assets/wallet/1.0.0/entry.aaaa.js',
        '/assets/wallet/1.0.0/style.bbbb.css',
        '/assets/wallet/1.0.0/texts-en.dddd.js',
        '/assets/wallet/1.0.0/home.cccc.js',
      ],
    ],
    [
      '/team',
      'ja',
      [
        '/assets/shell/1.0.0/texts-jp.eeee.js',
        '/assets/team/1.0.0/entry.aaaa.js',
        '/assets/team/1.0.0/style.bbbb.css',
        '/assets/team/1.0.0/texts-jp.eeee.js',
        '/assets/team/1.0.0/home.cccc.js',
      ],
    ],
    ['/plan', 'en', ['/assets/shell/1.0.0/texts-en.dddd.js']],
  ])('of %s in %s preloads exactly what its screen needs', async (path, language, expected) => {
    const { text } = await app.visitor.get(path, { 'accept-language': language, ...known });
    expect(
      [...text.matchAll(/<link rel="preload" as="(?:script|style)" href="([^"]+)"/g)].map(([, href]) => href),
    ).toEqual(expected);
    for (const href of expected) expect((await app.visitor.get(href)).status).toBe(200);
  });

  test('asks for the face of the figures before a screen needs it, and exactly as the stylesheet will', async () => {
    const { text } = await app.visitor.get('/wallet');
    expect(text).toContain(
      '<link rel="preload" as="font" type="font/woff2" href="/assets/shell/1.0.0/numbers.cdcd.woff2" crossorigin>',
    );
    const face = await app.visitor.get('/assets/shell/1.0.0/numbers.cdcd.woff2');
    expect(face.headers.get('content-type')).toBe('font/woff2');
    expect(policyOf(await app.visitor.get('/wallet'))).toContain("font-src 'self'");
  });

  test('is in the language of the cookie, else of the browser', async () => {
    const langOf = async (headers: Record<string, string>) =>
      /<html lang="([^"]+)"/.exec((await app.visitor.get('/wallet', headers)).text)?.[1];
    expect(await langOf({ 'accept-language': 'ko-KR,ko;q=0.9,en;q=0.8' })).toBe('ko');
    expect(await langOf({ 'accept-language': 'ko;q=0.1, ja;q=0.9' })).toBe('ja');
    expect(await langOf({ 'accept-language': 'en;q=0, ja' })).toBe('ja');
    expect(await langOf({ 'accept-language': 'fr, ja;q=0.5, en;q=0.9' })).toBe('en');
    expect(await langOf({ 'accept-language': 'ko;q=0, *;q=x,,;' })).toBe('en');
    expect(await langOf({ 'accept-language': 'ko', cookie: 'currentLanguage=zh' })).toBe('zh-Hans');
    expect(await langOf({ 'accept-language': 'ko', cookie: 'currentLanguage=xx' })).toBe('ko');
    expect(await langOf({})).toBe('en');
  });

  // The page starts in the same (language.test.ts of the shell): else its cards and preloads are of another language.
  test.each([
    ['a profile that was changed elsewhere', 'currentLanguage=en; agreedLanguage=en', 'jp', 'jp'],
    ['a choice of this browser that is newer', 'currentLanguage=ko; agreedLanguage=en', 'en', 'ko'],
    ['a choice before any log-in', 'currentLanguage=ko', 'en', 'ko'],
    ['no choice', '', 'zh', 'zh'],
    ['a choice, and nobody logged in', 'currentLanguage=ko; agreedLanguage=ko', undefined, 'ko'],
  ] as const)('is in the language of %s', (_, cookies, profile, expected) => {
    expect(documentLanguage(ownCookies(cookies, false), profile, 'zh')).toBe(expected);
  });
});

describe('a roll-back', () => {
  test('reaches the next page, and the other features keep theirs', async () => {
    await goLive('team', '2.0.0');
    const releases = async () => {
      const { features } = jsonOf<Registry>(await app.visitor.get('/wallet'), 'registry');
      return [features.wallet?.release, features.team?.release];
    };
    const soon = async (expected: readonly string[]) => {
      for (let tries = 0; tries < 30; tries += 1) {
        if (JSON.stringify(await releases()) === JSON.stringify(expected)) break;
        await new Promise((next) => setTimeout(next, 100));
      }
      expect(await releases()).toEqual(expected);
    };
    await soon(['1.0.0', '2.0.0']);
    await app.application.releases.rollBack('team', undefined, by);
    await soon(['1.0.0', '1.0.0']);
    // An open page goes on with what it started with.
    expect((await app.visitor.get('/assets/team/2.0.0/entry.aaaa.js')).status).toBe(200);
  });
});

test.each([
  ['/', 200],
  ['/login', 200],
  ['/Team', 200],
  ['/wallet/nowhere', 404],
  ['/nowhere', 404],
  ['/wallet.html', 404],
  ['/index.html', 404],
  ['/wallet;jsessionid=1', 404],
  ['/500', 200],
])('%s is a page in the reader’s language, with the status %d', async (path, status) => {
  const answer = await app.visitor.get(path, { accept: 'text/html', 'accept-language': 'ko' });
  expect([answer.status, answer.text.includes('<html lang="ko"')]).toEqual([status, true]);
});

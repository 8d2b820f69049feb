import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Boot, FeatureName, Registry } from '@trellis/api-contract';
import { writeBuiltRelease } from '../../testing/builtRelease.ts';
import { testReleaseKeys } from '../../testing/releaseKeys.ts';
import { type Answer, Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { publishRelease } from '../releases/files/publishing.ts';

let app: TestApplication;
let demo: Client;
let directory: string;

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

  test('has a fresh nonce on every script, and a policy that lets nothing else run', async () => {
    const [first, second] = [await app.visitor.get('/'), await app.visitor.get('/')];
    const nonce = /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(policyOf(first))?.[1] ?? '';
    expect(Buffer.from(nonce, 'base64').length).toBeGreaterThanOrEqual(16);
    expect(policyOf(second)).not.toContain(nonce);
    for (const [tag] of first.text.matchAll(/<script(?! type="application\/json")[^>]*>|<link rel="preload"[^>]*>/g)) {
      expect(tag).toContain(`nonce="${nonce}"`);
      expect(tag).toMatch(/integrity="sha384-[A-Za-z0-9+/]{64}"/);
    }
    const policy = policyOf(first);
    expect(policy).not.toContain('unsafe');
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy.split('; ')).toContain(part);
  });

  test('says what the specification says to a browser without scripts, and no inline style', async () => {
    const { text } = await app.visitor.get('/login');
    expect(text).toContain('<noscript>Enable JavaScript to run this app.</noscript>');
    expect(text).not.toMatch(/ style=|<style|javascript:| on\w+=/);
  });

  test('carries the registry of what is live', async () => {
    const registry = jsonOf<Registry>(await app.visitor.get('/'), 'registry');
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
    expect(boot.loaded?.answers.map(({ endpoint }) => endpoint)).toEqual(['getBalances', 'listRecords', 'getProfile']);
    const { body } = await demo.get('/api/v1/balances');
    expect(boot.loaded?.answers[0]?.data).toEqual({ ...body, at: expect.any(String) });
    expect(page.text).toContain('<title>Arbour &#38; &#60;/script&#62;</title>');
    expect(jsonOf<Boot>(await app.visitor.get('/'), 'boot').loaded).toBeUndefined();
    const stranger = new Client(app.origin, 'trellis-dev-session=unknown');
    expect(jsonOf<Boot>(await stranger.get('/'), 'boot').loaded).toEqual({
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
    const { text } = await app.visitor.get(path, { 'accept-language': language });
    expect(
      [...text.matchAll(/<link rel="preload" as="(?:script|style)" href="([^"]+)"/g)].map(([, href]) => href),
    ).toEqual(expected);
    for (const href of expected) expect((await app.visitor.get(href)).status).toBe(200);
  });

  test('is in the language of the cookie, else of the browser', async () => {
    const langOf = async (headers: Record<string, string>) =>
      /<html lang="([^"]+)"/.exec((await app.visitor.get('/', headers)).text)?.[1];
    expect(await langOf({ 'accept-language': 'ko-KR,ko;q=0.9,en;q=0.8' })).toBe('ko');
    expect(await langOf({ 'accept-language': 'ko', cookie: 'currentLanguage=zh' })).toBe('zh-Hans');
    expect(await langOf({ 'accept-language': 'ko', cookie: 'currentLanguage=xx' })).toBe('ko');
    expect(await langOf({})).toBe('en');
  });
});

describe('a roll-back', () => {
  test('reaches the next page, and the other features keep theirs', async () => {
    await goLive('team', '2.0.0');
    const releases = async () => {
      const { features } = jsonOf<Registry>(await app.visitor.get('/'), 'registry');
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

import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  keptPagePath,
  type LiveNow,
  notPages,
  offlineChunks,
  type ReleaseManifest,
  workerPath,
} from '@trellis/api-contract';
import { writeBuiltRelease } from '../../testing/builtRelease.ts';
import { opsHost } from '../../testing/operators.ts';
import { rawRequest } from '../../testing/rawRequest.ts';
import { testReleaseKeys } from '../../testing/releaseKeys.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { publishRelease } from '../releases/files/publishing.ts';

interface Bundle {
  readonly now: LiveNow;
  readonly language: string;
  readonly files: Readonly<Record<string, string>>;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly registry: { readonly features: Readonly<Record<string, { readonly base: string }>> };
}

let app: TestApplication;
let demo: Client;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-worker-'));
  app = await startTestApplication();
  demo = await app.logIn('demo');
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true, force: true });
});

const by = { actor: 'test', reason: 'test' };

async function goLive(overrides: Partial<ReleaseManifest> & Pick<ReleaseManifest, 'feature' | 'release'>) {
  const { releases } = app.application;
  const { folder, manifest } = writeBuiltRelease(directory, overrides);
  await releases.activateNew([publishRelease(releases.store, testReleaseKeys, folder).manifest], by);
  // What was done with releases is read once a second.
  await new Promise((next) => setTimeout(next, 1_100));
  return manifest;
}

test('the worker is there for ever, small, asked for each time, and the members’ alone', async () => {
  const answer = await app.visitor.get(workerPath);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
  ]);
  expect(brotliCompressSync(answer.text).length).toBeLessThanOrEqual(4_096);
  expect(answer.headers.get('content-security-policy')).toContain("connect-src 'self'");
  expect(answer.text).not.toMatch(/^\s*(?:\/\/|\/?\*)/m);
  const again = await rawRequest(app.origin, {
    path: workerPath,
    headers: { host: new URL(app.origin).host, 'if-none-match': answer.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  for (const path of [workerPath, keptPagePath]) {
    const ops = await rawRequest(app.origin, { path, headers: { host: opsHost(app) } });
    expect(String(ops.headers['content-type'])).not.toContain('javascript');
    expect(ops.text).not.toContain('addEventListener');
  }
});

test('a shell that has no start without the server has none', async () => {
  await goLive({ feature: 'shell', release: '1.0.0' });
  expect((await demo.get(keptPagePath)).status).toBe(404);
});

test('what pages are made of is signed, of what is live, and has nothing of a member', async () => {
  const shell = writeBuiltRelease(directory, { feature: 'shell', release: '1.1.0' }).manifest;
  const { files } = shell;
  await goLive({ feature: 'shell', release: '1.1.0', chunks: { ...shell.chunks, kept: ['home.cccc.js'] } });
  const wallet = writeBuiltRelease(directory, { feature: 'wallet', release: '1.0.0' }).manifest;
  const chunks = { ...wallet.chunks, [offlineChunks]: ['home.cccc.js'] };
  await goLive({ feature: 'wallet', release: '1.0.0', chunks });
  await goLive({ feature: 'team', release: '1.0.0' });

  const answer = await demo.get(keptPagePath, { 'accept-language': 'ko', cookie: 'currentLanguage=ko' });
  expect(answer.status).toBe(200);
  const worker = (await app.visitor.get(workerPath)).text;
  const raw = Buffer.from(/publicKey="([^"]+)"/.exec(worker)?.[1] ?? '', 'base64');
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const signature = Buffer.from(answer.headers.get('page-signature') ?? '', 'base64');
  expect(verify(null, Buffer.from(answer.text), key, signature)).toBe(true);
  expect(verify(null, Buffer.from(answer.text.replace('1.1.0', '1.1.1')), key, signature)).toBe(false);

  const bundle = JSON.parse(answer.text) as Bundle;
  expect(bundle.now.live).toEqual({ shell: '1.1.0', wallet: '1.0.0', team: '1.0.0' });
  expect(bundle.files['/assets/shell/1.1.0/home.cccc.js']).toBe(files['home.cccc.js']?.integrity);
  expect(Object.keys(bundle.files).some((file) => file.startsWith('/assets/wallet/1.0.0/'))).toBe(true);
  // No screen of it only reads.
  expect(Object.keys(bundle.files).some((file) => file.startsWith('/assets/team/'))).toBe(false);
  expect(Object.keys(bundle.files).filter((file) => /texts-(?!ko)/.test(file))).toEqual([]);
  expect(bundle.registry.features.wallet?.base).toBe('/kept/wallet/1.0.0/');
  expect(bundle.html).toContain('src="/kept/shell/1.1.0/entry.aaaa.js" nonce="{{nonce}}"');
  expect(bundle.html).toContain('{{registry}}');
  expect(bundle.html).not.toMatch(/demo|"loaded"|id="proofs"|\/assets\/(?:shell|wallet)/);
  expect(bundle.headers['content-security-policy']).toContain("script-src 'self' 'nonce-{{nonce}}'");
  expect(bundle.headers['cache-control']).toBe('no-store');
});

test('each document says what is live, with a number that grows, and so does nothing else', async () => {
  const liveOf = async () => JSON.parse((await demo.get('/wallet')).headers.get('releases') ?? '{}') as LiveNow;
  const before = await liveOf();
  await goLive({ feature: 'plan', release: '1.0.0' });
  const after = await liveOf();
  expect(after.live).toEqual({ ...before.live, plan: '1.0.0' });
  expect(after.n).toBeGreaterThan(before.n);
  expect((await demo.get('/api/v1/balances')).headers.get('releases')).toBeNull();
});

test('switched off, it leaves: by a header, by what the page reads, and by the script in its place', async () => {
  const { releases } = app.application;
  await releases.switchOff('worker', by);
  await new Promise((next) => setTimeout(next, 1_100));
  const page = await demo.get('/wallet');
  expect([page.headers.get('worker'), page.text.includes('"worker":false')]).toEqual(['off', true]);
  const script = (await app.visitor.get(workerPath)).text;
  expect(script).toContain('unregister');
  expect(script).not.toContain("'fetch'");
  expect((await demo.get(keptPagePath)).status).toBe(404);
  await releases.switchOn('worker', by);
  await new Promise((next) => setTimeout(next, 1_100));
  expect((await demo.get('/wallet')).headers.get('worker')).toBeNull();
  expect((await app.visitor.get(workerPath)).text).toContain('publicKey');
});

test.each([
  ['/', true],
  ['/wallet/records/101-1', true],
  ['/offlines', true],
  ['/offline', false],
  ['/kept/shell/1/x.js', false],
  ['/api/v1/session', false],
  ['/assets/x', false],
  ['/server-loader', false],
  ['/.well-known/x', false],
])('%s is a page: %s', (path, isPage) => {
  expect(!notPages.test(path)).toBe(isPage);
});

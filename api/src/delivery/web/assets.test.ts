import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { writeBuiltRelease } from '../../testing/builtRelease.ts';
import { rawRequest } from '../../testing/rawRequest.ts';
import { testReleaseKeys } from '../../testing/releaseKeys.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { publishRelease } from '../releases/files/publishing.ts';

let app: TestApplication;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-web-'));
  app = await startTestApplication();
  const { store } = app.application.releases;
  const { folder } = writeBuiltRelease(directory, { feature: 'wallet', release: '1.0.0' });
  mkdirSync(join(folder, 'maps'));
  writeFileSync(join(folder, 'maps/entry.aaaa.js.map'), '{}');
  publishRelease(store, testReleaseKeys, folder);
  store.publish(writeBuiltRelease(directory, { feature: 'wallet', release: '1.0.1-unsigned' }).folder);
  const named = publishRelease(
    store,
    testReleaseKeys,
    writeBuiltRelease(directory, { feature: 'wallet', release: '1.0.2' }).folder,
  ).manifest;
  writeFileSync(join(store.folder('wallet', named.release), 'added.js'), 'alert(1)');
  writeFileSync(join(store.folder('wallet', '1.0.0'), 'added.js.map'), '{}');
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('an asset', () => {
  const entry = '/assets/wallet/1.0.0/entry.aaaa.js';

  test.each(['br', 'gzip', 'identity'])('comes as %s, for ever the same', async (encoding) => {
    const answer = await rawRequest(app.origin, { path: entry, headers: { 'accept-encoding': encoding } });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    expect(answer.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
  });

  test('comes as small as it can to a browser, which names brotli after gzip', async () => {
    const answer = await rawRequest(app.origin, {
      path: entry,
      headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
    });
    expect(answer.headers['content-encoding']).toBe('br');
  });

  test.each([
    { 'service-worker': 'script' },
    { 'sec-fetch-dest': 'serviceworker' },
    { 'sec-fetch-dest': 'worker' },
    { 'sec-fetch-dest': 'sharedworker' },
  ])('is no worker’s script: %j', async (headers) => {
    const answer = await rawRequest(app.origin, { path: entry, headers });
    expect(answer.status).toBe(404);
    const page = await rawRequest(app.origin, { path: entry, headers: { 'sec-fetch-dest': 'script' } });
    expect(page.status).toBe(200);
  });

  test('is not packed by what the caller refuses', async () => {
    const answer = await rawRequest(app.origin, { path: entry, headers: { 'accept-encoding': 'br;q=0, gzip' } });
    expect(answer.headers['content-encoding']).toBe('gzip');
  });

  test('unpacked is the very file', async () => {
    const { text } = await app.visitor.get(entry, { 'accept-encoding': 'br' });
    expect(text.startsWith('window.wallet="1.0.0"')).toBe(true);
  });

  test.each([
    '/assets/wallet/1.0.0/none.js',
    '/assets/wallet/9.9.9/entry.aaaa.js',
    // Put into the store by somebody without the key.
    '/assets/wallet/1.0.1-unsigned/entry.aaaa.js',
    '/assets/wallet/1.0.2/added.js',
    '/assets/wallet/1.0.0/release.json',
    '/assets/wallet/1.0.0/entry.aaaa.js.br',
    '/assets/wallet/1.0.0/maps/entry.aaaa.js.map',
    '/assets/wallet/1.0.0/maps%2fentry.aaaa.js.map',
    '/assets/wallet/1.0.0/maps',
    '/assets/wallet/1.0.0/entry.aaaa.js.map',
    '/assets/wallet/1.0.0/added.js.map',
    '/assets/wallet/1.0.0/',
    '/assets/wallet/1.0.0',
    '/assets/wallet/../../secret-key.js',
    '/assets/wallet/1.0.0/..%2f..%2f..%2fsecret-key',
    '/assets/wallet/1.0.0/%2e%2e/%2e%2e/entry.js',
    '/assets/wallet/1.0.0/.hidden.js',
    '/assets/wallet/1.0.0/entry.aaaa.js%00',
    '/assets/constructor/1.0.0/entry.aaaa.js',
    '/assets//etc/passwd',
    '/wallet/entry.js',
    '/.git/config',
    '/favicon.ico',
  ])('%s is a plain 404, never a page', async (path) => {
    const answer = await rawRequest(app.origin, { path });
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toBe('Not found\n');
  });

  test('has a source map in the store, and no other address of it', () => {
    const { store } = app.application.releases;
    expect(existsSync(join(store.folder('wallet', '1.0.0'), 'maps/entry.aaaa.js.map'))).toBe(true);
    expect(store.sourceMap('wallet', '1.0.0', 'entry.aaaa.js')).toBe('{}');
    expect(Object.keys(store.manifest('wallet', '1.0.0').files).filter((file) => file.endsWith('.map'))).toEqual([]);
  });
});

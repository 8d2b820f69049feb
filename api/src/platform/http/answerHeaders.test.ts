import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { publishRelease } from '../../delivery/releases/files/publishing.ts';
import { writeBuiltRelease } from '../../testing/builtRelease.ts';
import { opsHost } from '../../testing/operators.ts';
import { rawRequest } from '../../testing/rawRequest.ts';
import { testReleaseKeys } from '../../testing/releaseKeys.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let demo: Client;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-headers-'));
  app = await startTestApplication();
  const { releases } = app.application;
  const { folder } = writeBuiltRelease(directory, { feature: 'shell', release: '1.0.0' });
  const { manifest } = publishRelease(releases.store, testReleaseKeys, folder);
  await releases.activateNew([manifest], { actor: 'test', reason: 'test' });
  demo = await app.logIn('demo');
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true, force: true });
});

interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

/** Only the head: a stream of events has no end. */
function headOf({ path, method = 'GET', headers = {} }: Asked) {
  const { hostname, port } = new URL(app.origin);
  return new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers: { cookie: demo.cookie, ...headers } }, (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
      response.destroy();
    });
    call.on('error', reject);
    call.end();
  });
}

const html = { accept: 'text/html' };
const answers: [what: string, status: number, asked: Asked | (() => Asked)][] = [
  ['a page', 200, { path: '/wallet', headers: html }],
  ['the head of a page', 200, { path: '/wallet', method: 'HEAD' }],
  ['an asset', 200, { path: '/assets/shell/1.0.0/entry.aaaa.js' }],
  ['an asset that is not there', 404, { path: '/assets/shell/1.0.0/none.js' }],
  ['an address that is not there', 404, { path: '/nothing.php' }],
  ['an answer of the API', 200, { path: '/api/v1/balances' }],
  ['a refusal of the API', 401, { path: '/api/v1/balances', headers: { cookie: '' } }],
  ['a method that it has not', 405, { path: '/api/v1/balances', method: 'PATCH' }],
  ['a file to keep', 200, { path: '/api/v1/records.csv' }],
  ['data of a screen', 200, { path: '/server-loader?route=wallet/home&url=/' }],
  ['events of a member', 200, { path: '/member-events' }],
  ['the OpenAPI document', 200, { path: '/api/openapi.json' }],
  ['health', 200, { path: '/healthz' }],
  ['readiness', 200, { path: '/readyz' }],
  ['a way elsewhere', 302, { path: '/override' }],
  ['a page in development', 200, { path: '/dev/mail', headers: html }],
  ['another host’s name', 421, { path: '/', headers: { host: 'evil.example' } }],
  ['a page of operators', 200, () => ({ path: '/', headers: { ...html, host: opsHost(app) } })],
  ['the emergency page', 200, () => ({ path: '/emergency', headers: { ...html, host: opsHost(app) } })],
  ['its script', 200, () => ({ path: '/emergency/page.js', headers: { host: opsHost(app) } })],
  ['an answer to operators', 200, () => ({ path: '/ops/api/v1/session', headers: { host: opsHost(app) } })],
  ['a refusal to operators', 401, () => ({ path: '/ops/api/v1/audit', headers: { host: opsHost(app) } })],
];

describe('whatever is answered', () => {
  test.each(answers)(
    '%s: %i, in no frame, as what it says to be, and notifying nobody where it was',
    async (_what, status, request) => {
      const { status: result, headers } = await headOf(typeof request === 'function' ? request() : request);
      expect(result).toBe(status);
      const policy = String(headers['content-security-policy']).split('; ');
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "base-uri 'none'",
          "object-src 'none'",
          "frame-ancestors 'none'",
        ]),
      );
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['cache-control']).toMatch(/^(no-store|public, max-age=31536000, immutable)$/);
      expect(headers['access-control-allow-origin']).toBeUndefined();
      for (const reported of ['server', 'x-powered-by']) expect(headers[reported]).toBeUndefined();
      const type = String(headers['content-type']);
      if (/^text\/|[+/]xml/.test(type)) expect(type).toMatch(/; ?charset=utf-8$/);
      else expect(type).toMatch(/^application\/(problem\+)?json/);
    },
  );

  test('a failure of ours: 500, and a reader who is led to its page', async () => {
    const { database } = app.application;
    const { rows } = database;
    database.rows = () => Promise.reject(new Error('the database is gone'));
    try {
      // What was read a moment ago is still known.
      await new Promise((next) => setTimeout(next, 1_100));
      const failed = await rawRequest(app.origin, { path: '/login' });
      const led = await rawRequest(app.origin, { path: '/login', headers: html });
      expect([failed.status, led.status]).toEqual([500, 303]);
      for (const { headers } of [failed, led]) {
        expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
        expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      }
    } finally {
      database.rows = rows;
    }
  });

  test('no page elsewhere is informed that it may read it', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const body = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
      const { headers } = await headOf({ path: '/api/v1/balances', method, headers: body });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test.each(['TRACE', 'CONNECTED', 'PROPFIND'])('%s is no method of ours', async (method) => {
    const answer = await rawRequest(app.origin, { path: '/api/v1/session', method }).catch(() => undefined);
    expect([400, 404, 405, 501]).toContain(answer?.status ?? 400);
    expect(answer?.text ?? '').not.toContain('cookie');
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { signOverride } from '../../delivery/releases/files/override.ts';
import { publishRelease } from '../../delivery/releases/files/publishing.ts';
import { demoPassword } from '../../development/demo/team.ts';
import { writeBuiltRelease } from '../../testing/builtRelease.ts';
import { codeOf, enrolled, toNextStep } from '../../testing/operators.ts';
import { rawRequest } from '../../testing/rawRequest.ts';
import { goodPassword } from '../../testing/registering.ts';
import { testReleaseKeys } from '../../testing/releaseKeys.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let directory: string;
const by = { actor: 'test', reason: 'test' };

/** Over TLS, as in production: a proxy in front ends it. */
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-cookies-'));
  app = await startTestApplication({
    publicOrigin: 'https://wallet.example',
    opsOrigin: 'https://ops.wallet.example',
  });
  const { releases } = app.application;
  const published = (feature: 'shell' | 'team', release: string) => {
    const { folder } = writeBuiltRelease(directory, { feature, release });
    return publishRelease(releases.store, testReleaseKeys, folder).manifest;
  };
  await releases.activateNew([published('shell', '1.0.0'), published('team', '1.0.0')], by);
  published('team', '2.0.0');
  await releases.rollOut('team', '2.0.0', 5_000, by);
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true, force: true });
});

const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
const to = (host: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  rawRequest(app.origin, {
    path,
    headers: { host, ...(body && json), ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
const members = 'wallet.example';
const operators = 'ops.wallet.example';
const override = () =>
  signOverride(
    {
      feature: 'team',
      release: {
        release: 'development',
        base: 'http://localhost:3102/assets/team/development/',
        entry: 'entry.js',
        global: 'app_team@development',
        integrity: '',
        contract: 1,
        shared: {},
      },
      signedAt: app.clock.now(),
      expiresAt: new Date(app.clock.now().getTime() + 3_600_000),
    },
    testReleaseKeys.signer,
  );

test('every cookie that is ever set is this very host’s, for TLS alone, and out of reach of scripts and of other sites', async () => {
  const ann = await enrolled(app, 'ann', ['viewer']);
  toNextStep(app);
  const answers = [
    await to(members, '/api/v1/session', { username: 'demo', password: demoPassword }),
    await to(members, '/api/v1/email-codes', { purpose: 'resetPassword', email: 'a@example.com', language: 'en' }),
    await to(members, '/'),
    await to(members, `/override?token=${override()}`),
    await to(members, '/override'),
    await to(operators, '/ops/api/v1/session', { name: 'ann', password: goodPassword, code: codeOf(app, ann.secret) }),
  ];
  const lines = answers.flatMap(({ headers }) => headers['set-cookie'] ?? []);
  expect([...new Set(lines.map((line) => line.split('=')[0]))].sort()).toEqual([
    '__Host-device',
    '__Host-ops-session',
    '__Host-release-override',
    '__Host-session',
    '__Host-visitor',
  ]);
  // Lax is the visitor's alone, who is nobody: a link from elsewhere leads to the same releases.
  for (const line of lines)
    expect(line).toMatch(
      /^__Host-(visitor=[^;]+; Path=\/; HttpOnly; SameSite=Lax|[a-z-]+=[^;]*; Path=\/; HttpOnly; SameSite=Strict); Max-Age=\d+; Secure$/,
    );
});

test('what another host can plant under a plain name is not read', async () => {
  const page = (cookie: string) => to(members, '/team', undefined, { cookie });
  const visitor = 'v'.repeat(22);
  const begun = await to(members, `/override?token=${override()}`, undefined, { cookie: `__Host-visitor=${visitor}` });
  const [, kept = ''] = /^__Host-release-override=([^;]+)/.exec(begun.headers['set-cookie']?.[0] ?? '') ?? [];
  const planted = await page(`release-override=${kept}; currentLanguage=ko; theme=dark; visitor=${visitor}`);
  expect(planted.text).not.toContain('comes from');
  expect(planted.text).toContain('<html lang="en">');
  expect(planted.headers['set-cookie']?.[0]).toMatch(/^__Host-visitor=/);
  const own = await page(
    `__Host-release-override=${kept}; __Host-currentLanguage=ko; __Host-theme=dark; __Host-visitor=${visitor}`,
  );
  expect(own.text).toContain('comes from');
  expect(own.text).toContain('<html lang="ko" data-theme="dark">');
  expect(own.headers['set-cookie']).toBeUndefined();
});

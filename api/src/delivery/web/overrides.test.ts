import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Registry } from '@trellis/api-contract';
import { writeBuiltRelease } from '../../testing/builtRelease.ts';
import { newSigningKey, testReleaseKeys } from '../../testing/releaseKeys.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { type Override, signOverride } from '../releases/files/override.ts';
import { publishRelease } from '../releases/files/publishing.ts';
import { ringOf, signRelease } from '../releases/files/signing.ts';

const hour = 3_600_000;
const planKey = newSigningKey();
let app: TestApplication;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-overrides-'));
  const ring = new Map([...testReleaseKeys.ring, ...ringOf(planKey, new Set(['plan' as const]))]);
  app = await startTestApplication({ releaseKeys: ring });
  const { releases } = app.application;
  const built = (['shell', 'wallet', 'team'] as const).map((feature) => {
    const { folder } = writeBuiltRelease(directory, { feature, release: '1.0.0' });
    return publishRelease(releases.store, testReleaseKeys, folder).manifest;
  });
  await releases.activateNew(built, { actor: 'test', reason: 'test' });
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true, force: true });
});

const override = (
  changes: Partial<Override> = {},
  base = 'http://localhost:3102/assets/team/development/',
): Override => ({
  feature: 'team',
  release: {
    release: 'development',
    base,
    entry: 'entry.js',
    global: 'app_team@development',
    integrity: '',
    contract: 1,
    shared: {},
  },
  expiresAt: new Date(app.clock.now().getTime() + hour),
  ...changes,
});
const sign = (given: Override) => signOverride(given, testReleaseKeys.signer);

/** What a browser with this token is served. */
async function pageWith(token: string) {
  const { text, headers } = await app.visitor.get('/team', { cookie: `release-override=${token}` });
  const [, json = ''] = /<script type="application\/json" id="registry">(.*?)<\/script>/.exec(text) ?? [];
  const { features } = JSON.parse(json) as Registry;
  return {
    text,
    team: features.team?.base,
    wallet: features.wallet?.base,
    policy: headers.get('content-security-policy'),
  };
}

describe('a signed override', () => {
  test('puts the feature from the own machine into the page, which says so; nothing else changes', async () => {
    const { text, team, wallet, policy } = await pageWith(sign(override()));
    expect(team).toBe('http://localhost:3102/assets/team/development/');
    expect(wallet).toBe('/assets/wallet/1.0.0/');
    expect(text).toMatch(/role="status"><span><strong>team<\/strong> comes from http:\/\/localhost:3102 until/);
    expect(text).not.toContain('/assets/team/1.0.0/');
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' http:\/\/localhost:3102;/);
    expect(policy).toContain("style-src 'self' http://localhost:3102;");
    expect(policy).toContain("connect-src 'self' http://localhost:3102 ws://localhost:3102;");
    expect(policy).toContain("require-trusted-types-for 'script'");
  });

  test('is for the browser that opened the link, and ends when it is asked to', async () => {
    const token = sign(override());
    const begun = await app.visitor.get(`/override?token=${token}`, { 'sec-fetch-site': 'none' });
    expect([begun.status, begun.headers.get('location')]).toEqual([302, '/']);
    expect(begun.headers.get('set-cookie')).toBe(
      `release-override=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=3600`,
    );
    const ended = await app.visitor.get('/override');
    expect(ended.headers.get('set-cookie')).toContain(
      'release-override=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    );
    expect((await app.visitor.get(`/override?token=${token}`, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});

describe('no override is', () => {
  test.each<[string, () => string]>([
    ['one that has expired', () => sign(override({ expiresAt: new Date(app.clock.now().getTime() - 1) }))],
    ['one that lasts for days', () => sign(override({ expiresAt: new Date(app.clock.now().getTime() + 13 * hour) }))],
    ['one of a key that is not in the ring', () => signOverride(override(), newSigningKey())],
    ['one of a key that may sign another feature', () => signOverride(override(), planKey)],
    ['one that leads to another machine', () => sign(override({}, 'https://evil.example/assets/team/'))],
    ['one that only looks like this machine', () => sign(override({}, 'http://localhost.evil.example/'))],
    ['one whose content was changed', () => `${Buffer.from('{}').toString('base64url')}${sign(override()).slice(2)}`],
    [
      'a release that is signed',
      () => {
        const payload = sign(override()).split('.')[0] ?? '';
        const { keyId, signature } = signRelease(Buffer.from(payload, 'base64url'), testReleaseKeys.signer);
        return `${payload}.${keyId}.${Buffer.from(signature, 'base64').toString('base64url')}`;
      },
    ],
    ['nonsense', () => 'a.b.c'],
    ['nothing', () => ''],
  ])('%s', async (_what, token) => {
    const { text, team, policy } = await pageWith(token());
    expect(team).toBe('/assets/team/1.0.0/');
    expect(text).not.toContain('comes from');
    expect(policy).toContain("style-src 'self';");
    expect((await app.visitor.get(`/override?token=${token()}`)).status).toBe(404);
  });
});

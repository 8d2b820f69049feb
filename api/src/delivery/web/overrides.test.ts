import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Registry } from '@trellis/api-contract';
import { demoPassword } from '../../development/demo/team.ts';
import { writeBuiltRelease } from '../../testing/builtRelease.ts';
import { rawRequest } from '../../testing/rawRequest.ts';
import { newSigningKey, testReleaseKeys } from '../../testing/releaseKeys.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { type Override, openOverride, readOverride, sealOverride, signOverride } from '../releases/files/override.ts';
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
  signedAt: app.clock.now(),
  expiresAt: new Date(app.clock.now().getTime() + hour),
  ...changes,
});
const sign = (given: Override) => signOverride(given, testReleaseKeys.signer);

/** A link that no page led to. */
const byHand = { 'sec-fetch-site': 'none' };

/** Opens the link as somebody does who was sent it. @returns the cookies of that browser afterwards */
async function opened(token: string, cookie = ''): Promise<string> {
  const { headers } = await app.visitor.get(`/override?token=${token}`, { ...byHand, cookie });
  const set = headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return [...set, ...(cookie === '' ? [] : [cookie])].join('; ');
}

/** What a browser with these cookies is served. */
async function pageWith(cookie: string) {
  const { text, headers } = await app.visitor.get('/team', { cookie });
  const [, json = ''] = /<script type="application\/json" id="registry">(.*?)<\/script>/.exec(text) ?? [];
  const { features } = JSON.parse(json) as Registry;
  return {
    text,
    team: features.team?.base,
    wallet: features.wallet?.base,
    policy: headers.get('content-security-policy'),
    set: headers.getSetCookie(),
  };
}

const removed = 'release-override=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0';
const live = '/assets/team/1.0.0/';
const own = 'http://localhost:3102/assets/team/development/';
async function expectOver(cookie: string): Promise<void> {
  const { text, team, policy, set } = await pageWith(cookie);
  expect([team, set]).toEqual([live, [removed]]);
  expect(text).not.toContain('comes from');
  expect(policy).toContain("style-src 'self';");
}
/** A session of a demo member, as a cookie. */
async function session(): Promise<string> {
  const { headers } = await app.visitor.post('/api/v1/session', { username: 'demo', password: demoPassword });
  return (
    headers
      .getSetCookie()
      .find((line) => line.includes('session='))
      ?.split(';')[0] ?? ''
  );
}

describe('an override', () => {
  test('puts the feature from the own machine into the page, which says so; nothing else changes', async () => {
    const { text, team, wallet, policy, set } = await pageWith(await opened(sign(override())));
    expect([team, wallet, set]).toEqual([own, '/assets/wallet/1.0.0/', []]);
    expect(text).toMatch(/role="status"><span><strong>team<\/strong> comes from http:\/\/localhost:3102 until/);
    expect(text).not.toContain('/assets/team/1.0.0/');
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' http:\/\/localhost:3102;/);
    expect(policy).toContain("style-src 'self' http://localhost:3102;");
    expect(policy).toContain("connect-src 'self' http://localhost:3102 ws://localhost:3102;");
    expect(policy).toContain("require-trusted-types-for 'script'");
  });

  test('is for the browser that opened the link, and ends when it is asked to', async () => {
    const token = sign(override());
    const begun = await app.visitor.get(`/override?token=${token}`, byHand);
    expect([begun.status, begun.headers.get('location')]).toEqual([302, '/']);
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^visitor=/),
      expect.stringMatching(/^release-override=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=3600$/),
    ]);
    const [, kept = ''] = begun.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    await expectOver(kept);
    await expectOver(`${kept}; visitor=${'v'.repeat(22)}`);
    const ended = await app.visitor.get('/override');
    expect(ended.headers.getSetCookie()).toEqual([removed]);
  });

  test('begins by no page: another one’s, or a script of a release', async () => {
    for (const site of ['cross-site', 'same-site', 'same-origin'])
      expect([
        site,
        (await app.visitor.get(`/override?token=${sign(override())}`, { 'sec-fetch-site': site })).status,
      ]).toEqual([site, 403]);
  });

  test('of who is logged in is that session’s; of who is not, the browser’s, which may log in then', async () => {
    const mine = await session();
    const kept = await opened(sign(override()), mine);
    expect((await pageWith(kept)).team).toBe(own);
    await expectOver(kept.replace(mine, await session()));
    await expectOver(kept.replace(mine, ''));
    const unknown = await opened(sign(override()));
    expect((await pageWith(`${unknown}; ${await session()}`)).team).toBe(own);
  });

  test('is over with its hours, with the next step back of its feature, and while that is switched off', async () => {
    const { releases } = app.application;
    const by = { actor: 'test', reason: 'test' };
    const [first, second] = [await opened(sign(override())), await opened(sign(override()))];
    await releases.switchOff('plan', by);
    await delay(1_100);
    expect((await pageWith(first)).team).toBe(own);
    app.clock.advance(hour + 1);
    await expectOver(second);

    const third = await opened(sign(override()));
    const { folder } = writeBuiltRelease(directory, { feature: 'team', release: '2.0.0' });
    publishRelease(releases.store, testReleaseKeys, folder);
    await releases.activate('team', '2.0.0', by);
    await delay(1_100);
    expect((await pageWith(third)).team).toBe(own);
    await releases.rollBack('team', undefined, by);
    // Begun at once, by what the record says then.
    const fourth = await opened(sign(override()));
    await delay(1_100);
    await expectOver(third);
    expect((await pageWith(fourth)).team).toBe(own);

    await releases.switchOff('team', by);
    const fifth = await opened(sign(override()));
    await delay(1_100);
    for (const kept of [fourth, fifth]) expect(await pageWith(kept)).toMatchObject({ team: undefined, set: [removed] });
    await releases.switchOn('team', by);
    await delay(1_100);
    await expectOver(fourth);
  });

  test('is over when its key may sign no more, or the server’s own have changed', async () => {
    const kept = await opened(sign(override()));
    const scopes = () => [{ browser: '', takenBack: '' }];
    const token = readOverride(sign(override()), testReleaseKeys.ring, app.clock.now());
    if (!token) throw new Error('it is no override');
    const [secret, another] = [randomBytes(32), randomBytes(32)];
    const sealed = sealOverride(token, { browser: '', takenBack: '' }, [secret]);
    const open = (secrets: Buffer[], ring = testReleaseKeys.ring) =>
      openOverride(sealed, scopes, secrets, ring, app.clock.now())?.feature;
    expect([open([secret]), open([another, secret])]).toEqual(['team', 'team']);
    expect([open([another]), open([secret], ringOf(planKey))]).toEqual([undefined, undefined]);
    expect(open([secret], ringOf(testReleaseKeys.signer, new Set(['plan' as const])))).toBeUndefined();
    await expectOver(kept.replace(/release-override=./, 'release-override=A'));
  });

  test('is for no operator, and in production for nobody unless that is switched on', async () => {
    const operators = new URL(app.origin);
    const { status } = await rawRequest(app.origin, {
      path: `/override?token=${sign(override())}`,
      headers: { host: `ops.localhost:${operators.port}`, ...byHand },
    });
    expect(status).toBe(404);
    const off = await startTestApplication({ releaseOverrides: false });
    try {
      const token = signOverride(override(), testReleaseKeys.signer);
      expect((await off.visitor.get(`/override?token=${token}`, byHand)).status).toBe(404);
      const { headers } = await off.visitor.get('/wallet', { cookie: await opened(token) });
      expect(headers.getSetCookie()).toEqual([removed]);
    } finally {
      await off.close();
    }
  });
});

describe('no link of an override is', () => {
  const at = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds);
  test.each<[string, () => string]>([
    ['one that has expired', () => sign(override({ expiresAt: at(-1) }))],
    ['one that lasts for days', () => sign(override({ expiresAt: at(13 * hour) }))],
    [
      'one that was signed for a month, in its last hours',
      () => sign(override({ signedAt: at(-29 * 24 * hour), expiresAt: at(hour) })),
    ],
    [
      'one that says that it is signed tomorrow',
      () => sign(override({ signedAt: at(24 * hour), expiresAt: at(25 * hour) })),
    ],
    ['one of the console', () => sign(override({ feature: 'operator' }))],
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
    expect((await app.visitor.get(`/override?token=${token()}`, byHand)).status).toBe(404);
  });

  test('one that a script has put into the cookie', async () => {
    for (const value of [sign(override()), '', 'a.b', `${sign(override()).split('.')[0]}.AAAA`])
      await expectOver(`release-override=${value}; visitor=${'v'.repeat(22)}`);
  });
});

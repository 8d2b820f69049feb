import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { featureHeader, type Proofs, type Registry } from '@trellis/api-contract';
import { demoPassword } from '../../development/demo/team.ts';
import { writeBuiltRelease } from '../../testing/builtRelease.ts';
import { enrolled, loggedIn } from '../../testing/operators.ts';
import { rawRequest } from '../../testing/rawRequest.ts';
import { countOf } from '../../testing/records.ts';
import { testReleaseKeys } from '../../testing/releaseKeys.ts';
import { type Answer, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { signOverride } from '../releases/files/override.ts';
import { publishRelease } from '../releases/files/publishing.ts';

const hour = 3_600_000;
const by = { actor: 'test', reason: 'test' };
let app: TestApplication;
let directory: string;
let session: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-calls-'));
  app = await startTestApplication();
  await goLive('team', '1.0.0', ['getInvite', 'getTeamWindow']);
  await goLive('wallet', '1.0.0', undefined);
  await goLive('shell', '1.0.0', undefined);
  session = await again();
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true, force: true });
});

async function goLive(feature: 'shell' | 'team' | 'wallet', release: string, calls: string[] | undefined) {
  const { releases } = app.application;
  const { folder } = writeBuiltRelease(directory, { feature, release, ...(calls && { calls }) });
  await releases.activateNew([publishRelease(releases.store, testReleaseKeys, folder).manifest], by);
  // What is live is looked at once a second.
  await new Promise((next) => setTimeout(next, 1_050));
}

/** As a script of a page sends it. */
const byPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  app.visitor.get(path, { cookie: session, ...headers });
const codeOf = async (answer: Promise<Answer>) => {
  const { status, problem } = await answer;
  return status === 200 ? 200 : `${status} ${problem.code}`;
};
const refused = '403 request.page_outdated';

/** A browser that has opened a page. */
async function opened(cookie = session) {
  const { text, headers } = await app.visitor.get('/team', { cookie, 'sec-fetch-dest': 'document' });
  const json = (id: string) => new RegExp(`id="${id}">(.*?)</script>`).exec(text)?.[1] ?? '{}';
  const set = headers.getSetCookie().map((line) => line.split(';')[0]);
  return {
    set,
    cookie: [cookie, ...set].join('; '),
    proofs: JSON.parse(json('proofs')) as Proofs,
    registry: JSON.parse(json('registry')) as Registry,
  };
}

test('while the shell that is live takes no proofs, none stand in the document, and a page goes on without', async () => {
  const { set, proofs, registry } = await opened();
  expect([set, proofs]).toEqual([[], {}]);
  expect(registry.features.team?.calls).toEqual(['getInvite', 'getTeamWindow']);
  expect(await codeOf(get('/api/v1/balances', byPage))).toBe(200);
});

describe('with a shell that does', () => {
  beforeAll(() => goLive('shell', '2.0.0', ['getProfile', 'getInvitation']));

  test('each release of the page has a proof, good in the browser that it was made for and for what it declares', async () => {
    const { cookie, proofs } = await opened();
    expect(Object.keys(proofs).sort()).toEqual(['shell', 'team', 'wallet']);
    const call = (path: string, said = '', more: Record<string, string> = {}) =>
      codeOf(get(path, { ...byPage, cookie, [featureHeader]: said, ...more }));
    expect(await call('/api/v1/team/invite', proofs.team)).toBe(200);
    expect(await call('/api/v1/profile', proofs.team)).toBe(refused);
    expect(await call('/api/v1/profile', proofs.shell)).toBe(200);
    expect(await call('/api/v1/balances', proofs.team)).toBe(refused);
    // One of before, which declares nothing.
    expect(await call('/api/v1/balances', proofs.wallet)).toBe(200);
    const [, release = '', proof = ''] = proofs.wallet?.split(' ') ?? [];
    for (const forged of [
      `team ${release} ${proof}`,
      `wallet 0.9.0 ${proof}`,
      `wallet ${release} ${'A'.repeat(22)}`,
      `wallet ${release}`,
      `wallet ../team/${release} ${proof}`,
      `operator ${release} ${proof}`,
      'wallet',
      '',
    ])
      expect([forged, await call('/api/v1/balances', forged)]).toEqual([forged, refused]);
    const other = await opened(await again());
    expect(other.proofs.wallet).not.toBe(proofs.wallet);
    expect(await call('/api/v1/balances', proofs.wallet, { cookie: other.cookie })).toBe(refused);
    expect(await call('/api/v1/balances', proofs.wallet, { cookie: session })).toBe(refused);
    // Tabs that come back at the same moment, before they have the cookie.
    expect((await opened()).proofs).toEqual((await opened()).proofs);
    // The same browser keeps its proofs, on each of its pages.
    expect((await opened(cookie)).proofs).toEqual(proofs);
    expect((await opened(cookie)).set).toEqual([]);
  });

  test('what a release is refused is counted, and shown to operators; of an old page and a made-up proof nothing is', async () => {
    // What the tests above were refused is written by then.
    await new Promise((next) => setTimeout(next, 2_500));
    await app.database.sql('DELETE FROM refused_call');
    const ops = await loggedIn(app, await enrolled(app, 'ann', ['releases']));
    const { cookie, proofs } = await opened();
    const call = (path: string, said = '') => codeOf(get(path, { ...byPage, cookie, [featureHeader]: said }));
    const shown = async () => {
      const { features } = (await ops.get('/releases?feature=team')).body as { features: { refusedCalls: unknown }[] };
      const { releases } = (await ops.get('/overview')).body as { releases: { refused: string[] } };
      return { of: features[0]?.refusedCalls, overview: releases.refused };
    };
    const older = (await opened(await again())).proofs.team ?? '';
    for (const said of [older, `team 1.0.0 ${'A'.repeat(22)}`, 'team 1.0.0', ''])
      expect(await call('/api/v1/balances', said)).toBe(refused);
    expect(await call('/api/v1/team/invite', proofs.team)).toBe(200);
    await get('/server-loader?route=wallet/home', { ...byPage, cookie, [featureHeader]: proofs.team ?? '' });
    await new Promise((next) => setTimeout(next, 2_500));
    expect(await shown()).toEqual({ of: [], overview: [] });

    // However many there are, of whichever address, they are a row for each call.
    for (let each = 0; each < 20; each += 1) {
      expect(await call('/api/v1/balances', proofs.team)).toBe(refused);
      expect(await call(`/api/v1/records/${each}`, proofs.team)).toBe(refused);
    }
    const at = expect.stringMatching(/^20/);
    const row = { release: '1.0.0', refusals: 20, effect: null, firstAt: at, lastAt: at };
    await new Promise((next) => setTimeout(next, 2_500));
    expect(await shown()).toEqual({
      of: expect.arrayContaining([
        { ...row, call: 'getBalances' },
        { ...row, call: 'getRecord' },
      ]),
      overview: ['team'],
    });
    expect(await countOf(app.database, 'refused_call')).toBe(2);
  });

  test('the data of a screen are those of its calls that whoever asks for them declares', async () => {
    const { cookie, proofs } = await opened();
    const loaded = async (route: string, said = '') => {
      const { body } = await get(`/server-loader?route=${route}`, { ...byPage, cookie, [featureHeader]: said });
      return (body as { answers: { endpoint: string }[] }).answers.map(({ endpoint }) => endpoint);
    };
    expect(await loaded('team/home', proofs.team)).toContain('getTeamWindow');
    expect(await loaded('wallet/home', proofs.team)).toEqual([]);
    expect(await loaded('wallet/home', proofs.wallet)).toContain('getBalances');
  });

  test('a document that a script fetches has neither proofs nor data', async () => {
    const { text } = await get('/wallet', byPage);
    expect(text).not.toContain('id="proofs"');
    expect(text).not.toContain('"loaded"');
    expect((await get('/wallet', { 'sec-fetch-dest': 'document' })).text).toContain('"loaded"');
  });

  test('a page learns when something was taken back, and no script of one knows the word before', async () => {
    const { releases } = app.application;
    const markOf = async (destination: string) => {
      const { text } = await get('/wallet', { ...byPage, 'sec-fetch-dest': destination });
      return /"takenBack":"([\w-]{22})"/.exec(text)?.[1];
    };
    const before = await markOf('document');
    expect(before).toBeDefined();
    expect(await markOf('empty')).toBeUndefined();
    await goLive('team', '1.1.0', ['getInvite', 'getTeamWindow']);
    expect(await markOf('document')).toBe(before);
    await releases.rollBack('team', undefined, by);
    await new Promise((next) => setTimeout(next, 1_050));
    const after = await markOf('document');
    expect([after === undefined, after === before]).toEqual([false, false]);
    // Shut out without a step back.
    await releases.activate('team', '1.1.0', by);
    await releases.raiseFloor('team', '1.1.0', by);
    await new Promise((next) => setTimeout(next, 1_050));
    expect(await markOf('document')).not.toBe(after);
    await releases.activate('team', '1.0.0', by, {
      approval: { approvedBy: 'operator:test', floor: '1.1.0', use: async () => undefined },
    });
    await new Promise((next) => setTimeout(next, 1_050));
  });

  test('a page of before is answered for a day; from then on none without a proof', async () => {
    expect(await codeOf(get('/api/v1/balances', byPage))).toBe(200);
    app.clock.advance(23 * hour);
    session = await again();
    expect(await codeOf(get('/api/v1/balances', byPage))).toBe(200);
    app.clock.advance(hour);
    session = await again();
    expect(await codeOf(get('/api/v1/balances', byPage))).toBe(refused);
    expect(await codeOf(get('/server-loader?route=wallet/home', byPage))).toBe(refused);
    // A window that a script opens could be read by it; the file behind a link goes to the device.
    const opening = { ...byPage, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', cookie: session };
    const open = (path: string) =>
      rawRequest(app.origin, { path, headers: { host: new URL(app.origin).host, ...opening } });
    expect((await open('/api/v1/balances')).status).toBe(403);
    expect((await open('/api/v1/records.csv?timeZone=UTC')).status).toBe(200);
    expect(await codeOf(get('/api/v1/records.csv?timeZone=UTC', byPage))).toBe(refused);
    // No page's: a program, an address that is typed in, a browser that says nothing of its requests.
    expect(await codeOf(get('/api/v1/balances', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }))).toBe(200);
    // The last reports of a page have no header.
    const reports = await app.visitor.post('/api/v1/release-reports', { reports: [] }, { ...byPage, cookie: session });
    expect(reports.status).not.toBe(403);
  });

  test('another shell that takes them begins no other day; one that does not ends it at once', async () => {
    await goLive('shell', '3.0.0', ['getProfile']);
    expect(await codeOf(get('/api/v1/balances', byPage))).toBe(refused);
    const { releases } = app.application;
    await releases.rollBack('shell', '1.0.0', by);
    await new Promise((next) => setTimeout(next, 1_050));
    expect(await codeOf(get('/api/v1/balances', byPage))).toBe(200);
  });

  test('a feature from a developer’s machine may call what its audience may, for as long as it is shown', async () => {
    await goLive('shell', '4.0.0', ['getProfile']);
    const now = app.clock.now();
    const token = signOverride(
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
        signedAt: now,
        expiresAt: new Date(now.getTime() + hour),
      },
      testReleaseKeys.signer,
    );
    const { headers } = await app.visitor.get(`/override?token=${token}`, {
      cookie: session,
      'sec-fetch-site': 'none',
    });
    const overridden = headers.getSetCookie().map((line) => line.split(';')[0]);
    const { cookie, proofs } = await opened([session, ...overridden].join('; '));
    expect(proofs.team).toMatch(/^team development /);
    const call = (with_: string) =>
      codeOf(get('/api/v1/balances', { ...byPage, cookie: with_, [featureHeader]: proofs.team ?? '' }));
    expect(await call(cookie)).toBe(200);
    expect(await call(cookie.replace(/release-override=[^;]*; /, ''))).toBe(refused);
  });
});

async function again(): Promise<string> {
  const { headers } = await app.visitor.post('/api/v1/session', { username: 'demo', password: demoPassword });
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

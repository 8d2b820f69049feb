import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type FeatureName,
  memberEventsPath,
  type Registry,
  type ReleasesNow,
  registryEvent,
} from '@trellis/api-contract';
import { writeBuiltRelease } from '../../testing/builtRelease.ts';
import { testReleaseKeys } from '../../testing/releaseKeys.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { publishRelease } from '../releases/files/publishing.ts';

const by = { actor: 'test', reason: 'for the test' };
let app: TestApplication;
let demo: Client;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-changes-'));
  app = await startTestApplication();
  for (const feature of ['wallet', 'team'] as const) await goLive(feature, '1.0.0');
  demo = await app.logIn('demo');
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true, force: true });
});

function publish(feature: FeatureName, release: string) {
  const { folder } = writeBuiltRelease(directory, { feature, release });
  return publishRelease(app.application.releases.store, testReleaseKeys, folder).manifest;
}

async function goLive(feature: FeatureName, release: string): Promise<void> {
  await app.application.releases.activateNew([publish(feature, release)], by);
}

/** An open page: what it is shown, message by message. */
async function* listen({ cookie }: Client): AsyncGenerator<ReleasesNow, void> {
  const response = await fetch(app.origin + memberEventsPath, { headers: { cookie } });
  let text = '';
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString();
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const message = text.slice(0, end);
      text = text.slice(end + 2);
      const start = `event: ${registryEvent}\ndata: `;
      if (message.startsWith(start)) yield JSON.parse(message.slice(start.length)) as ReleasesNow;
    }
  }
}

/** The release of team in a document. */
async function teamOf(headers: Record<string, string>): Promise<string | undefined> {
  const { text } = await app.visitor.get('/wallet', headers);
  const [, registry = '{}'] = /<script[^>]* id="registry"[^>]*>(.*?)<\/script>/.exec(text) ?? [];
  return (JSON.parse(registry) as Registry).features.team?.release;
}

test('an open page is shown what it would get now, and again when that changes', async () => {
  const page = listen(demo);
  const next = async () => (await page.next()).value?.features;
  expect(await next()).toEqual({ wallet: '1.0.0', team: '1.0.0' });
  await goLive('team', '2.0.0');
  expect(await next()).toEqual({ wallet: '1.0.0', team: '2.0.0' });
  await app.application.releases.switchOff('wallet', by);
  expect(await next()).toEqual({ team: '2.0.0' });
  await app.application.releases.switchOn('wallet', by);
  await app.application.releases.rollBack('team', undefined, by);
  // Both may come in one message, or one after the other.
  let reported = await next();
  if (reported?.team !== '1.0.0' || reported.wallet === undefined) reported = await next();
  expect(reported).toEqual({ wallet: '1.0.0', team: '1.0.0' });
  await page.return();
});

test('a new shell is shown as well', async () => {
  const page = listen(demo);
  expect((await page.next()).value).not.toHaveProperty('shell');
  const { folder } = writeBuiltRelease(directory, { feature: 'shell', release: '1.0.0' });
  const { releases } = app.application;
  await releases.activateNew([publishRelease(releases.store, testReleaseKeys, folder).manifest], by);
  expect((await page.next()).value).toMatchObject({ shell: '1.0.0', features: { wallet: '1.0.0' } });
  await page.return();
});

test('a roll-out notifies those it chooses, and chooses a browser without a member by its cookie', async () => {
  publish('team', '3.0.0');
  await app.application.releases.rollOut('team', '3.0.0', 5_000, by);
  // What was read a moment ago may be counted once more.
  await delay(1_100);
  const reported = new Set<string | undefined>();
  for (const name of [
    'demo',
    'demoleft',
    'demoright',
    'hana',
    'minjun',
    'lihua',
    'emma',
    'ren',
    'yuna',
    'jisoo',
    'sora',
  ]) {
    const member = await app.logIn(name);
    const [first, again] = [listen(member), listen(member)];
    const release = (await first.next()).value?.features.team;
    expect((await again.next()).value?.features.team).toBe(release);
    // The same in that browser when the session is over, whatever else is in it: who comes is known by then.
    const [device = ''] = member.cookie.split('; ').filter((pair) => pair.includes('device='));
    expect(device).not.toBe('');
    for (let number = 0; number < 4; number += 1)
      expect(await teamOf({ cookie: `${device}; visitor=${String(number).padStart(22, 'v')}` })).toBe(release);
    reported.add(release);
    await first.return();
    await again.return();
  }
  expect([...reported].sort()).toEqual(['1.0.0', '3.0.0']);
  const chosen = new Set<string | undefined>();
  for (let number = 0; number < 12; number += 1)
    chosen.add(await teamOf({ cookie: `visitor=${String(number).padStart(22, 'v')}` }));
  expect([...chosen].sort()).toEqual(['1.0.0', '3.0.0']);
  const page = await app.visitor.get('/wallet');
  expect(page.headers.get('set-cookie')).toMatch(/^visitor=[A-Za-z0-9_-]{22}; Path=\/; HttpOnly; SameSite=Lax/);
  await app.application.releases.rollBack('team', undefined, by);
});

test('a page reports how its releases loaded', async () => {
  const report = { feature: 'team', release: '1.0.0', phase: 'start', outcome: 'ok', milliseconds: 120 };
  expect((await demo.post('/api/v1/release-reports', { reports: [report] })).status).toBe(202);
  expect((await app.visitor.post('/api/v1/release-reports', { reports: [report] })).status).toBe(401);
  const rows = await app.database.sql(`SELECT release, failed_at FROM release_load WHERE feature = 'team'`);
  expect(rows).toEqual([{ release: '1.0.0', failed_at: null }]);
  for (const wrong of [
    { reports: [] },
    { reports: Array.from({ length: 21 }, () => report) },
    { reports: [{ ...report, feature: 'nothing' }] },
    { reports: [{ ...report, release: '../../etc' }] },
    { reports: [{ ...report, milliseconds: -1 }] },
    { reports: [{ ...report, milliseconds: 1.5 }] },
    { reports: [{ ...report, extra: 1 }] },
  ])
    expect((await demo.post('/api/v1/release-reports', wrong)).status).toBe(400);
});

import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createApplication } from '../../app/application.ts';
import { readSettings } from '../../app/settings.ts';
import { createLog } from '../../ground/log.ts';
import { Database } from '../../platform/db/database.ts';
import { writeBuiltRelease } from '../../testing/builtRelease.ts';
import { enrolled, loggedIn } from '../../testing/operators.ts';
import { testReleaseKeys } from '../../testing/releaseKeys.ts';
import { Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { startTestBucket, type TestBucket } from '../../testing/testBucket.ts';
import { Arrivals } from '../releases/bucket/arrivals.ts';
import { openBucket } from '../releases/bucket/openBucket.ts';
import { publishAndUpload } from '../releases/bucket/upload.ts';
import { compatibilityCheckOf } from '../releases/compatibility/verified.ts';
import { ReleaseStore } from '../releases/files/store.ts';
import { ReleaseEvents } from '../releases/live/events.ts';
import { Releases } from '../releases/live/releases.ts';

let s3: TestBucket;
let app: TestApplication;
let database: Database;
let directory: string;
let store: ReleaseStore;
let elsewhere: Releases;
let serial = 0;
/** Each test has releases of its own, one above the other. */
let v: (minor: number) => string;

beforeAll(async () => {
  s3 = await startTestBucket();
  app = await startTestApplication({ releaseBucket: s3.address });
  directory = mkdtempSync(join(tmpdir(), 'trellis-elsewhere-'));
  database = new Database({ url: app.database.url, poolSize: 2 });
  ({ store, releases: elsewhere } = machine('publisher'));
});
afterAll(async () => {
  await database.close();
  await app.close();
  await s3.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  serial += 1;
  v = (minor) => `${serial}.${minor}.0`;
});
afterEach(() => {
  s3.mood = 'well';
});

/** Another machine with the same database and bucket. */
function machine(name: string): { store: ReleaseStore; releases: Releases } {
  const own = new ReleaseStore(join(directory, name));
  const { ring } = testReleaseKeys;
  const arrivals = new Arrivals({ bucket: s3.bucket, store: own, ring, said: () => undefined });
  return {
    store: own,
    releases: new Releases(new ReleaseEvents(database), own, compatibilityCheckOf(own, ring), arrivals),
  };
}

const by = { actor: 'test', reason: 'for the test' };
async function publish(release: string): Promise<void> {
  const { folder } = writeBuiltRelease(directory, { feature: 'team', release });
  await publishAndUpload(s3.bucket, store, testReleaseKeys, folder);
  await elsewhere.published('team', release, by);
  // The record is looked at ten times a second at most.
  await delay(150);
}
const live = async (): Promise<string | undefined> => {
  const { text } = await app.visitor.get('/login', { accept: 'text/html' });
  return /"release":"([0-9.]+)","base":"\/assets\/team\//.exec(text)?.[1];
};
/** Asks until it is so; the test's own limit ends what never becomes so. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await delay(100);
}
const entry = (release: string): string => `/assets/team/${release}/entry.aaaa.js`;
const isHere = (release: string): boolean => app.application.releases.store.has('team', release);
const calls = (release: string): string[] => s3.calls.filter((call) => call.includes(`team/${release}/`));

describe('a release that another process made live', () => {
  test('is served soon, with its files', async () => {
    await publish(v(1));
    await elsewhere.activate('team', v(1), by);
    await until(async () => (await live()) === v(1));
    const { status, text } = await app.visitor.get(entry(v(1)));
    expect([status, text.startsWith(`window.team="${v(1)}"`)]).toEqual([200, true]);
  });

  test('leaves the one before in its place until it is here, whatever the bucket does', async () => {
    await publish(v(1));
    await elsewhere.activate('team', v(1), by);
    await until(async () => (await live()) === v(1));
    await publish(v(2));
    s3.mood = 'failing';
    await elsewhere.activate('team', v(2), by);
    await until(() => calls(v(2)).at(-1) === `GET team/${v(2)}/release.json`);
    expect(await live()).toBe(v(1));
    s3.mood = 'well';
    await until(async () => (await live()) === v(2));
  });

  test('is never what was tampered with', async () => {
    await publish(v(1));
    await publish(v(2));
    await elsewhere.activate('team', v(1), by);
    await until(async () => (await live()) === v(1));
    s3.tamper(`team/${v(2)}/home.cccc.js`, 'export const home = 2;');
    await elsewhere.activate('team', v(2), by);
    await until(() => calls(v(2)).includes(`GET team/${v(2)}/home.cccc.js`));
    expect((await app.visitor.get(entry(v(2)))).status).toBe(404);
    expect([isHere(v(2)), await live()]).toEqual([false, v(1)]);
  });
});

describe('a file of a release that this process never had', () => {
  test('comes with one download for all who ask', async () => {
    await publish(v(1));
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.visitor.get(entry(v(1)))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(calls(v(1)).filter((call) => call === `GET team/${v(1)}/entry.aaaa.js`)).toHaveLength(1);
  });

  test('is a 404 without a question to the bucket when nobody ever published it', async () => {
    const before = s3.calls.length;
    for (let times = 0; times < 100; times += 1)
      expect((await app.visitor.get(entry(`9.9.${times}`))).status).toBe(404);
    expect(s3.calls.slice(before).filter((call) => call.includes('9.9.'))).toEqual([]);
  });

  test('is a 503 while the bucket is away, which a browser asks again for', async () => {
    await publish(v(1));
    s3.mood = 'failing';
    const { status, headers } = await app.visitor.get(entry(v(1)));
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
  });
});

describe('a step with releases', () => {
  test('brings what is to go live, and what it is judged alongside', async () => {
    await publish(v(1));
    await publish(v(2));
    await elsewhere.activate('team', v(1), by);
    const fresh = machine('fresh');
    expect((await fresh.releases.stored('team')).releases).toEqual(expect.arrayContaining([v(1), v(2)]));
    await fresh.releases.rollOut('team', v(2), 500, by);
    expect([fresh.store.has('team', v(1)), fresh.store.has('team', v(2))]).toEqual([true, true]);
    expect(await fresh.releases.rollBack('team', undefined, by)).toBe(v(1));
  });

  test('says why when the bucket is away or has what nobody signed, and does nothing', async () => {
    await publish(v(1));
    const other = machine('other');
    s3.mood = 'failing';
    await expect(other.releases.activate('team', v(1), by)).rejects.toThrow('cannot be used now');
    s3.mood = 'well';
    s3.tamper(`team/${v(1)}/home.cccc.js`, 'export const home = 2;');
    await expect(other.releases.activate('team', v(1), by)).rejects.toThrow('is not taken from the bucket');
    await expect(other.releases.activate('team', '9.9.9', by)).rejects.toThrow('There is no release 9.9.9');
    expect(existsSync(other.store.folder('team', v(1)))).toBe(false);
  });
});

test('operators see what is here, and take it back, while the bucket trickles', async () => {
  const ann = await loggedIn(app, await enrolled(app, 'ann', ['releases']));
  for (const minor of [1, 2]) {
    await publish(v(minor));
    await elsewhere.activate('team', v(minor), by);
  }
  await app.application.releases.check('team', v(2));
  await app.application.releases.check('team', v(1));
  const team = async (): Promise<unknown> =>
    ((await ann.get('/releases')).body.features as { feature: string }[]).find(({ feature }) => feature === 'team');
  expect(await team()).toEqual(expect.not.objectContaining({ storedLate: true }));
  s3.mood = 'trickling';
  const began = performance.now();
  expect(await team()).toMatchObject({
    stable: v(2),
    storedLate: true,
    stored: expect.arrayContaining([v(1), v(2)]),
  });
  const back = await ann.post('/releases/team/rollback', { reason: 'broken' });
  expect([back.status, back.body.stable]).toEqual([200, v(1)]);
  expect(performance.now() - began).toBeLessThan(2_500);
});

test.each(['hanging', 'trickling'] as const)('what mends waits for no bucket that is %s', async (mood) => {
  for (const minor of [1, 2, 3]) await publish(v(minor));
  await elsewhere.activate('team', v(1), by);
  await elsewhere.activate('team', v(2), by);
  // Live of another feature, and what is rolled out, lie in the bucket alone.
  const { folder } = writeBuiltRelease(directory, { feature: 'plan', release: v(1) });
  await publishAndUpload(s3.bucket, store, testReleaseKeys, folder);
  await elsewhere.activate('plan', v(1), by);
  const { store: own, releases } = machine(`mending-${mood}`);
  await releases.check('team', v(2));
  await releases.check('team', v(1));
  rmSync(own.folder('plan', v(1)), { recursive: true });
  await elsewhere.rollOut('team', v(3), 500, by);
  s3.mood = mood;
  const took = async (step: () => Promise<unknown>) => {
    const began = performance.now();
    const outcome = await step().then(
      (done) => done ?? 'done',
      ({ message }: Error) => message,
    );
    return [outcome, performance.now() - began < 500];
  };
  expect(await took(() => releases.rollOut('team', v(3), 0, by))).toEqual(['done', true]);
  expect(await took(() => releases.rollBack('team', undefined, by))).toEqual([v(1), true]);
  expect(await took(() => releases.switchOff('plan', by))).toEqual(['done', true]);
  const began = performance.now();
  await expect(releases.rollBack('team', v(3), by)).rejects.toThrow(`team ${v(3)} is not here`);
  expect(performance.now() - began).toBeLessThan(2_500);
  s3.mood = 'well';
  await elsewhere.switchOn('plan', by);
});

describe('a start with an empty folder', () => {
  /** @returns whether the release was there when it began to answer, and what it answered */
  async function start(release: string): Promise<{ isHere: boolean; status: number }> {
    const dataDir = mkdtempSync(join(tmpdir(), 'trellis-start-'));
    const config = {
      ...readSettings({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
      secrets: [randomBytes(32)],
      releaseKeys: testReleaseKeys.ring,
    };
    const log = createLog('silent', join(dataDir, 'trellis.log'));
    const bucket = await openBucket(s3.address);
    const started = createApplication({ config, log, databaseUrl: app.database.url, bucket });
    try {
      const port = await started.listen();
      const isThere = started.releases.store.has('team', release);
      return { isHere: isThere, status: (await new Client(`http://127.0.0.1:${port}`).get('/healthz')).status };
    } finally {
      await started.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }

  test('has what is live before the first page, and starts without the bucket, too', async () => {
    await publish(v(1));
    await elsewhere.activate('team', v(1), by);
    expect(await start(v(1))).toEqual({ isHere: true, status: 200 });
    s3.mood = 'failing';
    expect(await start(v(1))).toEqual({ isHere: false, status: 200 });
  });
});

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ReleaseManifest } from '@trellis/api-contract';
import { writeBuiltRelease } from '../../../testing/builtRelease.ts';
import { newSigningKey } from '../../../testing/releaseKeys.ts';
import { startTestBucket, type TestBucket } from '../../../testing/testBucket.ts';
import { inspectFolder } from '../files/inspection.ts';
import { ringOf, signatureFile, signRelease } from '../files/signing.ts';
import { ReleaseStore } from '../files/store.ts';
import { Arrivals } from './arrivals.ts';
import { BucketFault } from './bucketFault.ts';
import { publishAndUpload } from './upload.ts';

const [ours, next, unknownKeys] = [newSigningKey(), newSigningKey(), newSigningKey()];
const keys = { ring: ringOf(ours), signer: ours };

let s3: TestBucket;
let directory: string;
let serial = 0;
/** Each test has a release to itself. */
let release: string;
let place: string;
let said: string[];
beforeAll(async () => {
  s3 = await startTestBucket();
});
afterAll(() => s3.close());
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-uploads-'));
  serial += 1;
  release = `${serial}.0.0`;
  place = `team/${release}`;
  said = [];
  s3.calls.length = 0;
});
afterEach(() => {
  s3.mood = 'well';
  s3.before = async () => undefined;
  rmSync(directory, { recursive: true, force: true });
});

type Contents = Readonly<Record<string, string>>;
/** A machine with a folder of its own. */
function machine(name: string, { ring, signer }: { ring: typeof keys.ring; signer?: typeof ours } = keys) {
  const store = new ReleaseStore(join(directory, name, 'store'));
  const arrivals = new Arrivals({ bucket: s3.bucket, store, ring, said: (sentence) => said.push(sentence) });
  return {
    store,
    bring: () => arrivals.bring('team', release),
    wanted: (request = release) => arrivals.wanted('team', request),
    listed: () => arrivals.list('team'),
    list: async () => (await arrivals.list('team')).releases,
    sourceMap: (file: string) => arrivals.sourceMap('team', release, file),
    /** @param map of its entry */
    publish(contents: Contents = {}, overrides: Partial<ReleaseManifest> = {}, map?: string) {
      const built = join(directory, name, 'built');
      const { folder } = writeBuiltRelease(built, { feature: 'team', release, ...overrides }, contents);
      if (map !== undefined) {
        mkdirSync(join(folder, 'maps'), { recursive: true });
        writeFileSync(join(folder, 'maps/entry.aaaa.js.map'), map);
      }
      return publishAndUpload(s3.bucket, store, { ring, signer }, folder);
    },
    has: () => store.has('team', release),
    /** Everything below its folder, a half arrived release included. */
    names: () => (existsSync(store.root) ? readdirSync(store.root, { recursive: true }).map(String) : []),
    state: () => inspectFolder(store.folder('team', release), ring).facts,
  };
}

const sign = (content: string, key = ours): string => JSON.stringify(signRelease(Buffer.from(content), key));

describe('a release in the bucket', () => {
  test('is brought whole to another machine, which packs it again', async () => {
    const { manifest } = await machine('a').publish();
    expect(s3.keys(place)).toEqual(
      [...Object.keys(manifest.files), 'release.json', signatureFile].map((file) => `${place}/${file}`).sort(),
    );
    const b = machine('b', { ring: keys.ring });
    expect(await b.list()).toContain(release);
    expect(await b.bring()).toBe(true);
    expect(b.store.manifest('team', release)).toEqual(manifest);
    expect(b.state()).toEqual({ signature: 'valid', files: [] });
    const folder = b.store.folder('team', release);
    for (const file of Object.keys(manifest.files))
      expect(brotliDecompressSync(readFileSync(join(folder, `${file}.br`)))).toEqual(readFileSync(join(folder, file)));
    expect(readdirSync(b.store.root)).toEqual(['team']);
  });

  test('has its source maps there, which come for whoever looks alone; those that came with it stay', async () => {
    await machine('a').publish({}, {}, 'first');
    expect(s3.keys(place)).toContain(`${place}/maps/entry.aaaa.js.map`);
    const b = machine('b');
    expect(await b.bring()).toBe(true);
    expect(b.names().filter((name) => name.includes('map'))).toEqual([]);
    expect([await b.sourceMap('entry.aaaa.js'), await b.sourceMap('home.cccc.js')]).toEqual(['first', undefined]);
    // The same bytes, of sources with other lines.
    await machine('c').publish({}, {}, 'second');
    expect(await b.sourceMap('entry.aaaa.js')).toBe('first');
    s3.mood = 'failing';
    expect(await b.sourceMap('entry.aaaa.js')).toBeUndefined();
    expect(said).toHaveLength(1);
  });

  test('has its release.json last, and its signature before that', async () => {
    await machine('a').publish();
    const written = s3.calls.filter((call) => call.startsWith('PUT'));
    expect(written.slice(-2)).toEqual([`PUT ${place}/${signatureFile}`, `PUT ${place}/release.json`]);
    expect(written).toHaveLength(9);
  });

  test('is not taken with a signature of a key of another feature, and is once somebody who may has signed it', async () => {
    const ring = new Map([...ringOf(next), ...ringOf(ours, new Set(['plan' as const]))]);
    await machine('a').publish();
    const b = machine('b', { ring });
    await expect(b.bring()).rejects.toThrow('lets sign other features alone');
    expect(b.names()).toEqual([]);
    await machine('c', { ring, signer: next }).publish();
    expect(await b.bring()).toBe(true);
  });

  test('is not there before its upload ended, and is when publishing goes on', async () => {
    const a = machine('a');
    s3.before = async (call) => {
      if (call === `PUT ${place}/release.json`) s3.mood = 'failing';
    };
    await expect(a.publish()).rejects.toBeInstanceOf(BucketFault);
    s3.mood = 'well';
    expect(s3.keys(place)).toHaveLength(8);
    const b = machine('b');
    expect(await b.list()).not.toContain(release);
    expect(await b.bring()).toBe(false);
    expect(b.names()).toEqual([]);
    s3.before = async () => undefined;
    await a.publish();
    expect(await b.bring()).toBe(true);
  });

  test.each([
    ['a file of the same length', 'home.cccc.js', 'export const home = 2;', 'home.cccc.js of .* has other bytes'],
    ['a file cut short', 'home.cccc.js', 'export', 'home.cccc.js of .* has another length'],
    ['a file grown', 'style.bbbb.css', 'x'.repeat(100_000), 'style.bbbb.css of .* has another length'],
    ['a signature of nobody', signatureFile, '{}', 'release.sig.json: it does not fit'],
    ['a release.json that is none', 'release.json', '{', 'release.json: it is not JSON'],
  ])('is refused with %s, and nothing of it is left', async (_what, file, content, reason) => {
    await machine('a').publish();
    s3.tamper(`${place}/${file}`, content);
    const b = machine('b');
    await expect(b.bring()).rejects.toThrow(new RegExp(`^team ${release} is not taken from the bucket: .*${reason}`));
    expect(b.names()).toEqual([]);
    expect(await b.wanted()).toBe('none');
    expect(said).toHaveLength(1);
  });

  test('is refused without a file, without a signature, by an outsider, and in the place of another', async () => {
    await machine('a').publish();
    const b = machine('b');
    s3.remove(`${place}/home.cccc.js`);
    await expect(b.bring()).rejects.toThrow('home.cccc.js');
    const content = readFileSync(join(machine('a').store.folder('team', release), 'release.json'), 'utf8');
    s3.tamper(`${place}/${signatureFile}`, sign(content, unknownKeys));
    s3.calls.length = 0;
    await expect(b.bring()).rejects.toThrow('not in RELEASE_KEYS');
    // An outsider's manifest is not followed.
    expect(s3.calls).toHaveLength(2);
    const other = content.replaceAll(release, '0.0.9');
    s3.tamper(`${place}/release.json`, other);
    s3.tamper(`${place}/${signatureFile}`, sign(other));
    await expect(b.bring()).rejects.toThrow('it is team 0.0.9');
    s3.remove(`${place}/${signatureFile}`);
    s3.tamper(`${place}/release.json`, content);
    await expect(b.bring()).rejects.toThrow('there is none');
    expect(b.names()).toEqual([]);
  });

  test('is asked for by no name that leaves its place', async () => {
    release = '../team/1.0.0';
    expect(await machine('b').bring()).toBe(false);
    expect(s3.calls).toEqual([]);
  });
});

describe('a second publisher', () => {
  test('is welcome with the same bytes, also of a later commit', async () => {
    await machine('a').publish();
    await machine('b').publish();
    await machine('c').publish({}, { commit: 'abc' });
    const d = machine('d');
    await d.bring();
    expect(d.store.manifest('team', release).commit).toBeNull();
  });

  test('is refused with other bytes in the words of the folder, and keeps nothing', async () => {
    await machine('a').publish();
    const b = machine('b');
    for (const [contents, overrides] of [[{ 'home.cccc.js': 'other' }], [{}, { shared: { react: '>=1' } }]] as const)
      await expect(b.publish(contents, overrides)).rejects.toThrow(
        `Release team ${release} exists with other bytes: give the new one another version.`,
      );
    expect(b.names()).toEqual([]);
  });

  test('does not mix its files with those of an upload that was never ended', async () => {
    s3.before = async (call) => {
      if (call === `PUT ${place}/release.json`) s3.mood = 'failing';
    };
    await expect(machine('a').publish()).rejects.toBeInstanceOf(BucketFault);
    s3.before = async () => undefined;
    s3.mood = 'well';
    const b = machine('b');
    await expect(b.publish({ 'home.cccc.js': 'other' })).rejects.toThrow('exists with other bytes');
    expect(b.has()).toBe(false);
  });

  test.each([
    ['files', { 'home.cccc.js': 'other' }, {}],
    ['a manifest', {}, { shared: { react: '>=1' } }],
  ])('with other %s at the same moment loses, and what won is whole', async (_what, contents, overrides) => {
    const [a, b] = [machine('a'), machine('b')];
    // Neither goes on before both have seen that nothing is there.
    const { promise: both, resolve } = Promise.withResolvers<void>();
    let reads = 0;
    s3.before = async (call) => {
      if (call !== `GET ${place}/release.json`) return;
      reads += 1;
      if (reads === 2) resolve();
      await both;
    };
    const ends = await Promise.allSettled([a.publish(), b.publish(contents, overrides)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [lost] = ends.filter(({ status }) => status === 'rejected');
    expect(lost).toMatchObject({ reason: { message: expect.stringContaining('exists with other bytes') } });
    expect([a.has(), b.has()]).toEqual(ends.map(({ status }) => status === 'fulfilled'));
    const c = machine('c');
    expect(await c.bring()).toBe(true);
    expect(c.state()).toEqual({ signature: 'valid', files: [] });
  });

  test('signs again what only a key outside the ring signed', async () => {
    await machine('a').publish();
    const changed = { ring: ringOf(next), signer: next };
    const b = machine('b', changed);
    await expect(b.bring()).rejects.toThrow('not in RELEASE_KEYS');
    await b.publish({}, { commit: 'later' });
    const c = machine('c', changed);
    expect(await c.bring()).toBe(true);
    expect(c.state()).toEqual({ signature: 'valid', files: [] });
  });
});

describe('whoever asks', () => {
  test('shares one download with everybody who asks meanwhile', async () => {
    await machine('a').publish();
    const b = machine('b');
    s3.calls.length = 0;
    const ends = await Promise.all(Array.from({ length: 50 }, () => b.wanted()));
    expect(new Set(ends)).toEqual(new Set(['here']));
    expect(new Set(s3.calls).size).toBe(s3.calls.length);
    await b.wanted();
    expect(s3.calls).toHaveLength(9);
  });

  test('does not make us ask for what is not there all the time', async () => {
    const b = machine('b');
    for (let times = 0; times < 50; times += 1) expect(await b.wanted()).toBe('none');
    expect(s3.calls).toEqual([`GET ${place}/release.json`]);
  });

  test.each(['failing', 'hanging'] as const)('is reported "later" by a bucket that is %s', async (mood) => {
    const b = machine('b');
    s3.mood = mood;
    expect(await Promise.all([b.wanted(), b.listed()])).toEqual(['later', { releases: [], isLate: true }]);
    // The list is answered before the bucket is given up.
    await delay(500);
    expect(said).toEqual([
      expect.stringMatching(/^The bucket s3:\/\/releases\/trellis\/ cannot be used now \(\w+\): try again later\.$/),
      expect.any(String),
    ]);
  });

  test('for the list does not wait for a bucket that trickles, and has what it said before', async () => {
    await machine('a').publish();
    const [b, c] = [machine('b'), machine('c')];
    const known = await b.list();
    expect(known).toContain(release);
    s3.mood = 'trickling';
    const began = performance.now();
    expect(await Promise.all([b.listed(), b.listed(), c.listed()])).toEqual([
      { releases: known, isLate: true },
      { releases: known, isLate: true },
      { releases: [], isLate: true },
    ]);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('of a slow bucket has what came too late with the next question', async () => {
    await machine('a').publish();
    const b = machine('b');
    s3.before = () => delay(2_000);
    expect(await b.listed()).toEqual({ releases: [], isLate: true });
    let next = await b.listed();
    for (let tries = 0; !next.releases.includes(release) && tries < 20; tries += 1) {
      await delay(1_000);
      next = await b.listed();
    }
    expect(next.releases).toContain(release);
  });

  test('is shown no name that no release may have', async () => {
    await machine('a').publish();
    const content = readFileSync(join(machine('a').store.folder('team', release), 'release.json'));
    const names = ['<img src=x onerror=alert(1)>', '__proto__', '.hidden', 'x'.repeat(201)];
    for (const name of names) await s3.bucket.create(`team/${name}/release.json`, content);
    const listed = await machine('b').list();
    expect(listed).toContain(release);
    expect(listed.filter((name) => names.includes(name))).toEqual([]);
  });
});

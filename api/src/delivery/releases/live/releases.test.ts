import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Database } from '../../../platform/db/database.ts';
import { writeBuiltRelease } from '../../../testing/builtRelease.ts';
import { testReleaseKeys } from '../../../testing/releaseKeys.ts';
import { forgetReleaseEvents } from '../../../testing/releases.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { compatibilityCheckOf } from '../compatibility/verified.ts';
import { publishRelease } from '../files/publishing.ts';
import { type Releasable, ReleaseStore } from '../files/store.ts';
import { ReleaseEvents } from './events.ts';
import { Releases } from './releases.ts';

let own: TestDatabase;
let database: Database;
let directory: string;
let store: ReleaseStore;
let events: ReleaseEvents;
let releases: Releases;

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-releases-'));
  store = new ReleaseStore(join(directory, 'store'));
  events = new ReleaseEvents(database);
  releases = new Releases(events, store, compatibilityCheckOf(store, testReleaseKeys.ring));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const publish = (feature: Releasable, release: string, contract = 1) =>
  publishRelease(store, testReleaseKeys, writeBuiltRelease(directory, { feature, release, contract }).folder).manifest;

describe('the store', () => {
  test('takes a built folder whole, with every file packed for the wire', () => {
    const { files } = publish('wallet', '1.0.0');
    expect(store.has('wallet', '1.0.0')).toBe(true);
    expect(store.list('wallet')).toEqual(['1.0.0']);
    const folder = store.folder('wallet', '1.0.0');
    for (const name of Object.keys(files)) {
      const plain = readFileSync(join(folder, name));
      expect(brotliDecompressSync(readFileSync(join(folder, `${name}.br`)))).toEqual(plain);
      expect(gunzipSync(readFileSync(join(folder, `${name}.gz`)))).toEqual(plain);
    }
    expect(readdirSync(join(directory, 'store', 'wallet'))).toEqual(['1.0.0']);
  });

  test('takes the same release again, and refuses it with other bytes', () => {
    publish('wallet', '1.0.0');
    expect(() => publish('wallet', '1.0.0')).not.toThrow();
    const other = writeBuiltRelease(directory, { feature: 'wallet', release: '1.0.0' }, { 'home.cccc.js': 'changed' });
    expect(() => store.publish(other.folder)).toThrow('exists with other bytes');
    expect(readFileSync(join(store.folder('wallet', '1.0.0'), 'home.cccc.js'), 'utf8')).not.toBe('changed');
  });

  test('refuses a file that differs from its manifest, and keeps nothing of it', () => {
    const { folder } = writeBuiltRelease(directory, { feature: 'team', release: '1.0.0' });
    // Of the same length: only the digest says.
    writeFileSync(join(folder, 'home.cccc.js'), 'export const home = 2;');
    expect(() => store.publish(folder)).toThrow('File home.cccc.js of team 1.0.0 differs from its manifest');
    expect(existsSync(store.folder('team', '1.0.0'))).toBe(false);
  });

  test('says what to do without a build', () => {
    expect(() => store.publish(join(directory, 'nothing'))).toThrow('build it first');
  });
});

const by = { actor: 'test', reason: 'for the test' };
/** Each test has a feature to itself: what was done is never forgotten. */
const features: readonly Releasable[] = ['wallet', 'team', 'plan', 'account'];
const stableOf = async (feature: Releasable) => (await events.states()).get(feature)?.stable?.release;
const inHistory = async (feature: Releasable) =>
  (await events.history(feature, 50)).map(({ action, release, share, actor, reason }) =>
    [action, release, share, actor, reason].filter((each) => each !== null).join(' '),
  );

describe('releases', () => {
  let feature: Releasable;
  let used = 0;
  beforeEach(async () => {
    // The record cannot be emptied by design: the owner goes past its triggers.
    await forgetReleaseEvents(own);
    feature = features[used % features.length] ?? 'wallet';
    used += 1;
  });

  test('go live and back; the record says who did what and why', async () => {
    publish(feature, '1.0.0');
    publish(feature, '1.1.0');
    await releases.activate(feature, '1.0.0', { actor: 'command:ann', reason: 'first' });
    await releases.activate(feature, '1.1.0', { actor: 'operator:bob', reason: 'second' });
    expect(await releases.rollBack(feature, undefined, { actor: 'operator:cat', reason: 'slow' })).toBe('1.0.0');
    expect(await stableOf(feature)).toBe('1.0.0');
    expect(await inHistory(feature)).toEqual([
      'rollback 1.0.0 operator:cat slow',
      'activate 1.1.0 operator:bob second',
      'activate 1.0.0 command:ann first',
    ]);
    await expect(releases.rollBack(feature, undefined, by)).rejects.toThrow('has had no release before');
    expect(await releases.rollBack(feature, '1.1.0', by)).toBe('1.1.0');
  });

  test('are rolled out to a share, and back from it', async () => {
    for (const release of ['1', '2', '3']) publish(feature, release);
    await expect(releases.rollOut(feature, '2', 500, by)).rejects.toThrow('Nothing is live');
    await releases.activate(feature, '1', by);
    await releases.rollOut(feature, '2', 500, by);
    expect((await events.states()).get(feature)).toMatchObject({
      stable: { release: '1' },
      candidate: { release: '2', share: 500 },
    });
    await expect(releases.rollOut(feature, '1', 500, by)).rejects.toThrow('live for everyone already');
    // Another one waits, or says whose place it takes.
    for (const instead of [undefined, '1'])
      await expect(releases.rollOut(feature, '3', 500, by, { instead })).rejects.toThrow('team 2 is being rolled out');
    // The same for what would go live for everybody, or be taken back though nobody has it.
    await expect(releases.activate(feature, '3', by)).rejects.toThrow('--instead 2');
    await expect(releases.rollOut(feature, '3', 0, by, { instead: '2' })).rejects.toThrow('team 2 is being rolled out');
    expect((await events.states()).get(feature)?.candidate).toMatchObject({ release: '2', share: 500 });
    await releases.activate(feature, '3', by, { instead: '2' });
    expect((await events.states()).get(feature)).toMatchObject({ stable: { release: '3' }, candidate: undefined });
    await releases.rollBack(feature, '1', by);
    await releases.rollOut(feature, '2', 500, by);
    await releases.rollOut(feature, '3', 100, by, { instead: '2' });
    await releases.rollOut(feature, '2', 500, by, { instead: '3' });
    expect(await releases.rollBack(feature, undefined, by)).toBe('1');
    expect((await events.states()).get(feature)?.candidate).toBeUndefined();
    await releases.rollOut(feature, '2', 10_000, by);
    expect(await stableOf(feature)).toBe('2');
    expect((await inHistory(feature))[0]).toBe('activate 2 test for the test');
  });

  test('of what is not in the store are refused with what is', async () => {
    publish(feature, '1.0.0');
    await expect(releases.activate(feature, '9.9.9', by)).rejects.toThrow('Known are: 1.0.0');
    await expect(releases.rollBack(feature, '9.9.9', by)).rejects.toThrow('Known are: 1.0.0');
    expect(await inHistory(feature)).toEqual([]);
  });

  test('that do not fit the live shell are refused', async () => {
    publish('shell', '1.0.0', 2);
    publish(feature, '1.0.0', 1);
    await releases.activate('shell', '1.0.0', by);
    await expect(releases.activate(feature, '1.0.0', by)).rejects.toThrow('contract');
    await expect(releases.rollOut(feature, '1.0.0', 100, by)).rejects.toThrow();
    expect(await inHistory(feature)).toEqual([]);
  });

  test('below the floor are refused, and the floor only rises', async () => {
    for (const release of ['1', '2', '3']) {
      publish(feature, release);
      await releases.published(feature, release, by);
    }
    await releases.activate(feature, '1', by);
    await expect(releases.raiseFloor(feature, '2', by)).rejects.toThrow('is live and older');
    await releases.activate(feature, '3', by);
    await releases.raiseFloor(feature, '2', by);
    await expect(releases.activate(feature, '1', by)).rejects.toThrow('older than the floor 2');
    await expect(releases.rollBack(feature, undefined, by)).rejects.toThrow('older than the floor 2');
    await expect(releases.raiseFloor(feature, '1', by)).rejects.toThrow('older than the floor 2');
    await releases.activate(feature, '2', by);
  });

  test('are switched off and on, but not the shell', async () => {
    await releases.switchOff(feature, by);
    expect((await events.states()).get(feature)?.off).toBe(true);
    await releases.switchOn(feature, by);
    expect((await events.states()).get(feature)?.off).toBe(false);
    await expect(releases.switchOff('shell', by)).rejects.toThrow('can’t be turned off');
  });

  test('roll back by themselves once, however many notice, and never past a pinned one', async () => {
    for (const release of ['1', '2', '3']) {
      publish(feature, release);
      await releases.activate(feature, release, by);
      if (release === '2') expect(await releases.pin(feature, by)).toBe('2');
    }
    const noticed = await Promise.all(
      [1, 2, 3].map(() => releases.rollBackFailing(feature, '3', 'fails for many', { members: 20 })),
    );
    expect(noticed.filter((target) => target !== undefined)).toEqual(['2']);
    expect(await releases.rollBackFailing(feature, '2', 'fails for many', {})).toBeUndefined();
    const [latest] = await events.history(feature, 1);
    expect(latest).toMatchObject({ action: 'rollback', actor: 'automatic', evidence: { members: 20 } });
    await releases.unpin(feature, by);
    expect(await releases.rollBackFailing(feature, '2', 'fails for many', {})).toBe('1');
  });

  test('at a start are live if they never were: a roll-back survives', async () => {
    const [first, second] = [publish(feature, '1.0.0'), publish(feature, '1.1.0')];
    expect(await releases.activateNew([first], by)).toEqual([feature]);
    expect(await releases.activateNew([second], by)).toEqual([feature]);
    await releases.rollBack(feature, undefined, by);
    expect(await releases.activateNew([second], by)).toEqual([]);
    expect(await stableOf(feature)).toBe('1.0.0');
  });

  test('of a new contract go live together with their shell, or not at all', async () => {
    await releases.activateNew([publish('shell', '1', 1), publish(feature, '1', 1)], by);
    const [shell, own] = [publish('shell', '2', 2), publish(feature, '2', 2)];
    await expect(releases.activate('shell', '2', by)).rejects.toThrow('contract');
    await expect(releases.activateNew([shell], by)).rejects.toThrow('contract');
    await expect(releases.activateNew([own], by)).rejects.toThrow('contract');
    expect(await stableOf('shell')).toBe('1');
    expect(await releases.activateNew([shell, own], by)).toEqual(['shell', feature]);
    expect([await stableOf('shell'), await stableOf(feature)]).toEqual(['2', '2']);
  });

  test('that are switched off do not hold a new shell back, and come on again when they fit it', async () => {
    await releases.activateNew([publish('shell', '1', 1), publish(feature, '1', 1)], by);
    publish('shell', '2', 2);
    await releases.switchOff(feature, by);
    await releases.activate('shell', '2', by);
    await expect(releases.switchOn(feature, by)).rejects.toThrow('contract');
    await releases.activateNew([publish(feature, '2', 2)], by);
    await releases.switchOn(feature, by);
    expect((await events.states()).get(feature)).toMatchObject({ off: false, stable: { release: '2' } });
  });

  test('are the same in another process, and by one that only reads what is new', async () => {
    publish(feature, '1');
    await releases.activate(feature, '1', by);
    const other = new ReleaseEvents(database);
    await other.states();
    publish(feature, '2');
    await releases.rollOut(feature, '2', 100, by);
    expect((await other.states()).get(feature)).toEqual((await events.states()).get(feature));
  });

  test('of the record cannot be changed or taken away', async () => {
    await releases.switchOff(feature, by);
    for (const statement of [
      'UPDATE release_event SET reason = reason',
      'DELETE FROM release_event',
      'TRUNCATE release_event',
    ]) {
      await expect(own.sql(statement)).rejects.toMatchObject({ code: 'TR009' });
      await expect(database.rows(statement)).rejects.toThrow('permission denied');
    }
  });
});

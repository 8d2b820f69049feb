import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Database } from '../db/database.ts';
import { writeBuiltRelease } from '../testing/builtRelease.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { Activations } from './activations.ts';
import { type Releasable, ReleaseStore } from './store.ts';

let own: TestDatabase;
let database: Database;
let directory: string;
let store: ReleaseStore;
let activations: Activations;

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});
beforeEach(async () => {
  await own.sql('DELETE FROM release_activation');
  directory = mkdtempSync(join(tmpdir(), 'trellis-releases-'));
  store = new ReleaseStore(join(directory, 'store'));
  activations = new Activations(database, store);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const publish = (feature: Releasable, release: string, contract = 1) =>
  store.publish(writeBuiltRelease(directory, { feature, release, contract }).folder);

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
    // Of the same length: only the digest tells.
    writeFileSync(join(folder, 'home.cccc.js'), 'export const home = 2;');
    expect(() => store.publish(folder)).toThrow('File home.cccc.js of team 1.0.0 differs from its manifest');
    expect(existsSync(store.folder('team', '1.0.0'))).toBe(false);
  });

  test('says what to do without a build', () => {
    expect(() => store.publish(join(directory, 'nothing'))).toThrow('build it first');
  });
});

describe('activation', () => {
  test('makes a release live, and a roll-back the one before; the history tells both', async () => {
    publish('wallet', '1.0.0');
    publish('wallet', '1.1.0');
    await activations.activate('wallet', '1.0.0', 'first');
    await activations.activate('wallet', '1.1.0', 'second');
    await activations.activate('wallet', '1.0.0', 'rolled back from 1.1.0');
    expect((await activations.active()).get('wallet')).toBe('1.0.0');
    expect((await activations.history('wallet')).map(({ release, reason }) => [release, reason])).toEqual([
      ['1.0.0', 'rolled back from 1.1.0'],
      ['1.1.0', 'second'],
      ['1.0.0', 'first'],
    ]);
  });

  test('of what is not in the store is refused with what is', async () => {
    publish('wallet', '1.0.0');
    await expect(activations.activate('wallet', '9.9.9', 'hope')).rejects.toThrow('known are: 1.0.0');
    expect(await activations.history('wallet')).toEqual([]);
  });

  test('of a release that does not fit the live shell is refused', async () => {
    publish('shell', '1.0.0', 2);
    publish('plan', '1.0.0', 1);
    await activations.activate('shell', '1.0.0', 'live');
    await expect(activations.activate('plan', '1.0.0', 'hope')).rejects.toThrow(
      'made for contract 1, the live shell has 2',
    );
  });

  test('at a start is for builds that were never live: a roll-back survives', async () => {
    const [first, second] = [publish('team', '1.0.0'), publish('team', '1.1.0')];
    expect(await activations.activateNew(first)).toBe(true);
    expect(await activations.activateNew(second)).toBe(true);
    await activations.activate('team', '1.0.0', 'rolled back');
    expect(await activations.activateNew(second)).toBe(false);
    expect((await activations.active()).get('team')).toBe('1.0.0');
  });
});

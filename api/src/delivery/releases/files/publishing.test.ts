import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { writeBuiltRelease } from '../../../testing/builtRelease.ts';
import { newSigningKey } from '../../../testing/releaseKeys.ts';
import { compatibilityCheckOf, VerifiedReleases } from '../compatibility/verified.ts';
import { publishRelease } from './publishing.ts';
import { ringOf, type SigningKey, signatureFile, signRelease } from './signing.ts';
import { ReleaseStore } from './store.ts';

const [ours, next, unknownKeys] = [newSigningKey(), newSigningKey(), newSigningKey()];
const keys = { ring: ringOf(ours), signer: ours };
const reading = { ring: ringOf(ours), signer: undefined };

let directory: string;
let store: ReleaseStore;
let said: string[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-publishing-'));
  store = new ReleaseStore(join(directory, 'store'));
  said = [];
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const build = (release = '1.0.0', contents = {}) =>
  writeBuiltRelease(directory, { feature: 'team', release }, contents);
const isServed = (ring = keys.ring, release = '1.0.0') =>
  new VerifiedReleases(store, ring, (sentence) => said.push(sentence)).manifest('team', release) !== undefined;
const refusals = (ring = keys.ring) =>
  compatibilityCheckOf(store, ring)(store.manifest('team', '1.0.0'), { shells: [], features: [] });
const signWith = (folder: string, key: SigningKey): void =>
  writeFileSync(
    join(folder, signatureFile),
    JSON.stringify(signRelease(readFileSync(join(folder, 'release.json')), key)),
  );

describe('publishing', () => {
  test('signs a release; it is served, and the compatibility check lets it through', () => {
    const { folder, manifest } = build();
    expect(publishRelease(store, keys, folder)).toEqual({ manifest, warnings: [] });
    expect(isServed()).toBe(true);
    expect(refusals()).toEqual([]);
    expect(said).toEqual([]);
  });

  test('keeps the signature that a release brings, where no private key is', () => {
    const { folder } = build();
    expect(() => publishRelease(store, reading, folder)).toThrow('is not signed: set RELEASE_SIGNING_KEY');
    expect(store.has('team', '1.0.0')).toBe(false);
    signWith(folder, ours);
    publishRelease(store, reading, folder);
    expect(isServed()).toBe(true);
  });

  test('refuses the signature of an outsider, and a private key that nobody believes', () => {
    const { folder } = build();
    signWith(folder, unknownKeys);
    expect(() => publishRelease(store, keys, folder)).toThrow('not of a key in RELEASE_KEYS');
    const other = build('1.0.1').folder;
    expect(() => publishRelease(store, { ...keys, signer: unknownKeys }, other)).toThrow('is not in RELEASE_KEYS');
    expect(store.list('team')).toEqual([]);
  });

  test('takes the same release of a later commit again, and refuses it with anything else changed', () => {
    publishRelease(store, keys, build().folder);
    const again = writeBuiltRelease(directory, { feature: 'team', release: '1.0.0', commit: 'abc' });
    expect(publishRelease(store, keys, again.folder).manifest.commit).toBeNull();
    const wider = writeBuiltRelease(directory, { feature: 'team', release: '1.0.0', shared: { react: '>=1' } });
    expect(() => publishRelease(store, keys, wider.folder)).toThrow('exists with other bytes');
    expect(isServed()).toBe(true);
  });

  test('takes a release from before its commit was recorded, and none that is not what a build writes', () => {
    const { folder, manifest } = build();
    const { commit: _, ...older } = manifest;
    writeFileSync(join(folder, 'release.json'), JSON.stringify(older));
    expect(publishRelease(store, keys, folder).manifest).toEqual(manifest);
    const outside = { ...manifest, release: '1.0.1', files: { '../entry.js': { integrity: '', bytes: 0 } } };
    for (const content of ['{', '{}', JSON.stringify({ ...manifest, more: 1 }), JSON.stringify(outside)]) {
      writeFileSync(join(folder, 'release.json'), content);
      expect(() => publishRelease(store, keys, folder)).toThrow('is not what a build writes');
    }
  });

  test('warns of an entry over its budget', () => {
    const noise = Array.from({ length: 3000 }, (_, index) => (index * 2_654_435_761).toString(36)).join('');
    const { warnings } = publishRelease(store, keys, build('1.0.0', { 'entry.aaaa.js': noise }).folder);
    expect(warnings).toEqual([expect.stringMatching(/^The entry of team 1\.0\.0 takes \d+ bytes/)]);
  });
});

describe('the key ring', () => {
  test('believes every key in it; without its key a release is neither served nor let through', () => {
    publishRelease(store, keys, build().folder);
    const both = new Map([...ringOf(next), ...keys.ring]);
    expect(isServed(both)).toBe(true);
    expect(refusals(both)).toEqual([]);
    expect(isServed(ringOf(next))).toBe(false);
    expect(said).toEqual([expect.stringContaining('team 1.0.0 is not served: release.sig.json: made with a key')]);
    expect(refusals(ringOf(next))).toEqual([expect.stringContaining('not in RELEASE_KEYS')]);
  });

  test('changes hands: published again, a release has the new signature', () => {
    const { folder } = build();
    publishRelease(store, keys, folder);
    expect(() => publishRelease(store, { ring: ringOf(next), signer: undefined }, folder)).toThrow('is not signed');
    publishRelease(store, { ring: ringOf(next), signer: next }, folder);
    expect(isServed(ringOf(next))).toBe(true);
  });
});

describe('a key that may sign team', () => {
  const ring = new Map([...ringOf(next), ...ringOf(ours, new Set(['team' as const]))]);

  test('signs its releases, and nothing else', () => {
    publishRelease(store, { ring, signer: ours }, build().folder);
    expect(isServed(ring)).toBe(true);
    for (const feature of ['plan', 'operator', 'shell'] as const) {
      const { folder } = writeBuiltRelease(directory, { feature, release: '1.0.0' });
      expect(() => publishRelease(store, { ring, signer: ours }, folder)).toThrow(
        `(${ours.id}) may not sign ${feature}, as RELEASE_KEYS says`,
      );
      expect(store.has(feature, '1.0.0')).toBe(false);
    }
  });

  test('has nobody publish, serve or make live what it signed of another feature', () => {
    const { folder, manifest } = writeBuiltRelease(directory, { feature: 'plan', release: '1.0.0' });
    signWith(folder, ours);
    expect(() => publishRelease(store, { ring, signer: next }, folder)).toThrow('is of a key that may not sign plan');
    // As with the folder of the store in hand.
    store.publish(folder);
    signWith(store.folder('plan', '1.0.0'), ours);
    const verified = new VerifiedReleases(store, ring, (sentence) => said.push(sentence));
    expect(verified.manifest('plan', '1.0.0')).toBeUndefined();
    expect(said).toEqual([expect.stringContaining('lets sign other features alone: publish it again')]);
    expect(compatibilityCheckOf(store, ring)(manifest, { shells: [], features: [] })).toContainEqual(
      expect.stringContaining('lets sign other features alone'),
    );
    // Who may sign it publishes it again.
    rmSync(join(folder, signatureFile));
    publishRelease(store, { ring, signer: next }, folder);
    expect(new VerifiedReleases(store, ring, () => undefined).manifest('plan', '1.0.0')).toEqual(manifest);
  });
});

describe('what is served', () => {
  test('is not another release, however well it is signed', () => {
    publishRelease(store, keys, build('0.9.0').folder);
    cpSync(store.folder('team', '0.9.0'), store.folder('team', '1.0.0'), { recursive: true });
    expect(isServed()).toBe(false);
    expect(said).toEqual(['team 1.0.0 is not served: release.json: it is team 0.9.0']);
    expect(() => store.manifest('team', '1.0.0')).toThrow('what is stored as team 1.0.0 is team 0.9.0');
  });

  test('is read once, and refused once in words', () => {
    publishRelease(store, keys, build().folder);
    publishRelease(store, keys, build('2.0.0').folder);
    writeFileSync(join(store.folder('team', '2.0.0'), 'home.cccc.js'), 'changed');
    const releases = new VerifiedReleases(store, keys.ring, (sentence) => said.push(sentence));
    expect(releases.manifest('team', '1.0.0')).toBe(releases.manifest('team', '1.0.0'));
    expect([releases.manifest('team', '2.0.0'), releases.manifest('team', '2.0.0')]).toEqual([undefined, undefined]);
    expect(said).toHaveLength(1);
    rmSync(store.folder('team', '1.0.0'), { recursive: true });
    expect(releases.manifest('team', '1.0.0')).toBeUndefined();
  });

  test('has not one byte changed, of any file or of release.json', () => {
    const { folder, manifest } = build();
    publishRelease(store, keys, folder);
    const files = ['release.json', ...Object.keys(manifest.files)];
    const stored = store.folder('team', '1.0.0');
    const change = fc.record({ file: fc.constantFrom(...files), at: fc.nat(), flip: fc.integer({ min: 1, max: 255 }) });
    fc.assert(
      fc.property(change, ({ file, at, flip }) => {
        const path = join(stored, file);
        const original = readFileSync(path);
        const altered = Buffer.from(original);
        const index = at % altered.length;
        altered.writeUInt8(altered.readUInt8(index) ^ flip, index);
        writeFileSync(path, altered);
        try {
          return !isServed() && isRefused();
        } finally {
          writeFileSync(path, original);
        }
      }),
      { numRuns: 500 },
    );
    expect(isServed()).toBe(true);
  });
});

/** By the compatibility check, or already by reading what is no manifest any more. */
function isRefused(): boolean {
  try {
    return refusals().length > 0;
  } catch {
    return true;
  }
}

import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { formerKeys, makeReleaseKey, readKeyRing, releaseKeys, ringJson } from './keys.ts';
import { maySign } from './signing.ts';
import { releasables } from './store.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-keys-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const settings = (over: object = {}) => ({
  releaseKeys: new Map(),
  releaseSigningKey: undefined,
  dataDir: directory,
  ...over,
});

test('the development pair is made once, and readable by its owner only', () => {
  const first = releaseKeys(settings());
  const again = releaseKeys(settings());
  expect([...again.ring.keys()]).toEqual([...first.ring.keys()]);
  expect(again.signer?.id).toBe(first.signer?.id);
  expect(statSync(join(directory, 'release-signing-key.pem')).mode & 0o777).toBe(0o600);
});

test('a new pair fits the ring that its public half makes, in the environment or in a file', () => {
  const key = makeReleaseKey(join(directory, 'keys'));
  const { id, file } = key;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const json = ringJson(key, ['team']);
  writeFileSync(join(directory, 'ring.json'), json);
  for (const value of [json, join(directory, 'ring.json')]) {
    const keys = releaseKeys(settings({ releaseKeys: readKeyRing(value), releaseSigningKey: file }));
    expect([...keys.ring.keys()]).toEqual([id]);
    expect(keys.signer?.id).toBe(id);
  }
  expect(json).not.toContain('PRIVATE');
  expect(readFileSync(file, 'utf8')).toContain('PRIVATE KEY');
});

test('a server has the ring alone', () => {
  const ring = readKeyRing(ringJson(makeReleaseKey(directory), 'all'));
  expect(releaseKeys(settings({ releaseKeys: ring })).signer).toBeUndefined();
});

describe('a key of the ring', () => {
  const ringWith = (value: unknown, id: string) => readKeyRing(JSON.stringify({ [id]: value }));

  test('signs the features that are named for it, or all where that is written', () => {
    const key = makeReleaseKey(directory);
    const team = readKeyRing(ringJson(key, ['team', 'plan']));
    expect(releasables.filter((feature) => maySign(team, key.id, feature))).toEqual(['team', 'plan']);
    const all = readKeyRing(ringJson(key, 'all'));
    expect(releasables.filter((feature) => maySign(all, key.id, feature))).toEqual(releasables);
    expect(maySign(all, 'another', 'team')).toBe(false);
    expect([...formerKeys(team), ...formerKeys(all)]).toEqual([]);
  });

  test('without features signs all, as before there were any, and is named at the start', () => {
    const { id, publicKey } = makeReleaseKey(directory);
    const ring = ringWith(publicKey, id);
    expect(releasables.filter((feature) => maySign(ring, id, feature))).toEqual(releasables);
    expect(formerKeys(ring)).toEqual([expect.stringMatching(`names no features for ${id}, so it may sign the shell`)]);
  });

  test.each<[string, (key: string) => unknown]>([
    ['no features', (key) => ({ key })],
    ['an empty list', (key) => ({ key, features: [] })],
    ['a feature that there is not', (key) => ({ key, features: ['teams'] })],
    ['everything within a list', (key) => ({ key, features: ['*'] })],
    ['one more field', (key) => ({ key, features: '*', until: '2027' })],
    ['nothing', () => null],
  ])('is refused with %s, in a sentence that says what to write', (_what, value) => {
    const { id, publicKey } = makeReleaseKey(directory);
    expect(() => ringWith(value(publicKey), id)).toThrow(
      /^says of .* \{"key": "…", "features": \[…\]\} with .* shell, /,
    );
  });
});

test('what is no Ed25519 key is refused, in a sentence', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const file = join(directory, 'ec.pem');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  for (const path of [file, join(directory, 'nothing.pem')])
    expect(() => releaseKeys(settings({ releaseSigningKey: path }))).toThrow('is no Ed25519 private key');
  const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  expect(() => readKeyRing(JSON.stringify({ a: der }))).toThrow('holds no Ed25519 public key for a');
  expect(() => readKeyRing('{}')).toThrow('is not JSON of one or more');
});

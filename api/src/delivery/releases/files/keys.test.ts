import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { makeReleaseKey, readKeyRing, releaseKeys } from './keys.ts';

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
  const { id, file, publicKey } = makeReleaseKey(join(directory, 'keys'));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const json = JSON.stringify({ [id]: publicKey });
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
  const { id, publicKey } = makeReleaseKey(directory);
  expect(
    releaseKeys(settings({ releaseKeys: readKeyRing(JSON.stringify({ [id]: publicKey })) })).signer,
  ).toBeUndefined();
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

import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExplainedError, explainSystemError } from '../../../ground/explainedError.ts';
import { type KeyRing, keyIdOf, ringOf, type SigningKey, signingKeyOf } from './signing.ts';

/** Whose releases are served, and the key to publish with where there is one. */
export interface ReleaseKeys {
  readonly ring: KeyRing;
  readonly signer: SigningKey | undefined;
}

/**
 * Reads `RELEASE_KEYS`: JSON of key id to public key (base64 of its DER form), or the path of a file with it.
 * @throws Error with the fault, as the end of a sentence that begins with the variable's name
 */
export function readKeyRing(value: string): KeyRing {
  const text = value.trimStart().startsWith('{') ? value : readText(value);
  const entries = parseObject(text);
  if (!entries || entries.length === 0) throw new Error('is not JSON of one or more key ids with their public keys');
  return new Map(
    entries.map(([id, encoded]) => {
      const key = publicKey(encoded);
      if (!key) throw new Error(`holds no Ed25519 public key for ${id}`);
      if (keyIdOf(key) !== id) throw new Error(`names a key ${id} whose id is ${keyIdOf(key)}`);
      return [id, key] as const;
    }),
  );
}

interface KeySettings {
  /** Empty: the development pair. */
  readonly releaseKeys: KeyRing;
  readonly releaseSigningKey: string | undefined;
  readonly dataDir: string;
}

/**
 * The keys of this process, by its configuration.
 * @throws ExplainedError if the private key cannot be read
 */
export function releaseKeys({ releaseKeys: ring, releaseSigningKey, dataDir }: KeySettings): ReleaseKeys {
  const signer = releaseSigningKey === undefined ? undefined : readSigningKey(releaseSigningKey);
  if (ring.size > 0) return { ring, signer };
  return signer ? { ring: ringOf(signer), signer } : developmentKeys(dataDir);
}

function readSigningKey(file: string): SigningKey {
  try {
    return signingKeyOf(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ExplainedError(`RELEASE_SIGNING_KEY names ${file}, which is no Ed25519 private key in PEM.`, {
      cause: error,
    });
  }
}

/** In development the pair is made at the first start and kept in the data folder, readable by its owner only. */
function developmentKeys(dataDir: string): ReleaseKeys {
  const file = join(dataDir, 'release-signing-key.pem');
  try {
    const signer = signingKeyOf(readFileSync(file, 'utf8'));
    return { ring: ringOf(signer), signer };
  } catch {
    const { pem, id, key } = newPair();
    try {
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(file, pem, { mode: 0o600 });
    } catch (error) {
      throw explainSystemError(error, dataDir);
    }
    return { ring: ringOf({ id, key }), signer: { id, key } };
  }
}

export interface NewKey {
  readonly id: string;
  /** What `RELEASE_SIGNING_KEY` names where releases are published. */
  readonly file: string;
  /** The part for `RELEASE_KEYS`: base64 of the public key's DER form. */
  readonly publicKey: string;
}

/**
 * Makes a key pair to sign releases with: the private half goes to `<folder>/<id>.pem`, readable by its owner only.
 * @throws ExplainedError if it cannot be written there
 */
export function makeReleaseKey(folder: string): NewKey {
  const { pem, id, key } = newPair();
  const file = join(folder, `${id}.pem`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw explainSystemError(error, folder);
  }
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  return { id, file, publicKey };
}

function newPair(): SigningKey & { readonly pem: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    id: keyIdOf(privateKey),
    key: privateKey,
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error('is neither JSON nor a file that can be read');
  }
}

function parseObject(text: string): [id: string, value: unknown][] | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : undefined;
  } catch {
    return undefined;
  }
}

function publicKey(encoded: unknown): KeyObject | undefined {
  if (typeof encoded !== 'string') return undefined;
  try {
    const key = createPublicKey({ key: Buffer.from(encoded, 'base64'), type: 'spki', format: 'der' });
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

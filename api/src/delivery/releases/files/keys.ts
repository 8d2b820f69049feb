import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ExplainedError, explainSystemError } from '../../../ground/explainedError.ts';
import { type KeyRing, keyIdOf, ringOf, type SigningKey, signingKeyOf } from './signing.ts';
import { type Releasable, releasables } from './store.ts';

/** Whose releases are served, and the key to publish with where there is one. */
export interface ReleaseKeys {
  readonly ring: KeyRing;
  readonly signer: SigningKey | undefined;
}

const everyFeature = '*';
const ringEntry = z.strictObject({
  /** Base64 of the DER form. */
  key: z.string(),
  features: z.union([z.literal(everyFeature), z.array(z.enum(releasables)).min(1)]),
});

/**
 * Reads `RELEASE_KEYS`: JSON of key id to public key (base64 of its DER form) and the features that it may sign, or the
 * path of a file with it. The former form, a public key alone, counts for every feature: releases that are live stay so
 * when Trellis is brought up to date, and a version from before can be gone back to with the same settings.
 * @throws Error with the fault, as the end of a sentence that begins with the variable's name
 */
export function readKeyRing(value: string): KeyRing {
  const text = value.trimStart().startsWith('{') ? value : readText(value);
  const entries = parseObject(text);
  if (!entries || entries.length === 0) throw new Error('is not JSON of one or more key ids with their public keys');
  return new Map(
    entries.map(([id, value]) => {
      const isFormer = typeof value === 'string';
      const entry = ringEntry.safeParse(isFormer ? { key: value, features: everyFeature } : value);
      if (!entry.success)
        throw new Error(
          `says of ${id} something else than {"key": "…", "features": […]} with one or more of ${releasables.join(', ')}, or "${everyFeature}"`,
        );
      const { key: encoded, features } = entry.data;
      const key = publicKey(encoded);
      if (!key) throw new Error(`holds no Ed25519 public key for ${id}`);
      if (keyIdOf(key) !== id) throw new Error(`names a key ${id} whose id is ${keyIdOf(key)}`);
      return [id, { key, features: features === everyFeature ? 'all' : new Set(features), isFormer }] as const;
    }),
  );
}

/** A sentence for each key of a ring that is written in the former form: it signs more than anybody may have meant. */
export const formerKeys = (ring: KeyRing): string[] =>
  [...ring].flatMap(([id, { isFormer }]) =>
    isFormer
      ? [
          `RELEASE_KEYS names no features for ${id}, so it may sign the shell, the console and every other: write {"${id}": {"key": "…", "features": ["team"]}}, or "features": "${everyFeature}" where that is meant`,
        ]
      : [],
  );

/** How a key stands in `RELEASE_KEYS`. */
export const ringJson = (
  { id, publicKey }: Pick<NewKey, 'id' | 'publicKey'>,
  features: readonly Releasable[] | 'all',
): string => JSON.stringify({ [id]: { key: publicKey, features: features === 'all' ? everyFeature : features } });

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
  /** For `RELEASE_KEYS`: base64 of the public key's DER form. */
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

function publicKey(encoded: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(encoded, 'base64'), type: 'spki', format: 'der' });
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

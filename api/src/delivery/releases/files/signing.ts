import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { ReleaseManifest } from '@trellis/api-contract';
import { z } from 'zod';

type Releasable = ReleaseManifest['feature'];

/** Which features a key may sign: those named, or every one there is and will be. */
export type SignedFeatures = ReadonlySet<Releasable> | 'all';

/** A public key whose signatures count. */
export interface RingKey {
  readonly key: KeyObject;
  readonly features: SignedFeatures;
  /** Whether the settings name no features for it, as they once did. */
  readonly isFormer?: boolean;
}

/** Keys whose signatures count, by their id. */
export type KeyRing = ReadonlyMap<string, RingKey>;

/** The private key that releases are published with. */
export interface SigningKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** Stands alongside `release.json`, over whose very bytes the signature is. */
export const signatureFile = 'release.sig.json';

const signatureShape = z.strictObject({
  keyId: z.string(),
  /** Ed25519, 64 bytes in base64. */
  signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
});
export type ReleaseSignature = z.output<typeof signatureShape>;

/** What a signature is worth. */
export type SignatureState = 'valid' | 'missing' | 'unknown_key' | 'other_feature' | 'wrong';

/** Id of a key: the first 16 hexadecimal digits of the SHA-256 of its public half (DER), so that no two can be mixed up. */
export function keyIdOf(key: KeyObject): string {
  const der = (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex').slice(0, 16);
}

/** @throws Error if it is not an Ed25519 private key in PEM */
export function signingKeyOf(pem: string): SigningKey {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`an ${key.asymmetricKeyType} key, not an Ed25519 one`);
  return { id: keyIdOf(key), key };
}

/** The ring of one key: what its owner signs, its owner believes. */
export const ringOf = ({ id, key }: SigningKey, features: SignedFeatures = 'all'): KeyRing =>
  new Map([[id, { key: createPublicKey(key), features }]]);

/** Whether a key of the ring may sign releases of a feature. */
export function maySign(ring: KeyRing, keyId: string, feature: Releasable): boolean {
  const features = ring.get(keyId)?.features;
  return features === 'all' || features?.has(feature) === true;
}

/** Signs the bytes of a `release.json`. */
export const signRelease = (manifest: Buffer, { id, key }: SigningKey): ReleaseSignature => ({
  keyId: id,
  signature: sign(null, manifest, key).toString('base64'),
});

/**
 * What the content of `release.sig.json` says about the bytes of `release.json`, which are those of a release of `feature`;
 * `undefined`: there is no such file.
 */
export function checkSignature(
  manifest: Buffer,
  content: string | undefined,
  ring: KeyRing,
  feature: Releasable,
): SignatureState {
  if (content === undefined) return 'missing';
  const parsed = signatureShape.safeParse(parseJson(content));
  if (!parsed.success) return 'wrong';
  const { keyId, signature } = parsed.data;
  const known = ring.get(keyId);
  if (!known) return 'unknown_key';
  if (!verify(null, manifest, known.key, Buffer.from(signature, 'base64'))) return 'wrong';
  return maySign(ring, keyId, feature) ? 'valid' : 'other_feature';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';

/** Public keys whose signatures count, by their id. */
export type KeyRing = ReadonlyMap<string, KeyObject>;

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
export type SignatureState = 'valid' | 'missing' | 'unknown_key' | 'wrong';

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
export const ringOf = ({ id, key }: SigningKey): KeyRing => new Map([[id, createPublicKey(key)]]);

/** Signs the bytes of a `release.json`. */
export const signRelease = (manifest: Buffer, { id, key }: SigningKey): ReleaseSignature => ({
  keyId: id,
  signature: sign(null, manifest, key).toString('base64'),
});

/** What the content of `release.sig.json` says about the bytes of `release.json`; `undefined`: there is no such file. */
export function checkSignature(manifest: Buffer, content: string | undefined, ring: KeyRing): SignatureState {
  if (content === undefined) return 'missing';
  const parsed = signatureShape.safeParse(parseJson(content));
  if (!parsed.success) return 'wrong';
  const key = ring.get(parsed.data.keyId);
  if (!key) return 'unknown_key';
  return verify(null, manifest, key, Buffer.from(parsed.data.signature, 'base64')) ? 'valid' : 'wrong';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { generateKeyPairSync } from 'node:crypto';
import type { ReleaseKeys } from '../delivery/releases/files/keys.ts';
import { keyIdOf, ringOf, type SigningKey } from '../delivery/releases/files/signing.ts';

/** A key to sign releases with, made for this run. */
export function newSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { id: keyIdOf(privateKey), key: privateKey };
}

const signer = newSigningKey();

/** The key that test applications believe. */
export const testReleaseKeys: ReleaseKeys & { readonly signer: SigningKey } = { ring: ringOf(signer), signer };

import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryBudgetBytes, type ReleaseManifest } from '@trellis/api-contract';
import { ExplainedError } from '../../../ground/explainedError.ts';
import { inspectFolder } from './inspection.ts';
import type { ReleaseKeys } from './keys.ts';
import { maySign, type SigningKey, signatureFile, signRelease } from './signing.ts';
import { type ReleaseStore, readManifest } from './store.ts';

export interface Published {
  readonly manifest: ReleaseManifest;
  /** What is allowed, and enough for a look. */
  readonly warnings: readonly string[];
}

/**
 * Takes a built release into the store and signs it, unless it brings a signature of a known key. The same release
 * again is accepted, and signed again when its key has left the ring.
 * @throws ExplainedError if its files differ from its manifest, the store has it with other bytes, its signature is not
 *   of a known key, or there is no key to sign with
 */
export function publishRelease(store: ReleaseStore, { ring, signer }: ReleaseKeys, folder: string): Published {
  const { feature, release } = readManifest(folder);
  const name = `${feature} ${release}`;
  const brought = inspectFolder(folder, ring).facts.signature;
  if (brought === 'unknown_key')
    throw new ExplainedError(
      `The signature that ${name} brings is not of a key in RELEASE_KEYS: add its key there, or build it again and do not sign it.`,
    );
  if (brought === 'wrong')
    throw new ExplainedError(`The signature that ${name} brings does not fit its release.json: build it again.`);
  if (brought === 'other_feature')
    throw new ExplainedError(
      `The signature that ${name} brings is of a key that may not sign ${feature}, as RELEASE_KEYS says: build it again.`,
    );
  if (signer && !ring.has(signer.id))
    throw new ExplainedError(
      `The key of RELEASE_SIGNING_KEY (${signer.id}) is not in RELEASE_KEYS: add it there first.`,
    );
  if (signer && !maySign(ring, signer.id, feature))
    throw new ExplainedError(
      `The key of RELEASE_SIGNING_KEY (${signer.id}) may not sign ${feature}, as RELEASE_KEYS says: publish it with a key that may.`,
    );
  const isSigned = (): boolean => inspectFolder(store.folder(feature, release), ring).facts.signature === 'valid';
  if (!signer && brought === 'missing' && !isSigned())
    throw new ExplainedError(`${name} is not signed: set RELEASE_SIGNING_KEY, or publish it where that key is.`);

  const manifest = store.publish(folder);
  if (!isSigned()) sign(store.folder(feature, release), signer, name);
  return { manifest, warnings: warningsAbout(store.folder(feature, release), manifest) };
}

function sign(folder: string, signer: SigningKey | undefined, name: string): void {
  if (!signer) throw new ExplainedError(`${name} is stored with a signature of another key: set RELEASE_SIGNING_KEY.`);
  const signature = signRelease(readFileSync(join(folder, 'release.json')), signer);
  // Renamed into place: nobody reads half a signature.
  const arriving = join(folder, `${signatureFile}.arriving`);
  writeFileSync(arriving, `${JSON.stringify(signature)}\n`);
  renameSync(arriving, join(folder, signatureFile));
}

/** By the packed copy that the store keeps: every start publishes what is built, and packing takes seconds. */
function warningsAbout(folder: string, { feature, release, entry }: ReleaseManifest): string[] {
  const bytes = statSync(join(folder, `${entry}.br`)).size;
  return feature !== 'shell' && bytes > entryBudgetBytes
    ? [`The entry of ${feature} ${release} takes ${bytes} bytes (brotli); ${entryBudgetBytes} are planned.`]
    : [];
}

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExplainedError } from '../../../ground/explainedError.ts';
import { authenticity } from '../compatibility/contents.ts';
import { inspectFolder } from '../files/inspection.ts';
import { mostManifestBytes, mostSignatureBytes, parseManifest, plainName } from '../files/manifest.ts';
import { checkSignature, type KeyRing, signatureFile } from '../files/signing.ts';
import type { Releasable, ReleaseStore } from '../files/store.ts';
import type { ReleaseBucket } from './bucket.ts';

/**
 * Brings a release from the bucket into the folder store, if every byte is what was published.
 * @returns whether the bucket has it
 * @throws ExplainedError that says why it is refused; then nothing of it is left
 * @throws BucketFault
 */
export async function download(
  bucket: ReleaseBucket,
  store: ReleaseStore,
  ring: KeyRing,
  feature: Releasable,
  release: string,
): Promise<boolean> {
  if (!plainName.safeParse(release).success) return false;
  const place = `${feature}/${release}`;
  const content = await bucket.read(`${place}/release.json`, mostManifestBytes);
  if (!content) return false;
  const signature = await bucket.read(`${place}/${signatureFile}`, mostSignatureBytes);
  const refuse = (...reasons: readonly string[]): ExplainedError =>
    new ExplainedError(`${feature} ${release} is not taken from the bucket: ${reasons.join('; ')}`);

  const { manifest, fault } = parseManifest(content.toString('utf8'));
  if (!manifest) throw refuse(`release.json: ${fault}`);
  if (manifest.feature !== feature || manifest.release !== release)
    throw refuse(`release.json: it is ${manifest.feature} ${manifest.release}`);
  // Before anything else is asked for: what an outsider's manifest names may be endless.
  const state = checkSignature(content, signature?.toString('utf8'), ring, feature);
  if (state !== 'valid')
    throw refuse(...authenticity(manifest, { signature: state, files: [] }).map(({ sentence }) => sentence));

  const files = await Promise.all(
    Object.entries(manifest.files).map(
      async ([file, { bytes }]) => [file, await bucket.read(`${place}/${file}`, bytes)] as const,
    ),
  );
  const arrived = store.arrivalFolder();
  try {
    for (const [file, bytes] of files) if (bytes) writeFileSync(join(arrived, file), bytes);
    writeFileSync(join(arrived, 'release.json'), content);
    if (signature) writeFileSync(join(arrived, signatureFile), signature);
    const wrong = authenticity(manifest, inspectFolder(arrived, ring).facts);
    if (wrong.length > 0) throw refuse(...wrong.map(({ sentence }) => sentence));
    await store.adopt(arrived, manifest);
  } finally {
    rmSync(arrived, { recursive: true, force: true });
  }
  return true;
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReleaseManifest, sourceMapOf } from '@trellis/api-contract';
import type { ReleaseKeys } from '../files/keys.ts';
import { mostManifestBytes, mostSignatureBytes, parseManifest } from '../files/manifest.ts';
import { type Published, publishRelease } from '../files/publishing.ts';
import { checkSignature, type KeyRing, signatureFile } from '../files/signing.ts';
import { isSame, otherBytes, type ReleaseStore, readManifest } from '../files/store.ts';
import type { ReleaseBucket } from './bucket.ts';
import { BucketFault } from './bucketFault.ts';

/**
 * Publishes a built release in the folder store, and in the bucket if there is one.
 * @throws ExplainedError as `publishRelease`, also if the bucket has the release with other bytes
 * @throws BucketFault; publishing it again goes on where this ended
 */
export async function publishAndUpload(
  bucket: ReleaseBucket | undefined,
  store: ReleaseStore,
  keys: ReleaseKeys,
  folder: string,
): Promise<Published> {
  if (!bucket) return publishRelease(store, keys, folder);
  const built = readManifest(folder);
  await refuseOther(bucket, built);
  const wasHere = store.has(built.feature, built.release);
  const published = publishRelease(store, keys, folder);
  try {
    await upload(bucket, store.folder(built.feature, built.release), published.manifest, keys.ring);
  } catch (error) {
    // What another publisher has put there meanwhile is the release; this one must not be served as if it were.
    if (!wasHere && !(error instanceof BucketFault)) store.remove(built.feature, built.release);
    throw error;
  }
  return published;
}

/** Files first, `release.json` last: a release is there whole, or not at all. */
async function upload(bucket: ReleaseBucket, folder: string, manifest: ReleaseManifest, ring: KeyRing): Promise<void> {
  const place = `${manifest.feature}/${manifest.release}`;
  await Promise.all(
    Object.keys(manifest.files).map(async (file) => {
      const content = readFileSync(join(folder, file));
      if (await bucket.create(`${place}/${file}`, content)) return;
      const there = await bucket.read(`${place}/${file}`, content.length);
      if (!there?.equals(content)) throw otherBytes(manifest);
    }),
  );
  // Of a release that is there already its own stay: a build of the same bytes may have other lines in its sources.
  const maps = Object.keys(manifest.files).map(sourceMapOf);
  await Promise.all(
    maps
      .filter((map) => existsSync(join(folder, map)))
      .map((map) => bucket.create(`${place}/${map}`, readFileSync(join(folder, map)))),
  );
  const content = readFileSync(join(folder, 'release.json'));
  const signature = readFileSync(join(folder, signatureFile));
  const there = await refuseOther(bucket, manifest);
  if (there && (await isSigned(bucket, manifest, there, ring))) return;
  await bucket.replace(`${place}/${signatureFile}`, signature);
  // Signed by a key that has left the ring: the same release, perhaps of a later commit.
  if (there) await bucket.replace(`${place}/release.json`, content);
  else if (!(await bucket.create(`${place}/release.json`, content))) await refuseOther(bucket, manifest);
  // Another publisher's signature may have come between, before it lost. Its release.json did not.
  if (!(await isSigned(bucket, manifest, content, ring))) await bucket.replace(`${place}/${signatureFile}`, signature);
}

/** @returns the bytes of the `release.json` in the bucket, if there is one. @throws ExplainedError if it is another one */
async function refuseOther(bucket: ReleaseBucket, manifest: ReleaseManifest): Promise<Buffer | undefined> {
  const there = await bucket.read(`${manifest.feature}/${manifest.release}/release.json`, mostManifestBytes);
  if (!there) return undefined;
  const parsed = parseManifest(there.toString('utf8'));
  if (!parsed.manifest || !isSame(parsed.manifest, manifest)) throw otherBytes(manifest);
  return there;
}

async function isSigned(
  bucket: ReleaseBucket,
  { feature, release }: ReleaseManifest,
  content: Buffer,
  ring: KeyRing,
): Promise<boolean> {
  const signature = await bucket.read(`${feature}/${release}/${signatureFile}`, mostSignatureBytes);
  return checkSignature(content, signature?.toString('utf8'), ring, feature) === 'valid';
}

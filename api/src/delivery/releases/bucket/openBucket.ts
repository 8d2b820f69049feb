import type { ReleaseBucket } from './bucket.ts';
import type { BucketAddress } from './bucketAddress.ts';

/** The client library takes a tenth of a second and 40 MB: it is loaded only where there is a bucket. */
export async function openBucket(address: BucketAddress | undefined): Promise<ReleaseBucket | undefined> {
  if (!address) return undefined;
  const { ReleaseBucket } = await import('./bucket.ts');
  return new ReleaseBucket(address);
}

import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { BucketAddress } from '../../delivery/releases/bucket/bucketAddress.ts';

/** Puts files into a bucket, under their names. It goes by the standard AWS_* variables. */
export function putIntoBucket(address: BucketAddress, files: readonly string[]): Promise<void> {
  return withBucket(address, async (client) => {
    const { Upload } = await import('@aws-sdk/lib-storage');
    for (const file of files)
      await new Upload({
        client,
        params: { Bucket: address.name, Key: `${address.prefix}${basename(file)}`, Body: createReadStream(file) },
      }).done();
  });
}

/** Fetches an object into a new file, which only who fetched it reads; of a part of it nothing stays. */
export function fetchFromBucket(address: BucketAddress, file: string): Promise<void> {
  return withBucket(address, async (client) => {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const Key = `${address.prefix}${basename(file)}`;
    const answer = await client.send(new GetObjectCommand({ Bucket: address.name, Key }));
    const unfinished = `${file}.unfinished`;
    rmSync(unfinished, { force: true });
    try {
      await pipeline(answer.Body as Readable, createWriteStream(unfinished, { mode: 0o600 }));
      renameSync(unfinished, file);
    } finally {
      rmSync(unfinished, { force: true });
    }
  });
}

/** A dump is large, and nobody waits for a page: only a store that says nothing at all is given up. */
const silenceMs = 60_000;

/** The client library takes a tenth of a second and 40 MB: it is loaded only where there is a bucket. */
async function withBucket<Result>(
  address: BucketAddress,
  work: (client: S3Client) => Promise<Result>,
): Promise<Result> {
  const { openStore } = await import('../../delivery/releases/bucket/client.ts');
  const client = openStore(address, silenceMs);
  try {
    return await work(client);
  } finally {
    client.destroy();
  }
}

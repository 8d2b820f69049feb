import { createReadStream, createWriteStream, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
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

/** Fetches an object into a folder, where only who fetched it reads it. @returns the file, which has its name */
export function fetchFromBucket(address: BucketAddress, name: string, folder: string): Promise<string> {
  return withBucket(address, async (client) => {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const answer = await client.send(new GetObjectCommand({ Bucket: address.name, Key: `${address.prefix}${name}` }));
    const file = join(folder, name);
    await pipeline(answer.Body as Readable, createWriteStream(`${file}.unfinished`, { mode: 0o600 }));
    renameSync(`${file}.unfinished`, file);
    return file;
  });
}

/** The client library takes a tenth of a second and 40 MB: it is loaded only where there is a bucket. */
async function withBucket<Result>(
  { endpoint, region }: BucketAddress,
  work: (client: S3Client) => Promise<Result>,
): Promise<Result> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true, region: 'us-east-1' }),
    ...(region === undefined ? {} : { region }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  try {
    return await work(client);
  } finally {
    client.destroy();
  }
}

import { S3Client } from '@aws-sdk/client-s3';
import type { BucketAddress } from './bucketAddress.ts';

/** Waiting for a connection. */
const connectMs = 2_000;

/**
 * Opens an S3-compatible store. Credentials come from the standard AWS variables and files.
 * @param silenceMs how long it waits for the next bytes
 */
export const openStore = ({ endpoint, region }: BucketAddress, silenceMs: number): S3Client =>
  new S3Client({
    // Other makers ask for some region, and seldom give each bucket a host name.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true, region: 'us-east-1' }),
    ...(region === undefined ? {} : { region }),
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: silenceMs,
      socketTimeout: silenceMs,
      throwOnRequestTimeout: true,
    },
    // Other makers do not all know these checksums; whoever reads compares digests of our own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

import { z } from 'zod';
import { isPrivate } from '../../../ground/encrypted.ts';
import { readKeyRing } from '../files/keys.ts';
import type { KeyRing } from '../files/signing.ts';
import { type BucketAddress, readBucketAddress } from './bucketAddress.ts';

/** Whose releases are served, and where they come from. */
export interface ReleaseSettings {
  /** Public keys whose releases are served. */
  readonly releaseKeys: KeyRing;
  /** File of the private key to publish with; only where releases are published. */
  readonly releaseSigningKey: string | undefined;
  /** Where releases come from and go to; `undefined`: they stay in the data folder. */
  readonly releaseBucket: BucketAddress | undefined;
  /** Whether a signed link may show one browser a feature from a developer's own machine. */
  readonly releaseOverrides: boolean;
  /**
   * For how long after the first shell that proves whose each call is, a page that proves nothing is still answered: it may
   * have been opened before.
   */
  readonly undeclaredCallsHours: number;
}

const endpointShape = z.url({ protocol: /^https?$/ }).optional();

/** Adds every fault to `faults`, by variable. */
export function readReleaseSettings(env: NodeJS.ProcessEnv, faults: string[]): ReleaseSettings {
  if (env.NODE_ENV === 'production' && !env.RELEASE_KEYS)
    faults.push(
      'RELEASE_KEYS is missing: the public keys of those whose releases may be served, by key id, and the features each may sign',
    );
  return {
    releaseKeys: readRing(env.RELEASE_KEYS, faults),
    releaseSigningKey: env.RELEASE_SIGNING_KEY || undefined,
    releaseBucket: readBucket(env, faults),
    releaseOverrides: readOverrides(env, faults),
    undeclaredCallsHours: readHours(env, faults),
  };
}

function readOverrides({ NODE_ENV, RELEASE_OVERRIDES }: NodeJS.ProcessEnv, faults: string[]): boolean {
  if (!RELEASE_OVERRIDES) return NODE_ENV !== 'production';
  if (RELEASE_OVERRIDES !== 'on' && RELEASE_OVERRIDES !== 'off') faults.push('RELEASE_OVERRIDES is neither on nor off');
  return RELEASE_OVERRIDES === 'on';
}

function readHours({ UNDECLARED_CALLS_HOURS = '' }: NodeJS.ProcessEnv, faults: string[]): number {
  if (UNDECLARED_CALLS_HOURS === '') return 24;
  if (!/^[0-9]{1,4}$/.test(UNDECLARED_CALLS_HOURS)) faults.push('UNDECLARED_CALLS_HOURS is not a number of hours');
  return Number(UNDECLARED_CALLS_HOURS);
}

function readRing(value: string | undefined, faults: string[]): KeyRing {
  if (!value) return new Map();
  try {
    return readKeyRing(value);
  } catch (error) {
    faults.push(`RELEASE_KEYS ${error instanceof Error ? error.message : String(error)}`);
    return new Map();
  }
}

function readBucket(env: NodeJS.ProcessEnv, faults: string[]): BucketAddress | undefined {
  const endpoint = env.AWS_ENDPOINT_URL_S3 || undefined;
  if (!endpointShape.safeParse(endpoint).success) faults.push('AWS_ENDPOINT_URL_S3 is not an http(s) address');
  else if (env.NODE_ENV === 'production' && endpoint?.startsWith('http:') && !isPrivate(new URL(endpoint).hostname))
    faults.push('AWS_ENDPOINT_URL_S3 is not https: who is in between could hold releases back');
  if (!env.RELEASE_BUCKET) return undefined;
  const bucket = readBucketAddress(env.RELEASE_BUCKET, endpoint, env.AWS_REGION || undefined);
  if (!bucket) faults.push('RELEASE_BUCKET is not an address as s3://bucket/prefix');
  return bucket;
}

/** The part of s3rver that tests use; it comes without types. */
declare module 's3rver' {
  import type { RequestListener } from 'node:http';

  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; configureBuckets: readonly { name: string }[] });
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
  }
}

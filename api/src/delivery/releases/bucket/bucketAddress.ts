/** Where releases come from and go to, alongside the folder that a process works with. */
export interface BucketAddress {
  readonly name: string;
  /** Put in front of every key; empty, or with a slash at its end. */
  readonly prefix: string;
  /** Of a store that is not Amazon's. */
  readonly endpoint: string | undefined;
  /** `undefined`: as the AWS profile says. */
  readonly region: string | undefined;
}

const address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)\/?$/;

/** Reads `s3://<bucket>/<prefix>`. @returns `undefined` if it is anything else */
export function readBucketAddress(
  text: string,
  endpoint: string | undefined,
  region: string | undefined,
): BucketAddress | undefined {
  const [, name, path = ''] = address.exec(text) ?? [];
  return name === undefined ? undefined : { name, prefix: path === '' ? '' : `${path.slice(1)}/`, endpoint, region };
}

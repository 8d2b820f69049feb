import { addAbortSignal, Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { plainName } from '../files/manifest.ts';
import type { Releasable } from '../files/store.ts';
import type { BucketAddress } from './bucketAddress.ts';
import { BucketFault } from './bucketFault.ts';
import { openStore } from './client.ts';

/** Waiting for the next bytes, and for one object in all with its second attempt. */
const silenceMs = 3_000;
const objectMs = 12_000;
const mostPages = 100;

/** Releases as objects of an S3-compatible store: `<prefix><feature>/<release>/<file>`. Every call ends in time. */
export class ReleaseBucket {
  readonly #address: BucketAddress;
  readonly #client: S3Client;

  /** Credentials come from the standard AWS variables and files. */
  constructor(address: BucketAddress) {
    this.#address = address;
    this.#client = openStore(address, silenceMs);
  }

  /**
   * Releases that are there whole, by names that a release may have.
   * @throws BucketFault
   */
  async list(feature: Releasable): Promise<string[]> {
    const start = `${this.#address.prefix}${feature}/`;
    const releases: string[] = [];
    const [paging, query] = [{ client: this.#client }, { Bucket: this.#address.name, Prefix: start }];
    await this.#asked(async (abortSignal) => {
      let pages = 0;
      for await (const { Contents = [] } of paginateListObjectsV2(paging, query, { abortSignal })) {
        for (const { Key = '' } of Contents) {
          const [release = '', file, ...deeper] = Key.slice(start.length).split('/');
          const isOne = file === 'release.json' && deeper.length === 0 && plainName.safeParse(release).success;
          if (isOne) releases.push(release);
        }
        pages += 1;
        if (pages === mostPages) break;
      }
    });
    return releases;
  }

  /**
   * @param path `<feature>/<release>/<file>`
   * @param mostBytes what is longer is cut off one byte later: its length or digest shows it
   * @returns `undefined` if there is no such object
   * @throws BucketFault
   */
  async read(path: string, mostBytes: number): Promise<Buffer | undefined> {
    return this.#asked(async (abortSignal) => {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#object(path)), { abortSignal });
      if (!(Body instanceof Readable)) return undefined;
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of addAbortSignal(abortSignal, Body)) {
        chunks.push(chunk as Buffer);
        length += (chunk as Buffer).length;
        if (length > mostBytes) break;
      }
      return Buffer.concat(chunks).subarray(0, mostBytes + 1);
    });
  }

  /**
   * Writes an object that must not be there yet.
   * @returns whether it was not; if it was, it stays as it is
   * @throws BucketFault
   */
  async create(path: string, content: Buffer): Promise<boolean> {
    // Not every maker knows If-None-Match: asking first leaves those only the moment between.
    if (await this.#has(path)) return false;
    const put = new PutObjectCommand({ ...this.#object(path), Body: content, IfNoneMatch: '*' });
    const created = await this.#asked(async (abortSignal) => {
      try {
        return await this.#client.send(put, { abortSignal });
      } catch (error) {
        // 409: another one writes the same object now.
        const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
        if (status === 412 || status === 409) return undefined;
        throw error;
      }
    });
    return created !== undefined;
  }

  /** @throws BucketFault */
  async replace(path: string, content: Buffer): Promise<void> {
    await this.#asked((abortSignal) =>
      this.#client.send(new PutObjectCommand({ ...this.#object(path), Body: content }), { abortSignal }),
    );
  }

  close(): void {
    this.#client.destroy();
  }

  async #has(path: string): Promise<boolean> {
    const answer = await this.#asked((abortSignal) =>
      this.#client.send(new HeadObjectCommand(this.#object(path)), { abortSignal }),
    );
    return answer !== undefined;
  }

  #object(path: string): { Bucket: string; Key: string } {
    return { Bucket: this.#address.name, Key: this.#address.prefix + path };
  }

  /** @returns `undefined` if there is no such object */
  async #asked<T>(call: (abortSignal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    try {
      return await call(AbortSignal.timeout(objectMs));
    } catch (error) {
      if (error instanceof NoSuchKey || error instanceof NotFound) return undefined;
      const { name, prefix } = this.#address;
      // A network's fault has a code that says more than its name: ECONNREFUSED.
      const fault = error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown';
      throw new BucketFault(`The bucket s3://${name}/${prefix} cannot be used now (${fault}): try again later.`, {
        cause: error,
      });
    }
  }
}

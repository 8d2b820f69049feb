import { sourceMapOf } from '@trellis/api-contract';
import { LRUCache } from 'lru-cache';
import { ExplainedError } from '../../../ground/explainedError.ts';
import type { KeyRing } from '../files/signing.ts';
import type { Releasable, ReleaseStore } from '../files/store.ts';
import type { ReleaseBucket } from './bucket.ts';
import { BucketFault } from './bucketFault.ts';
import { download } from './download.ts';

/** `later`: the bucket does not answer, or not yet. */
export type Arrival = 'here' | 'none' | 'later';

/** Releases in the bucket, as far as it has said so. */
export interface Listed {
  readonly releases: readonly string[];
  /** It has not answered, or not yet: these are what it said before. */
  readonly isLate: boolean;
}

interface ArrivalParts {
  readonly bucket: ReleaseBucket;
  readonly store: ReleaseStore;
  readonly ring: KeyRing;
  /** Is called with a sentence on why a release, or a list of them, did not come. */
  readonly said: (sentence: string) => void;
}

/** How long the bucket is not asked again for what did not come. */
const restMs = 5_000;
/** A browser that waits for a file is answered by then. */
const timeoutMs = 10_000;
/** An operator who looks for what to take back is answered by then, whatever becomes of the bucket. */
const listMs = 1_500;

/** More than any build makes. */
const mostMapBytes = 16 << 20;

/** Releases that the folder store lacks and the bucket may have. Who asks for the same one shares one download. */
export class Arrivals {
  readonly #parts: ArrivalParts;
  readonly #underWay = new Map<string, Promise<boolean>>();
  readonly #resting = new LRUCache<string, Arrival>({ max: 1_000, ttl: restMs });
  readonly #coming = new Map<Releasable, Promise<Listed>>();
  readonly #listed = new Map<Releasable, readonly string[]>();
  readonly #sentences = new LRUCache<string, string>({ max: 1_000 });

  constructor(parts: ArrivalParts) {
    this.#parts = parts;
  }

  isMissing(feature: Releasable, release: string): boolean {
    return !this.#parts.store.has(feature, release);
  }

  /**
   * Has the release here afterwards, if the bucket has it.
   * @returns whether it is here
   * @throws ExplainedError that says why it is refused
   * @throws BucketFault
   */
  async bring(feature: Releasable, release: string): Promise<boolean> {
    if (!this.isMissing(feature, release)) return true;
    const name = `${feature} ${release}`;
    const { bucket, store, ring } = this.#parts;
    const coming =
      this.#underWay.get(name) ??
      download(bucket, store, ring, feature, release).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, coming);
    return coming;
  }

  /** The same for those who cannot wait long, or ask often: what did not come is not asked for again for a while. */
  async wanted(feature: Releasable, release: string): Promise<Arrival> {
    if (!this.isMissing(feature, release)) return 'here';
    const name = `${feature} ${release}`;
    const resting = this.#resting.get(name);
    if (resting !== undefined) return resting;
    const arrival = this.bring(feature, release).then(
      (isHere): Arrival => (isHere ? 'here' : 'none'),
      (error: unknown): Arrival => {
        this.#report(name, error);
        return error instanceof BucketFault ? 'later' : 'none';
      },
    );
    void arrival.then((end) => {
      if (end !== 'here') this.#resting.set(name, end);
    });
    return within(timeoutMs, arrival, () => 'later');
  }

  /**
   * The same for what mends, which waits for no bucket: what is here is gone back to at once, anything else has a second and a half.
   * Its download goes on for who asks next.
   */
  async soon(feature: Releasable, release: string): Promise<Arrival> {
    if (!this.isMissing(feature, release)) return 'here';
    return within(listMs, this.wanted(feature, release), () => 'later');
  }

  /** The source map of a built file, which is brought for whoever looks and not with its release. `undefined`: none came in time. */
  async sourceMap(feature: Releasable, release: string, file: string): Promise<string | undefined> {
    const reading = this.#parts.bucket.read(`${feature}/${release}/${sourceMapOf(file)}`, mostMapBytes).then(
      (content) => (content && content.length <= mostMapBytes ? content.toString('utf8') : undefined),
      (error: unknown) => {
        this.#report('source map', error);
        return undefined;
      },
    );
    return within(timeoutMs, reading, () => undefined);
  }

  /** Releases in the bucket. What comes too late is there for who asks next. */
  async list(feature: Releasable): Promise<Listed> {
    const lateOnes = (): Listed => ({ releases: this.#listed.get(feature) ?? [], isLate: true });
    const coming =
      this.#coming.get(feature) ??
      this.#parts.bucket
        .list(feature)
        .then((releases): Listed => {
          this.#listed.set(feature, releases);
          return { releases, isLate: false };
        })
        .catch((error: unknown): Listed => {
          this.#report('list', error);
          return lateOnes();
        })
        .finally(() => this.#coming.delete(feature));
    this.#coming.set(feature, coming);
    return within(listMs, coming, lateOnes);
  }

  /** Once for each reason. */
  #report(name: string, error: unknown): void {
    const sentence = error instanceof ExplainedError ? error.message : `${name} did not come: ${String(error)}`;
    if (this.#sentences.get(name) === sentence) return;
    this.#sentences.set(name, sentence);
    this.#parts.said(sentence);
  }
}

/** What comes of it by then, or what there is instead. */
function within<Value>(milliseconds: number, coming: Promise<Value>, instead: () => Value): Promise<Value> {
  const { promise: timeout, resolve } = Promise.withResolvers<Value>();
  const timer = setTimeout(() => resolve(instead()), milliseconds);
  return Promise.race([coming, timeout]).finally(() => clearTimeout(timer));
}

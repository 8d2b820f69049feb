import type { ReleaseManifest } from '@trellis/api-contract';
import { inspectFolder } from '../files/inspection.ts';
import type { KeyRing } from '../files/signing.ts';
import type { Releasable, ReleaseStore } from '../files/store.ts';
import { type Alongside, misfits } from './compatibility.ts';
import { authenticity } from './contents.ts';

/** How long a release that was refused is not looked at again: its bytes are read whole each time. */
const refusalMs = 5_000;

/** Releases whose signature and files are what was published; anything else in the store counts as not there. */
export class VerifiedReleases {
  readonly #store: ReleaseStore;
  readonly #ring: KeyRing;
  readonly #refused: (sentence: string) => void;
  readonly #manifests = new Map<string, ReleaseManifest>();
  readonly #refusals = new Map<string, { readonly until: number; readonly sentence: string }>();

  /** @param refused is called once with why a release is not served, and again when the reason changes */
  constructor(store: ReleaseStore, ring: KeyRing, refused: (sentence: string) => void) {
    this.#store = store;
    this.#ring = ring;
    this.#refused = refused;
  }

  /**
   * The manifest of a release that may be served. Its bytes are read once; a file that is changed on the disk later is
   * refused by the browser, which has the digests from here.
   */
  manifest(feature: Releasable, release: string): ReleaseManifest | undefined {
    if (!this.#store.has(feature, release)) return undefined;
    const name = `${feature} ${release}`;
    const known = this.#manifests.get(name);
    if (known) return known;
    const refusal = this.#refusals.get(name);
    if (refusal && performance.now() < refusal.until) return undefined;
    const { manifest, reasons } = this.#inspect(feature, release);
    if (manifest && reasons.length === 0) {
      this.#manifests.set(name, manifest);
      this.#refusals.delete(name);
      return manifest;
    }
    const sentence = `${name} is not served: ${reasons.join('; ')}`;
    if (refusal?.sentence !== sentence) this.#refused(sentence);
    this.#refusals.set(name, { until: performance.now() + refusalMs, sentence });
    return undefined;
  }

  /** Why a release is not served, and what to do, as far as is known. */
  whyNot(feature: Releasable, release: string): string | undefined {
    return this.#store.whyMissing(feature, release) ?? this.#refusals.get(`${feature} ${release}`)?.sentence;
  }

  #inspect(feature: Releasable, release: string): { manifest: ReleaseManifest | undefined; reasons: string[] } {
    const { manifest, fault, facts } = inspectFolder(this.#store.folder(feature, release), this.#ring);
    if (!manifest) return { manifest, reasons: [`release.json: ${fault}`] };
    const reasons = authenticity(manifest, facts).map(({ sentence }) => sentence);
    // A release that is well signed, and lies where another one should.
    if (manifest.feature !== feature || manifest.release !== release)
      reasons.push(`release.json: it is ${manifest.feature} ${manifest.release}`);
    return { manifest, reasons };
  }
}

/** The compatibility check over a store: every reason, in words, for which a release in it cannot be made live. */
export const compatibilityCheckOf =
  (store: ReleaseStore, ring: KeyRing) =>
  (candidate: ReleaseManifest, alongside: Alongside): readonly string[] => {
    const { facts } = inspectFolder(store.folder(candidate.feature, candidate.release), ring);
    return misfits(candidate, alongside, facts).map(({ sentence }) => sentence);
  };

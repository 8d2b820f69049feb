import {
  type FeatureName,
  type FeatureRelease,
  featureNames,
  type Registry,
  type ReleaseManifest,
} from '@trellis/api-contract';
import type { Activations } from '../releases/activations.ts';
import type { Releasable, ReleaseStore } from '../releases/store.ts';

/** What is live now: the browser's registry, and the manifests that preloads are taken from. */
export interface LiveReleases {
  readonly shell: ReleaseManifest | undefined;
  readonly features: ReadonlyMap<FeatureName, ReleaseManifest>;
  readonly registry: Registry;
}

/** A roll-back reaches the next page load at most this much later. */
const freshMs = 1_000;

/** Reads the live releases, at most once a second. */
export class LiveRegistry {
  readonly #activations: Activations;
  readonly #store: ReleaseStore;
  readonly #timeoutMs: number;
  #cached: { readonly at: number; readonly live: Promise<LiveReleases> } | undefined;

  constructor(activations: Activations, store: ReleaseStore, timeoutMs: number) {
    this.#activations = activations;
    this.#store = store;
    this.#timeoutMs = timeoutMs;
  }

  async read(): Promise<LiveReleases> {
    if (!this.#cached || performance.now() - this.#cached.at > freshMs) {
      const live = this.#load();
      this.#cached = { at: performance.now(), live };
      live.catch(() => {
        this.#cached = undefined;
      });
    }
    return this.#cached.live;
  }

  async #load(): Promise<LiveReleases> {
    const active = await this.#activations.active();
    const features = new Map<FeatureName, ReleaseManifest>();
    for (const feature of featureNames) {
      const manifest = this.#manifest(active, feature);
      if (manifest) features.set(feature, manifest);
    }
    const releases: Partial<Record<FeatureName, FeatureRelease>> = {};
    for (const [feature, manifest] of features) releases[feature] = registryEntry(manifest);
    return {
      shell: this.#manifest(active, 'shell'),
      features,
      registry: { timeoutMs: this.#timeoutMs, features: releases },
    };
  }

  #manifest(active: ReadonlyMap<Releasable, string>, feature: Releasable): ReleaseManifest | undefined {
    const release = active.get(feature);
    return release !== undefined && this.#store.has(feature, release)
      ? this.#store.manifest(feature, release)
      : undefined;
  }
}

/** Where a release's files are served. */
export const assetBase = ({ feature, release }: Pick<ReleaseManifest, 'feature' | 'release'>): string =>
  `/assets/${feature}/${release}/`;

function registryEntry(manifest: ReleaseManifest): FeatureRelease {
  const integrity = manifest.files[manifest.entry]?.integrity;
  if (integrity === undefined) throw new Error(`the manifest of ${manifest.feature} does not name its entry`);
  const { release, entry, global, contract, shared } = manifest;
  return { release, base: assetBase(manifest), entry, global, integrity, contract, shared };
}

import {
  type AudienceName,
  type FeatureName,
  type FeatureRelease,
  featuresOf,
  type Language,
  type LiveNow,
  type Registry,
  type ReleaseManifest,
  type ReleasesNow,
} from '@trellis/api-contract';
import type { Arrivals } from '../releases/bucket/arrivals.ts';
import type { VerifiedReleases } from '../releases/compatibility/verified.ts';
import type { Override } from '../releases/files/override.ts';
import type { Releasable } from '../releases/files/store.ts';
import { isGiven, type Subject } from '../releases/live/assignment.ts';
import type { ReleaseEvents, States } from '../releases/live/events.ts';
import { emptyState, type FeatureState, isBelowFloor, sinceAll } from '../releases/live/state.ts';
import type { DevelopmentServers } from './developmentServers.ts';

/** What one caller gets now: the shell and the features, as their manifests say. */
export interface LiveReleases {
  readonly shell: ReleaseManifest | undefined;
  readonly features: ReadonlyMap<FeatureName, ReleaseManifest>;
  /** Development servers that the page hears of changes from. */
  readonly sockets?: readonly string[];
}

/** A roll-back reaches the next page load at most this much later. */
const freshMs = 1_000;
/** What was published a moment ago is looked for again; outsiders who name what never was cost ten looks a second. */
const againMs = 100;

/** Says who gets which release. Reads what was done with releases at most once a second. */
export class LiveRegistry {
  readonly #events: ReleaseEvents;
  readonly #verified: VerifiedReleases;
  readonly #served: DevelopmentServers;
  readonly #timeoutMs: number;
  readonly #arrivals: Arrivals | undefined;
  /** What everybody was last given. */
  readonly #shown = new Map<Releasable, string>();
  #declared: { readonly states: States; readonly since: Date | undefined } | undefined;
  #cached: { readonly at: number; readonly states: Promise<States> } | undefined;

  /** @param arrivals where releases come from that others made live; without it the store has all there is */
  constructor(
    events: ReleaseEvents,
    verified: VerifiedReleases,
    served: DevelopmentServers,
    timeoutMs: number,
    arrivals?: Arrivals,
  ) {
    this.#events = events;
    this.#verified = verified;
    this.#served = served;
    this.#timeoutMs = timeoutMs;
    this.#arrivals = arrivals;
  }

  /** The releases of this caller, all from one moment: the shell, and the features of their audience. */
  async read(audience: AudienceName, subject: Subject): Promise<LiveReleases> {
    const states = await this.states();
    const features = new Map<FeatureName, ReleaseManifest>();
    for (const { name: feature } of featuresOf(audience)) {
      const manifest = (await this.#served.manifest(feature)) ?? this.#manifest(feature, states, subject);
      if (manifest) features.set(feature, manifest);
    }
    const shell = (await this.#served.manifest('shell')) ?? this.#manifest('shell', states, subject);
    return { shell, features, sockets: this.#served.sockets };
  }

  /** The same as a message to an open page. */
  async now(audience: AudienceName, subject: Subject): Promise<ReleasesNow> {
    const { shell, features } = await this.read(audience, subject);
    const releases = Object.fromEntries([...features].map(([feature, { release }]) => [feature, release]));
    const { n } = liveNow({ shell, features }, await this.states());
    return { n, ...(shell && { shell: shell.release }), features: releases };
  }

  /** Why there is no shell that can be served, so that members get no page, and what to do; `undefined`: there is one. */
  async shellFault(): Promise<string | undefined> {
    if (await this.#served.manifest('shell')) return undefined;
    const state = (await this.states()).get('shell');
    const publish = 'npm run release -- publish --all --activate';
    if (state?.stable === undefined || state.off) return `no shell is live, so members get no page: run ${publish}`;
    const { release } = state.stable;
    if (this.#stable('shell', release, state)) return undefined;
    const why = this.#verified.whyNot('shell', release) ?? `run ${publish}`;
    return `shell ${release} is live, but not to be had here, so members get no page: ${why}`;
  }

  /** Whether members' browsers are to have no worker. */
  async isWorkerOff(): Promise<boolean> {
    return (await this.states()).get('worker')?.off ?? false;
  }

  /** Whether some get other releases than others, so that visitors have to be distinguished. */
  async isDivided(): Promise<boolean> {
    return [...(await this.states()).values()].some(({ candidate }) => candidate !== undefined);
  }

  /**
   * Since when every shell that was live has declared its calls, and so has its pages prove whose each call is; `undefined`
   * while not every page does.
   */
  async declaredSince(): Promise<Date | undefined> {
    const states = await this.states();
    if (this.#declared?.states !== states) this.#declared = { states, since: this.#declaredIn(states) };
    return this.#declared.since;
  }

  #declaredIn(states: States): Date | undefined {
    if (this.#served.has('shell')) return undefined;
    const declares = (release: string): boolean => this.#verified.manifest('shell', release)?.calls !== undefined;
    return sinceAll(states.get('shell') ?? emptyState, declares);
  }

  /** Whether a release was ever published, as the record says. */
  async knows(feature: Releasable, release: string): Promise<boolean> {
    const isIn = (states: States): boolean => states.get(feature)?.published.includes(release) ?? false;
    return isIn(await this.states()) || isIn(await this.states(againMs));
  }

  /** What the document carries for the browser. */
  registryOf({ features }: LiveReleases, language: Language, override?: Override): Registry {
    const releases: Partial<Record<FeatureName, FeatureRelease>> = {};
    for (const [feature, manifest] of features) releases[feature] = registryEntry(manifest, language);
    if (override) releases[override.feature] = override.release;
    return { timeoutMs: this.#timeoutMs, features: releases };
  }

  async states(maxAgeMs = freshMs): Promise<States> {
    if (!this.#cached || performance.now() - this.#cached.at > maxAgeMs) {
      const states = this.#events.states();
      this.#cached = { at: performance.now(), states };
      states.catch(() => {
        this.#cached = undefined;
      });
    }
    return this.#cached.states;
  }

  #manifest(feature: Releasable, states: States, subject: Subject): ReleaseManifest | undefined {
    const state = states.get(feature) ?? emptyState;
    const { stable, candidate, off } = state;
    if (off || !stable) return undefined;
    const chosen = candidate !== undefined && isGiven(feature, subject, candidate);
    // A candidate that cannot be served any more leaves nobody without the feature.
    return (
      (chosen ? this.#verified.manifest(feature, candidate.release) : undefined) ??
      this.#stable(feature, stable.release, state)
    );
  }

  /** What is live; while it is on its way from elsewhere, what was live before it. */
  #stable(feature: Releasable, release: string, state: FeatureState): ReleaseManifest | undefined {
    const manifest = this.#verified.manifest(feature, release);
    if (manifest) this.#shown.set(feature, release);
    if (manifest || !this.#arrivals?.isMissing(feature, release)) return manifest;
    const shown = this.#shown.get(feature);
    for (const earlier of [...(shown === undefined ? [] : [shown]), ...state.lived.toReversed()]) {
      const there = isBelowFloor(state, earlier) ? undefined : this.#verified.manifest(feature, earlier);
      if (there) return there;
    }
    return undefined;
  }
}

/** What the worker goes by. */
export function liveNow({ shell, features }: LiveReleases, states: States): LiveNow {
  const manifests = [...(shell ? [shell] : []), ...features.values()];
  return {
    n: Math.max(0, ...[...states.values()].map(({ last }) => Number(last))),
    live: Object.fromEntries(manifests.map(({ feature, release }) => [feature, release])),
  };
}

/** Where a release's files are served. */
export const assetBase = ({ feature, release }: Pick<ReleaseManifest, 'feature' | 'release'>): string =>
  `/assets/${feature}/${release}/`;

/** What the browser reads of a release. */
export function registryEntry(manifest: ReleaseManifest, language: Language): FeatureRelease {
  const integrity = manifest.files[manifest.entry]?.integrity;
  if (integrity === undefined) throw new Error(`the manifest of ${manifest.feature} does not name its entry`);
  const { release, entry, global, contract, shared, calls, fallback } = manifest;
  const words = fallback?.[language];
  return {
    release,
    base: assetBase(manifest),
    entry,
    global,
    integrity,
    contract,
    shared,
    ...(calls && { calls }),
    ...(words && { fallback: words }),
  };
}

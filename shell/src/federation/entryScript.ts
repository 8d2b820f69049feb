import type { FeatureName, FeatureRelease } from '@trellis/api-contract';
import { featureLoads } from '@trellis/shell-sdk/host';
import { entryPolicy } from './scriptPolicies.ts';
import { workersGone } from './serviceWorkers.ts';

/** A remote's container, as webpack's module federation makes it. */
export interface Container {
  init(scope: unknown): Promise<void>;
  get(name: string): Promise<() => unknown>;
}

/** The entry script of a feature failed. It has the fields of any failed chunk. */
class EntryLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  readonly chunkId = 'entry';
  readonly feature: FeatureName;
  readonly release: string;
  readonly type: 'missing' | 'timeout' | 'other';
  readonly request: string;

  constructor(feature: FeatureName, release: string, type: EntryLoadError['type'], request: string) {
    super(`Loading the entry of ${feature} failed (${type}: ${request})`);
    this.feature = feature;
    this.release = release;
    this.type = type;
    this.request = request;
  }
}

/** Runs the entry script of a release and gives its container. Rejects with an `EntryLoadError` by the deadline. */
export async function runEntry(feature: FeatureName, release: FeatureRelease): Promise<Container> {
  const file = new URL(release.base + release.entry, document.baseURI).href;
  const address = featureLoads.addressOf(file);
  await workersGone;
  const outcome = await insertScript(feature, address, release.integrity);
  const container = (globalThis as Record<string, unknown>)[release.global];
  if (outcome === 'loaded' && isContainer(container)) return container;
  featureLoads.noteFailedFile(file);
  throw new EntryLoadError(feature, release.release, failureType(outcome, address), address);
}

type Outcome = 'loaded' | 'error' | 'timeout';

function insertScript(feature: FeatureName, address: string, integrity: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    const finish = (outcome: Outcome) => {
      script.onload = null;
      script.onerror = null;
      script.remove();
      resolve(outcome);
    };
    featureLoads.wait(feature, finish);
    script.onload = () => finish('loaded');
    script.onerror = () => finish('error');
    script.integrity = integrity;
    script.fetchPriority = 'high';
    if (new URL(address).origin !== window.location.origin) script.crossOrigin = 'anonymous';
    script.src = entryPolicy.createScriptURL(address);
    document.head.append(script);
  });
}

/** A script tag cannot see a status, the browser's resource timing can: a 404 is `missing`. */
function failureType(outcome: Outcome, address: string): EntryLoadError['type'] {
  if (outcome === 'timeout') return 'timeout';
  if (outcome === 'loaded') return 'missing';
  const timing = performance.getEntriesByName(address).at(-1);
  const status = timing instanceof PerformanceResourceTiming ? timing.responseStatus : 0;
  return status === 404 || status === 410 ? 'missing' : 'other';
}

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && 'init' in value && 'get' in value;

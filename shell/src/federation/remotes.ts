import type { FeatureName, FeatureRelease } from '@trellis/api-contract';
import { lateLibraries } from '@trellis/feature-build/shared';
import { registry } from '../boot/document.ts';
import { type Container, runEntry } from './entryScript.ts';
import { lateLibrary } from './lateLibraries.ts';
import { sharedModules } from './sharedModules.ts';

export const sharedVersions = __SHARED_VERSIONS__;

/** One version of a library as webpack's containers look it up: `get` gives a factory, called when its user runs. */
interface SharedVersion {
  readonly get: () => () => unknown;
  readonly from: 'shell';
  readonly eager: true;
}

const shared = (library: string, module: () => unknown): [string, Readonly<Record<string, SharedVersion>>] => [
  library,
  { [sharedVersions[library] ?? '']: { get: () => module, from: 'shell', eager: true } },
];

/** The share scope of webpack's module federation: library to version to module. Only the shell brings any. */
const scope = Object.fromEntries([
  ...Object.entries(sharedModules).map(([library, module]) => shared(library, () => module)),
  ...lateLibraries.map((library) => shared(library, () => lateLibrary(library))),
]);

const containers = new Map<FeatureName, Container>();

/**
 * Runs a feature's entry if need be, hands the shared libraries over, and gives what the feature exposes. It speaks the
 * protocol of webpack's containers (`init`, then `get`), which is the same since webpack 5.0; nothing of a failure is
 * kept.
 */
export async function fetchRemote(feature: FeatureName): Promise<unknown> {
  const container = containers.get(feature) ?? (await startContainer(feature));
  const factory = await container.get('./feature');
  return factory();
}

async function startContainer(feature: FeatureName): Promise<Container> {
  const release = activeRelease(feature);
  if (!release) throw new Error(`${feature} is not in the registry`);
  const container = await runEntry(feature, release);
  await container.init(scope);
  containers.set(feature, container);
  return container;
}

/** The release of a feature that is active on this page. */
export const activeRelease = (feature: FeatureName): FeatureRelease | undefined => registry.features[feature];

import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { type FeatureName, featureNames } from '@trellis/api-contract';
import { lateLibraries } from '@trellis/feature-build/shared';
import { registry } from '../boot/document.ts';
import { runEntry } from './entryScript.ts';
import { lateLibrary } from './lateLibraries.ts';
import { sharedModules } from './sharedModules.ts';
import { sharedVersions } from './sharedVersions.ts';

type RemoteEntry = Awaited<ReturnType<NonNullable<ModuleFederationRuntimePlugin['loadEntry']>>>;

/** Our own way to run an entry script: with integrity, Trusted Types, the page's deadline and a retry that retries. */
const entryLoader: ModuleFederationRuntimePlugin = {
  name: 'entry-loader',
  loadEntry: async ({ remoteInfo }) => {
    const feature = featureNames.find((name) => name === remoteInfo.name);
    const release = feature && registry.features[feature];
    if (!feature || !release) throw new Error(`${remoteInfo.name} is not in the registry`);
    // A container's `get` gives a promise of a factory; the run-time's own type leaves the promise out.
    return (await runEntry(feature, release)) as unknown as RemoteEntry;
  },
};

function share(library: string, lib: () => unknown) {
  const version = sharedVersions[library] ?? '';
  const shareConfig = { singleton: true, strictVersion: true, requiredVersion: `^${version}`, eager: true };
  return [library, { version, scope: 'default', lib, shareConfig }] as const;
}

/** The module federation run-time: it knows the shared libraries now and the remotes from the registry. */
const federation = createInstance({
  name: 'shell',
  // The default would fetch the entries of all remotes to compare versions; only the shell brings any.
  shareStrategy: 'loaded-first',
  remotes: Object.entries(registry.features).map(([name, release]) => ({
    name,
    entry: new URL(release.base + release.entry, document.baseURI).href,
    entryGlobalName: release.global,
    type: 'global',
  })),
  shared: Object.fromEntries([
    ...Object.entries(sharedModules).map(([library, module]) => share(library, () => module)),
    ...lateLibraries.map((library) => share(library, () => lateLibrary(library))),
  ]),
  plugins: [entryLoader],
});

/** Runs a feature's entry if need be, hands the shared libraries over, and gives what the feature exposes. */
export const loadRemote = (feature: FeatureName): Promise<unknown> => federation.loadRemote(`${feature}/feature`);

import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { type FeatureName, featureNames, featuresOf } from '@trellis/api-contract';
import { lateLibraries } from '@trellis/feature-build/shared';
import { boot, registry } from '../boot/document.ts';
import { type Container, runEntry } from './entryScript.ts';
import { featureSdk } from './featureSdk.ts';
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
    const { init, get } = await runEntry(feature, release);
    const container: Container = { get, init: (scope) => init(ownScope(feature, scope)) };
    // A container's `get` gives a promise of a factory; the run-time's own type leaves the promise out.
    return container as unknown as RemoteEntry;
  },
};

function share(library: string, lib: () => unknown) {
  const version = sharedVersions[library] ?? '';
  const shareConfig = { singleton: true, strictVersion: true, requiredVersion: `^${version}`, eager: true };
  return [library, { version, scope: 'default', lib, shareConfig }] as const;
}

/** For every feature of the page before the code of any has run: it gets no other's. */
const sdks = new Map(featuresOf(boot.audience).map(({ name }) => [name, featureSdk(name)] as const));
/** Of these each feature gets its own, and what all share holds none. */
const ownLibraries: readonly string[] = ['@trellis/shell-sdk', '@trellis/shell-sdk/flow'];
const nobodys = (): never => {
  throw new Error('each feature has an sdk of its own');
};

/** What is shared, as one feature gets it. */
function ownScope(feature: FeatureName, scope: unknown): unknown {
  const own = sdks.get(feature);
  if (!own) throw new Error(`${feature} is no feature of this page`);
  const libOf: Readonly<Record<string, () => unknown>> = {
    '@trellis/shell-sdk': () => own.sdk,
    '@trellis/shell-sdk/flow': () =>
      own.flowOf(lateLibrary('@trellis/shell-sdk/flow') as Parameters<typeof own.flowOf>[0]),
  };
  const replaced = ownLibraries.map((library) => {
    const lib = libOf[library];
    const versions = Object.entries((scope as Readonly<Record<string, object>>)[library] ?? {});
    const entries = versions.map(([version, entry]) => [version, { ...entry, lib, get: () => Promise.resolve(lib) }]);
    return [library, Object.fromEntries(entries)];
  });
  return { ...(scope as object), ...Object.fromEntries(replaced) };
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
    ...ownLibraries.map((library) => share(library, nobodys)),
  ]),
  plugins: [entryLoader],
});

/** Runs a feature's entry if need be, hands the shared libraries over, and gives what the feature exposes. */
export const loadRemote = (feature: FeatureName): Promise<unknown> => federation.loadRemote(`${feature}/feature`);

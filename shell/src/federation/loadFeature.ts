import type { FeatureName, FeatureRelease } from '@trellis/api-contract';
import type { FeatureModule } from '@trellis/shell-sdk';
import { addTexts, CONTRACT, FeatureLoadFault, featureLoads } from '@trellis/shell-sdk/host';
import { unmetNeeds } from './compatibility.ts';
import { activeRelease, fetchRemote, sharedVersions } from './remotes.ts';

const loads = new Map<FeatureName, Promise<FeatureModule>>();

/**
 * Loads a feature once: resolve, verify, fetch, init, mount, under one deadline that goes on until its first screen is
 * there. Rejects with a `FeatureLoadFault`; a failure is not kept, so the next call tries again.
 */
export function loadFeature(feature: FeatureName): Promise<FeatureModule> {
  const running = loads.get(feature) ?? load(feature);
  loads.set(feature, running);
  running.catch(() => loads.delete(feature));
  return running;
}

async function load(feature: FeatureName): Promise<FeatureModule> {
  const release = resolve(feature);
  return featureLoads.attempt({ feature, release: release.release }, async () => {
    verify(feature, release);
    const module = await fetchAndInit(feature);
    verify(feature, { ...release, contract: module.contract });
    await addTexts(module.texts);
    featureLoads.noteRelease(feature, module.release);
    return module;
  });
}

function resolve(feature: FeatureName): FeatureRelease {
  const release = activeRelease(feature);
  if (!release) throw new FeatureLoadFault({ kind: 'absent', feature });
  return release;
}

/** Before any request: a misfit that only a lazy screen would notice must not let the feature's code run first. */
function verify(feature: FeatureName, release: FeatureRelease): void {
  const needs = unmetNeeds(release, { contract: CONTRACT, shared: sharedVersions });
  if (needs.length === 0) return;
  throw new FeatureLoadFault({ kind: 'incompatible', feature, release: release.release, needs: needs.join(', ') });
}

async function fetchAndInit(feature: FeatureName): Promise<FeatureModule> {
  const exposed = await fetchRemote(feature);
  if (!isFeatureExport(exposed)) throw new TypeError(`${feature} exposes no feature module`);
  return exposed.default;
}

function isFeatureExport(value: unknown): value is { default: FeatureModule } {
  if (typeof value !== 'object' || value === null || !('default' in value)) return false;
  const { default: module } = value;
  return typeof module === 'object' && module !== null && 'routes' in module && 'texts' in module;
}

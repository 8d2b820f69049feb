import type { FeatureName } from '@trellis/api-contract';
import { type FeatureModule, store } from '@trellis/shell-sdk';
import { classify, type FeatureLoadError, FeatureLoadFault } from '@trellis/shell-sdk/host';
import type { PatchRoutesOnNavigationFunction, RouteObject } from 'react-router-dom';
import { boot, registry } from '../boot/document.ts';
import { loadFeature } from '../federation/loadFeature.ts';
import { isSwitchedOff } from '../openPage/openPage.ts';
import { needsSession, ownerOf } from './access.ts';
import { FeatureCrashed } from './FeatureCrashed.tsx';

/** Id of the route under which features find their place. */
export const rootRouteId = 'root';

const mounted = new Map<FeatureName, FeatureModule>();
const failures = new Map<FeatureName, FeatureLoadError>();

/** Features whose routes are on this page. */
export const mountedFeatures = (): FeatureModule[] => [...mounted.values()];

/** Why the feature of this address is not there; `undefined` when it is, or was never asked for. */
export function failureAt(pathname: string): FeatureLoadError | undefined {
  const feature = ownerOf(pathname);
  return feature && failures.get(feature);
}

/**
 * Called by the router for an address that no known route fits exactly: brings the owning feature's routes in. It
 * never rejects; what failed shows in the feature's place, and the next navigation there tries again.
 */
export const bringFeature: PatchRoutesOnNavigationFunction = async ({ path, patch, signal }) => {
  const { pathname } = new URL(path, window.location.origin);
  const feature = ownerOf(pathname);
  if (!feature || mounted.has(feature)) return;
  // The layout sends a visitor to log in; the feature would only be loaded in vain.
  if (needsSession(pathname) && !store.getState().session.user) return;
  failures.delete(feature);
  try {
    if (boot.kept && !registry.features[feature]) throw new FeatureLoadFault({ kind: 'offline', feature });
    if (isSwitchedOff(feature)) throw new FeatureLoadFault({ kind: 'absent', feature });
    const module = await loadFeature(feature);
    // The router takes no routes from a navigation that was left meanwhile; the next one there brings them.
    if (signal.aborted || mounted.has(feature)) return;
    mounted.set(feature, module);
    patch(rootRouteId, [placeOf(feature, module.routes)]);
  } catch (thrown) {
    failures.set(feature, classify(thrown, { feature, release: '' }));
  }
};

/** A route without path or element: what throws below it loses this place only. */
const placeOf = (feature: FeatureName, children: RouteObject[]): RouteObject => ({
  id: feature,
  ErrorBoundary: FeatureCrashed,
  children,
});

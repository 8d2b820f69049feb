import type { RouteObject } from 'react-router-dom';
import type { TextBundle } from '../texts/bundle.ts';

/** All that the shell knows of a feature: the one thing its remote exposes. */
export interface FeatureModule {
  /** `CONTRACT` of the sdk the feature was written against. */
  readonly contract: number;
  /** `__TRELLIS_RELEASE__`: the build puts the release's name in its place. */
  readonly release: string;
  readonly routes: RouteObject[];
  readonly texts: TextBundle;
  /** Whether leaving now would lose something of the member's (an open form, a running submission). */
  readonly busy?: () => boolean;
}

/** Checks a feature's module while it is written; at run time it is the identity. */
export const defineFeature = (feature: FeatureModule): FeatureModule => feature;

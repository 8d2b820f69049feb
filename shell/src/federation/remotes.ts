import type { FeatureName, FeatureRelease } from '@trellis/api-contract';
import { lazyPart } from '@trellis/shell-sdk';
import { moduleOf } from '@trellis/shell-sdk/host';
import { registry } from '../boot/document.ts';

export { sharedVersions } from './sharedVersions.ts';

/**
 * What a feature exposes. The module federation run-time is a chunk of its own: who only logs in does not load it, and the
 * document of a feature's screen has it fetched alongside everything else.
 */
export async function fetchRemote(feature: FeatureName): Promise<unknown> {
  return moduleOf(await runtime()).loadRemote(feature);
}

const runtime = lazyPart('shell', () => import(/* webpackChunkName: "federation" */ './runtime.ts'));

/** The release of a feature that is active on this page. */
export const activeRelease = (feature: FeatureName): FeatureRelease | undefined => registry.features[feature];

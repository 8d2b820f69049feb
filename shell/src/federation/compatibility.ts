import { satisfy } from '@module-federation/enhanced/runtime';
import type { FeatureRelease } from '@trellis/api-contract';

/** What the shell offers to features. */
export interface Offer {
  readonly contract: number;
  /** Shared library to its version. */
  readonly shared: Readonly<Record<string, string>>;
}

/** What a release needs and the shell does not have, in words for a report; empty when it fits. */
export function unmetNeeds(release: Pick<FeatureRelease, 'contract' | 'shared'>, offer: Offer): string[] {
  const needs: string[] = [];
  if (release.contract !== offer.contract) needs.push(`contract ${release.contract} (here ${offer.contract})`);
  for (const [library, range] of Object.entries(release.shared)) {
    const version = offer.shared[library];
    if (version === undefined || !satisfy(version, range))
      needs.push(`${library} ${range} (here ${version ?? 'none'})`);
  }
  return needs;
}

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
    if (version === undefined || !satisfies(version, range))
      needs.push(`${library} ${range} (here ${version ?? 'none'})`);
  }
  return needs;
}

/**
 * Whether a version is in a range as our builds write them: `^19.3.1`, or one version alone. The first number that is
 * not 0 must be the same, and what follows at least as high. Any other range counts as unmet: the registry's compatibility check, which
 * knows all of them, has looked before.
 */
export function satisfies(version: string, range: string): boolean {
  if (version === range) return true;
  const least = numbersOf(range.startsWith('^') ? range.slice(1) : '');
  const offered = numbersOf(version);
  if (!least || !offered) return false;
  const leading = least.findIndex((part) => part !== 0);
  const fixed = leading === -1 ? least.length : leading + 1;
  const differs = least.findIndex((part, index) => part !== offered[index]);
  return differs === -1 || (differs >= fixed && (offered[differs] ?? 0) > (least[differs] ?? 0));
}

const numbersOf = (text: string): number[] | undefined =>
  /^\d+\.\d+\.\d+$/.test(text) ? text.split('.').map(Number) : undefined;

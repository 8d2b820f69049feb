import type { ReleaseManifest } from '@trellis/api-contract';
import type { ReleaseFacts } from '../files/inspection.ts';
import { authenticity, completeness, words } from './contents.ts';
import { type Misfit, misfit, nameOf } from './misfit.ts';
import { routeClaims } from './routeClaims.ts';
import { shellNeeds } from './shellNeeds.ts';

/** Every release that some page may run together with the candidate: what is stable, and what is rolled out. */
export interface Alongside {
  readonly shells: readonly ReleaseManifest[];
  /** Of all features; other releases of the candidate's own are no matter, a page has one of them. */
  readonly features: readonly ReleaseManifest[];
}

/**
 * Everything for which a release cannot be made live; empty when it can. A shell must fit every feature alongside it, a
 * feature every shell, and no two may claim one address.
 */
export function misfits(candidate: ReleaseManifest, { shells, features }: Alongside, facts: ReleaseFacts): Misfit[] {
  const isShell = candidate.feature === 'shell';
  const neighbours = features.filter(({ feature }) => feature !== candidate.feature);
  return [
    ...authenticity(candidate, facts),
    ...completeness(candidate),
    ...words(candidate),
    ...routeClaims(candidate, isShell ? neighbours : [...shells, ...neighbours]),
    ...(isShell ? shellMisfits(candidate, neighbours) : shells.flatMap((shell) => shellNeeds(candidate, shell))),
  ];
}

function shellMisfits(shell: ReleaseManifest, features: readonly ReleaseManifest[]): Misfit[] {
  if (!shell.offers || Object.keys(shell.offers).length === 0)
    return [misfit('offers.missing', 'release.json: offers: the shell names no library that it shares')];
  return features.flatMap((feature) =>
    shellNeeds(feature, shell).map(({ reason, sentence }) =>
      misfit(reason, `${nameOf(feature)}, which is live, would not fit this shell: ${sentence}`),
    ),
  );
}

import type { ReleaseManifest } from '@trellis/api-contract';
import semver from 'semver';
import { type Misfit, misfit } from './misfit.ts';

/** What a feature needs and a shell does not have. The browser compares the same once more before any request. */
export function shellNeeds(feature: ReleaseManifest, shell: ReleaseManifest): Misfit[] {
  const needs: Misfit[] = [];
  if (feature.contract !== shell.contract)
    needs.push(
      misfit(
        'contract.differs',
        `release.json: contract: made for contract ${feature.contract}, the shell ${shell.release} has ${shell.contract}: build it with the sdk of contract ${shell.contract}`,
      ),
    );
  for (const [library, range] of Object.entries(feature.shared)) {
    const need = libraryNeed(library, range, shell.offers?.[library]);
    if (need) needs.push(need);
  }
  // The template that such a screen runs in is not in the feature, but in the shell.
  const flows = feature.routes.filter(({ flow }) => flow);
  if (flows.length > 0 && !shell.chunks.flow?.length)
    for (const { path } of flows)
      needs.push(misfit('route.flow', `src/routes.ts: ${path}: the shell ${shell.release} has no flow template`));
  return needs;
}

function libraryNeed(library: string, range: string, offered: string | undefined): Misfit | undefined {
  if (semver.validRange(range) === null)
    return misfit('shared.malformed', `package.json: ${library}: "${range}" is not a range of versions`);
  if (offered === undefined)
    return misfit(
      'shared.not_offered',
      `package.json: ${library} ${range}: the shell does not share ${library}: bundle it, or add it to the shell's shared libraries`,
    );
  if (semver.satisfies(offered, range)) return undefined;
  return misfit(
    'shared.range',
    `package.json: ${library} ${range} does not include the shell's ${offered}: build against ${library} ${lineOf(offered)}`,
  );
}

/** The line of versions that promise to be compatible: `19`, or `0.3` before the first. */
function lineOf(version: string): string {
  const parsed = semver.parse(version);
  if (!parsed) return version;
  return parsed.major > 0 ? String(parsed.major) : `0.${parsed.minor}`;
}

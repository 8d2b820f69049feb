import { audienceOf, featureOfPath, type ReleaseManifest } from '@trellis/api-contract';
import { contracts } from '@trellis/api-contract/schemas';
import { type Misfit, misfit, nameOf } from './misfit.ts';

/** Absolute, of plain segments and `:name` parameters; the first segment says whose it is, so it is no parameter. */
const wellFormed = /^\/(?:[A-Za-z0-9_-]+(?:\/:?[A-Za-z0-9_-]+)*)?$/;

/** Two paths of one shape answer the same addresses, whatever their parameters are called. */
const shapeOf = (path: string): string => path.replace(/\/:[^/]+/g, '/:');

/** What is wrong with the addresses that a release claims, by itself and alongside others. */
export function routeClaims(candidate: ReleaseManifest, others: readonly ReleaseManifest[]): Misfit[] {
  const own = candidate.feature === 'shell' ? undefined : candidate.feature;
  const audience = audienceOf(candidate.feature);
  const neighbours = others.filter(({ feature }) => audienceOf(feature) === audience);
  const misfits: Misfit[] = [];
  const claimed = new Set<string>();
  for (const { path, screen } of candidate.routes) {
    const say = (reason: Misfit['reason'], words: string) =>
      misfits.push(misfit(reason, `src/routes.ts: ${path}: ${words}`));
    if (!wellFormed.test(path)) say('route.malformed', 'not an absolute path of plain segments and :parameters');
    else if (featureOfPath(path, audience) !== own)
      say('route.foreign', `this address belongs to ${featureOfPath(path, audience) ?? 'the shell'}: take it out`);
    if (claimed.has(shapeOf(path))) say('route.twice', 'claimed twice: keep one of the two');
    claimed.add(shapeOf(path));
    for (const other of neighbours)
      if (other.routes.some((route) => shapeOf(route.path) === shapeOf(path)))
        say('route.taken', `${nameOf(other)} answers it already: take it out of one of the two`);
    if (!candidate.chunks[screen]?.length)
      say('route.without_chunk', `its screen ${screen} has no chunk: name one "${screen}" in src/routes.ts`);
  }
  return [...misfits, ...lackingScreens(candidate)];
}

/** Screens that the server loads data for: one that is gone or renamed would open without its data. */
function lackingScreens({ feature, routes }: ReleaseManifest): Misfit[] {
  return Object.keys(contracts[audienceOf(feature)].routeData)
    .filter((id) => id.startsWith(`${feature}/`))
    .filter((id) => !routes.some(({ screen }) => `${feature}/${screen}` === id))
    .map((id) =>
      misfit('route.lacking', `src/routes.ts: no route has the screen ${id}, for which the server loads data`),
    );
}
